"""The bridge between threads and widgets: workers, failures, the newest value."""
