"""Whether this process is the program, or somebody's script that uses parts of it."""

is_running = False
"""People before a program do not wait for what can be done later."""


def begin() -> None:
    """Say that it is the program."""
    global is_running
    is_running = True
