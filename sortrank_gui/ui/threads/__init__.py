"""The bridge between threads and widgets: jobs with progress and cancel, failures, garbage."""
