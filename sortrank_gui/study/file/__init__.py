"""The study file: one SQLite database, opened, written, verified and backed up."""
