"""Files that are written completely or not at all."""

import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep, time
from typing import IO, Any
from uuid import uuid4

from sortrank_gui.errors import StudyFileError
from sortrank_gui.plain_json import parse_json

_MOST_JSON = 10_000_000
_DAY = 86_400
_DATABASE, _OF_DATABASES = b"SQLite format 3\0", ("", "-wal", "-shm", "-journal", "-lock")
_TRIES, _PAUSE_SECONDS = 20, 0.1
_LEFT_OVER = re.compile(r"^\..*\.[0-9a-f]{8}\.new(-journal|-wal|-shm|\.[a-z]{3})?$")


@contextmanager
def replacing(path: Path, *, mode: int = 0o666) -> Iterator[IO[str]]:
    """Give a text file that takes the place of `path` once it is complete and on disk."""
    with (
        _building(path, mode) as descriptor,
        open(descriptor, "w", encoding="utf-8", newline="") as file,
    ):
        yield file
        settle(file)


@contextmanager
def replacing_bytes(path: Path) -> Iterator[IO[bytes]]:
    """Give the same for bytes."""
    with _building(path, 0o666) as descriptor, open(descriptor, "wb") as file:
        yield file
        settle(file)


@contextmanager
def _building(path: Path, mode: int) -> Iterator[int]:
    """Give a file that is open for writing, and then its name."""
    _require_replaceable(path)
    building = name_building(path)
    try:
        yield os.open(building, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        building.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise StudyFileError(f"{path} can't be written: {_explain(error)}.") from error
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)


def _require_replaceable(path: Path) -> None:
    """Raise where a folder, a device, a study or what SQLite keeps beside it would be replaced."""
    with suppress(OSError):  # which writing there will tell
        if path.exists() and not path.is_file():
            what = "is a folder" if path.is_dir() else "is no file"
            raise StudyFileError(f"{path} {what}; choose another name.")
        for end in _OF_DATABASES:
            owner = Path(str(path).removesuffix(end))
            if str(path).endswith(end) and owner.is_file() and _is_database(owner):
                raise StudyFileError(
                    f"{path} is not written: it would take the place of {owner}, which is a study "
                    "or another database, or of a file that belongs to it. Choose another name."
                )


def _is_database(path: Path) -> bool:
    with open_plain(path) as file:
        return file.read(len(_DATABASE)) == _DATABASE


def _explain(error: OSError) -> str:
    """Return why; Windows says of a file that another program holds only that it is not allowed."""
    held = os.name == "nt" and isinstance(error, PermissionError)
    return f"{error.strerror or error}" + "; another program may have it open" * held


@contextmanager
def replacing_file(path: Path) -> Iterator[Path]:
    """Give the name of a file that takes the place of `path` once somebody else has written it."""
    _require_replaceable(path)
    building = name_building(path)
    building = building.with_name(building.name + path.suffix)  # some writers go by the ending
    try:
        yield building
        building.replace(path)
    except OSError as error:
        raise StudyFileError(f"{path} can't be written: {error.strerror or error}.") from error
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)


def read_json(path: Path) -> Any:
    """Return what a small JSON file of ours says; a ValueError where it is not one."""
    with open_plain(path) as file:
        data = file.read(_MOST_JSON + 1)
    if len(data) > _MOST_JSON:
        raise ValueError(f"it has more than {_MOST_JSON / 1e6:.0f} MB")
    return parse_json(data)


def open_plain(path: Path, *, pipes: bool = False) -> IO[bytes]:
    """Open a file to read it; an OSError where it is a device, or a pipe unless these may be.

    Nobody waits for somebody to open the other end of a pipe: without one it is empty.
    """
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    file = open(os.open(path, flags), "rb")  # noqa: SIM115 (the caller closes it)
    try:
        mode = os.fstat(file.fileno()).st_mode
        if stat.S_ISREG(mode):
            return file
        if pipes and (stat.S_ISFIFO(mode) or file.isatty()):
            if sys.platform != "win32":  # which opened it as one that waits
                os.set_blocking(file.fileno(), True)
            return file
        what = "a pipe" if stat.S_ISFIFO(mode) else "a device"
        raise OSError(0, f"it is {what}, not a file")
    except BaseException:
        file.close()
        raise


def sweep(folder: Path) -> None:
    """Remove files that we were building when the program was killed, a day ago or earlier."""
    with suppress(OSError):
        for path in folder.iterdir():
            with suppress(OSError):
                is_ours = _LEFT_OVER.search(path.name) is not None and not path.is_symlink()
                if is_ours and path.stat().st_mtime < time() - _DAY:
                    path.unlink()


def settle(file: IO[Any]) -> None:
    """Bring to disk what was written so far."""
    file.flush()
    os.fsync(file.fileno())


def make_folder(path: Path) -> Path:
    """Return the folder, made if needed."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StudyFileError(f"The folder {path} can't be made: {error.strerror}.") from error
    return path


def publish(building: Path, path: Path) -> None:
    """Give a finished file its name; a file that has this name already stays."""
    taken = f"{path} is there already; choose another name."
    try:
        os.link(building, path)
    except FileExistsError as error:
        raise StudyFileError(taken) from error
    except OSError:  # a file system without links
        if path.exists():
            raise StudyFileError(taken) from None
        building.rename(path)
    sync_folder(path.parent)


def reserve(path: Path) -> Path:
    """Make an empty private file beside the one to be, on the same disk."""
    if path.exists():
        raise StudyFileError(f"{path} is there already; choose another name.")
    building = name_building(path)
    try:
        os.close(os.open(building, os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise StudyFileError(f"{path} can't be made: {error.strerror}.") from error
    return building


@contextmanager
def replacing_study(path: Path) -> Iterator[Path]:
    """Give a free name beside; the study made there takes the place of an older one in the end."""
    made = choose_free(path)
    yield made
    if made == path:
        return
    try:
        for end in ("-wal", "-shm"):  # of the older one; SQLite would take them for the new one's
            path.with_name(path.name + end).unlink(missing_ok=True)
        made.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise StudyFileError(
            f"{path} can't be replaced: {_explain(error)}. The new study is in {made}."
        ) from error


def remove_folder(folder: TemporaryDirectory[str]) -> None:
    """Remove a temporary folder with all that is in it, as far as the system lets us.

    Windows removes no file that somebody has open; whoever reads a picture will be ready soon. What
    can't be removed at all is left to the system: it is no reason not to close a study.
    """
    for _ in range(_TRIES):
        with suppress(OSError, RecursionError):  # Python 3.11 looks for folders in such a file
            folder.cleanup()
            return
        sleep(_PAUSE_SECONDS)


def choose_free(path: Path) -> Path:
    """Return the path, or one beside it with a number that nobody has."""
    free, number = path, 1
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.stem} {number}{path.suffix}")
    return free


def sync_folder(folder: Path) -> None:
    """Put a folder's names on disk; Windows opens no folder, and does it by itself."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def name_building(path: Path) -> Path:
    """Return a name that nobody has, beside the file to be."""
    return path.with_name(f".{path.name}.{uuid4().hex[:8]}.new")
