"""The Results tab: what a study found, filtered, looked at from all sides, and exported."""
