"""Locks on open files, which the system drops with the process that holds them, however it ends."""

import os
import sys

if sys.platform == "win32":
    import errno
    import msvcrt

    _FAR = 1 << 30
    """Windows keeps others from reading what is locked: lock a byte where no text ever is."""

    def try_lock(descriptor: int) -> bool:
        """Take the lock of an open file; return False where another process, or file, has it."""
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EDEADLK):
                return False
            raise
        return True

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Take the lock of an open file; return False where another process, or file, has it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def open_to_lock(path: str | os.PathLike[str], flags: int) -> int:
    """Open a file of our own, private to the user, whose bytes stay as they are."""
    return os.open(path, flags | getattr(os, "O_BINARY", 0), 0o600)
