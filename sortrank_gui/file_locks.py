"""Locks on open files, which the system drops with the process that holds them, however it ends."""

import os
import stat
import sys

_UNUSED_BYTE = 0x40000800
"""In SQLite's page of locks, which never holds data, behind the bytes that SQLite locks itself."""

if sys.platform == "win32":
    import errno
    import msvcrt

    _FAR = 1 << 30
    """Windows keeps others from reading what is locked: lock a byte where no text ever is."""

    def try_lock(descriptor: int) -> bool:
        """Take the lock of an open file; return False where another process, or file, has it."""
        return _try_byte(descriptor, _FAR)

    def try_lock_database(descriptor: int) -> bool:
        """Take a lock on an open SQLite file that SQLite does not notice; False if it is held."""
        return _try_byte(descriptor, _UNUSED_BYTE)

    def _try_byte(descriptor: int, place: int) -> bool:
        os.lseek(descriptor, place, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EDEADLK):
                return False
            raise
        return True

else:
    import fcntl
    import struct

    def try_lock(descriptor: int) -> bool:
        """Take the lock of an open file; return False where another process, or file, has it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def try_lock_database(descriptor: int) -> bool:
        """Take a lock on an open SQLite file that SQLite does not notice; False if it is held.

        Only Linux lets a lock belong to an open file, not to the process, which would lose it with
        the first of SQLite's own files that is closed. Elsewhere nothing is locked here.
        """
        command: int | None = getattr(fcntl, "F_OFD_SETLK", None)
        if command is None:
            return True
        wanted = struct.pack("hhqqi0q", fcntl.F_WRLCK, os.SEEK_SET, _UNUSED_BYTE, 1, 0)
        try:
            fcntl.fcntl(descriptor, command, wanted)
        except BlockingIOError:
            return False
        except OSError:  # a file system without such locks: the lock file has to do
            return True
        return True


def open_to_lock(path: str | os.PathLike[str], flags: int) -> int:
    """Open a file of our own, private to the user, whose bytes stay as they are.

    A link is never followed, and nothing but a plain file with one name is opened.
    """
    flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    flags |= getattr(os, "O_NONBLOCK", 0)
    if os.path.islink(path):
        raise OSError(0, "it is a link")
    descriptor = os.open(path, flags, 0o600)
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
        os.close(descriptor)
        raise OSError(0, "it is not a file of its own")
    return descriptor
