"""Rotating backups in SortRank's data folder, verified when they are made and when they return.

How it works
------------
Each study has a folder named by its UUID and its place, so that copies of one study keep apart. A
backup there is a study file whose pictures are left
out; the pictures lie beside it by digest, once for all backups, so that a backup is small even
where the pictures take a gigabyte. Backups are numbered, and their order is that of the numbers:
clocks may jump.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from sortrank_gui.errors import StudyFileError
from sortrank_gui.limits import MOST_PICTURE_BYTES
from sortrank_gui.paths import data_folder
from sortrank_gui.safe_files import (
    name_building,
    open_plain,
    publish,
    read_json,
    replacing,
    sweep,
    sync_folder,
)
from sortrank_gui.study.file import schema
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.database import (
    connect,
    sentences,
    transaction,
    wait_for_disk,
    wal_path,
)
from sortrank_gui.study.file.locking import Lock
from sortrank_gui.study.file.places import (
    backup_place,
    is_digest,
    list_backup_places,
    picture_path,
)
from sortrank_gui.study.file.reading import read_everything, read_version

KEPT = 10
KEPT_DAYS = 30
_IMAGES, _NOTE = "images", "study.json"


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup of a study."""

    path: Path
    number: int
    made_at: str


def backup_folder() -> Path:
    """Return where all backups are."""
    return data_folder() / "backups"


def back_up(connection: sqlite3.Connection, path: Path, uuid: str) -> Path:
    """Write a verified backup of the study behind a connection; remove what is no longer kept."""
    folder = backup_place(backup_folder(), uuid, path)
    building = name_building(folder / "backup")
    try:
        (folder / _IMAGES).mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing(folder / _NOTE, mode=0o600) as file:
            json.dump({"path": str(path.resolve())}, file)
        os.close(os.open(building, os.O_CREAT | os.O_EXCL, 0o600))
        with sentences(folder, "write a backup"):
            _copy(connection, building, folder / _IMAGES, out=True)
            _verify(building)
        made = [*_list(folder)]
        number = made[-1].number + 1 if made else 1
        final = folder / f"{number:06}_{utc_now().replace(':', '-')}.sortrank"
        building.rename(final)
        sync_folder(folder)
        _prune(_list(folder))
        sweep(folder)
        sweep(folder / _IMAGES)
    except OSError as error:
        raise StudyFileError(f"No backup could be written to {folder}: {error}.") from error
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)
    return final


def list_damaged(backup: Path) -> list[str]:
    """Return the digests of pictures that were damaged when a backup was made."""
    with sentences(backup, "read a backup"), closing(connect(backup, read_only=True)) as made:
        rows = made.execute("SELECT digest, bytes FROM images ORDER BY digest").fetchall()
    images = backup.parent / _IMAGES
    return [digest for digest, data in rows if data or not picture_path(images, digest).exists()]


def list_lost(study: Path) -> list[str]:
    """Return the digests of pictures that a backup could not bring back."""
    with sentences(study, "read it"), closing(connect(study, read_only=True)) as made:
        rows = made.execute("SELECT digest FROM images WHERE length(bytes) <> size ORDER BY digest")
        return [digest for (digest,) in rows]


def find_backups(path: Path) -> list[Backup]:
    """Return the backups of the study at this path, the oldest first."""
    wanted, found = str(path.resolve()), list[Backup]()
    for note in sorted(backup_folder().glob(f"*/{_NOTE}")):
        with suppress(OSError, ValueError, TypeError, KeyError):
            if read_json(note)["path"] == wanted:
                found += _list(note.parent)
    return found


def find_picture(uuid: str, digest: str) -> bytes:
    """Return a picture of a study out of its backups; empty if none has it."""
    folders = list_backup_places(backup_folder(), uuid)
    found = (_read_picture(folder / _IMAGES, digest) for folder in folders)
    return next((data for data in found if data), b"")


def list_own(path: Path, uuid: str) -> list[Path]:
    """Return all backups of a study: of its place, and of places where there is no file now."""
    return [backup.path for folder in _own_folders(path, uuid) for backup in _list(folder)]


def list_other_copies(path: Path, uuid: str) -> list[Path]:
    """Return files that had the same: copies elsewhere, and what a restore put aside."""
    aside = path.parent.glob(f"{path.stem}-before-restore-*{path.suffix}")
    elsewhere = (place for _, place in _folders_of(uuid) if _is_other(place, path))
    return sorted({*aside, *elsewhere})


def remove_own(path: Path, uuid: str, *, but: Path) -> None:
    """Delete all backups of a study but one; pictures stay, since they are nobody's answers."""
    try:
        for folder in _own_folders(path, uuid):
            while found := [file for file in _list_files(folder) if file != but]:
                for file in found:  # and what another process finishes meanwhile
                    file.unlink(missing_ok=True)
    except OSError as error:
        raise StudyFileError(f"The old backups can't all be deleted: {error}.") from error


def _list_files(folder: Path) -> list[Path]:
    return [*folder.glob("*.sortrank*"), *folder.glob(".*.new*")]


def _own_folders(path: Path, uuid: str) -> list[Path]:
    return [folder for folder, place in _folders_of(uuid) if not _is_other(place, path)]


