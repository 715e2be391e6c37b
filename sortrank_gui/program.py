"""Whether this process is the program, or somebody's script that uses parts of it."""

is_running = False
"""Set by `main`: people before a program do not wait for what can be done later."""
