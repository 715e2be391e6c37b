"""Planning a study: what a budget buys."""