def _folders_of(uuid: str) -> Iterator[tuple[Path, Path]]:
    """Yield the folders of a study's copies, and where each copy was."""
    for folder in list_backup_places(backup_folder(), uuid):
        with suppress(OSError, ValueError, TypeError, KeyError):
            yield folder, Path(read_json(folder / _NOTE)["path"])


def _is_other(place: Path, path: Path) -> bool:
    return place != path.resolve() and place.exists()


def restore(backup: Path, path: Path) -> Path | None:
    """Put a backup in the place of a study; return where the file that was there is now.

    A picture that is damaged or gone costs no answers: see `list_lost`.
    """
    if path.exists() and not path.is_file():
        raise StudyFileError(f"{path} is no file; choose another name.")
    if not backup.exists():  # a process that made a newer one may have removed it since
        raise StudyFileError(f"{backup} is not there any more; choose another backup.")
    images = backup.parent / _IMAGES
    building = name_building(path)
    lock = Lock.take(path)
    if lock is None:
        raise StudyFileError(f"{path} is in use; close it before it is restored.")
    try:
        os.close(os.open(building, os.O_CREAT | os.O_EXCL, 0o600))
        with sentences(backup, "read a backup"), closing(connect(backup, read_only=True)) as source:
            read_version(source, backup)
            _copy(source, building, images, out=False)
            _verify(building)
        moved = _move_aside(path)
        publish(building, path)
        return moved
    except OSError as error:
        raise StudyFileError(f"{path} can't be restored: {error}.") from error
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)
        lock.release()


def _list(folder: Path) -> list[Backup]:
    found = []
    for path in folder.glob("*.sortrank"):
        number, _, when = path.stem.partition("_")
        if number.isdecimal():
            found.append(Backup(path, int(number), when))
    return sorted(found, key=lambda backup: backup.number)


def _prune(backups: list[Backup]) -> None:
    """Keep the newest backups, and the last one of each of the newest days."""
    last_of_day = {backup.made_at[:10]: backup for backup in backups}
    kept = backups[-KEPT:] + list(last_of_day.values())[-KEPT_DAYS:]
    for backup in backups:
        if backup not in kept:
            backup.path.unlink(missing_ok=True)  # another process may prune, too


def _copy(source: sqlite3.Connection, target: Path, images: Path, *, out: bool) -> None:
    """Copy all tables into an empty file; pictures go out to files, or come back in from them."""
    (version,) = source.execute("PRAGMA user_version").fetchone()
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        wait_for_disk(copy)
        with transaction(copy):
            tables = source.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
            for name, statement in tables.fetchall():
                copy.execute(statement)
                _copy_table(source, copy, name, images, out=out)
            copy.execute("DELETE FROM state WHERE key = 'open'")
            copy.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
            copy.execute(f"PRAGMA user_version = {int(version)}")
        if not out:
            copy.execute("PRAGMA journal_mode = WAL").fetchone()


def _copy_table(
    source: sqlite3.Connection, copy: sqlite3.Connection, name: str, images: Path, *, out: bool
) -> None:
    cursor = source.execute(f'SELECT * FROM "{name}"')
    marks = ", ".join("?" * len(cursor.description))
    rows: Iterator[tuple[object, ...]] = iter(cursor)
    if name == "images":
        move = _put_picture if out else _get_picture
        rows = ((*row[:-1], move(images, row[0], row[-1])) for row in cursor)
    copy.executemany(f'INSERT INTO "{name}" VALUES ({marks})', rows)


def _put_picture(images: Path, digest: str, data: bytes) -> bytes:
    """Write a picture that is not there yet; the backup itself holds none of it.

    One that is damaged has no place there: the backup keeps its row as it is.
    """
    if not _is_sound(digest, data):
        return data
    path = picture_path(images, digest)
    if not path.exists():
        building = name_building(path)
        descriptor = os.open(building, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        building.rename(path)
    return b""


def _get_picture(images: Path, digest: str, data: bytes) -> bytes:
    if data != b"" or not is_digest(digest):
        return data  # of a picture that was damaged when the backup was made
    return _read_picture(images, digest)


def _read_picture(images: Path, digest: str) -> bytes:
    """Return a picture that lies beside backups; empty where it is damaged, or no picture at all.

    Who gave us the folder may have put anything there, such as a pipe or a link to a device.
    """
    with suppress(OSError), open_plain(picture_path(images, digest)) as file:
        data = file.read(MOST_PICTURE_BYTES + 1)
        if _is_sound(digest, data):
            return data
    return b""


def _is_sound(digest: object, data: object) -> bool:
    return isinstance(data, bytes) and sha256(data).hexdigest() == digest


def _verify(path: Path) -> None:
    """Read a backup as if it were needed."""
    with closing(connect(path, read_only=True)) as connection:
        if read_version(connection, path) == schema.VERSION:
            read_everything(connection, path)
        elif connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise StudyFileError(f"The backup {path} is damaged.")


def _move_aside(path: Path) -> Path | None:
    """Give a study and the files beside it other names; nothing is ever deleted."""
    moved = None
    for number in range(1, 1000):
        aside = path.with_name(f"{path.stem}-before-restore-{number}{path.suffix}")
        if not aside.exists() and not wal_path(aside).exists():
            break
    for old, new in ((path, aside), (wal_path(path), wal_path(aside))):
        if old.exists() and (old == path or old.stat().st_size > 0):
            old.rename(new)
            moved = aside
    wal_path(path).unlink(missing_ok=True)
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    return moved
