"""A study on the lab's PostgreSQL server, shared by a desk and its stations."""
