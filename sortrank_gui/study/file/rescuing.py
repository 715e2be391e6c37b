"""A copy of an open study out of the memory, where its file is not to be relied on any more."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sortrank_gui.errors import StudyFileError
from sortrank_gui.safe_files import choose_free, make_folder, publish, reserve
from sortrank_gui.study.design.content import ImageRow, read_image_row, write_content
from sortrank_gui.study.file import backups, schema
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.database import sentences, transaction, wait_for_disk
from sortrank_gui.study.file.reading import DEMO, Everything, read_everything
from sortrank_gui.study.file.rewriting import write_study
from sortrank_gui.study.file.seal import write_seal


def rescue(study: Everything, source: sqlite3.Connection, path: Path) -> Path:
    """Write a copy beside the path of a study, or else among its backups; return where it is."""
    name = f"{path.stem}-rescued{path.suffix}"
    try:
        target = choose_free(path.with_name(name))
        write_everything(study, source, target)
    except (StudyFileError, OSError):
        target = choose_free(make_folder(backups.backup_folder()) / name)
        write_everything(study, source, target)
    return target


def write_everything(study: Everything, source: sqlite3.Connection, target: Path) -> None:
    """Write a study as it is in memory, completely or not at all; the source has its pictures."""

    def find_image(digest: str) -> ImageRow:
        with suppress(StudyFileError, sqlite3.Error):
            return read_image_row(source, digest)
        data = backups.find_picture(study.uuid, digest)
        return (
            digest,
            "",
            0,
            0,
            len(data),
            data,
        )  # an empty one is told as damaged where it is shown

    building = reserve(target)
    try:
        with (
            sentences(target, "write a copy"),
            closing(sqlite3.connect(building, isolation_level=None)) as copy,
        ):
            wait_for_disk(copy)
            with transaction(copy):
                schema.create_tables(copy)
                row = (1, study.uuid, study.created_at, "", b"")
                copy.execute("INSERT INTO study VALUES (?, ?, ?, ?, ?)", row)
                write_content(copy, study.content, find_image=find_image, unfinished=True)
                write_study(copy, study, study)
                sentence = "This copy was saved since the file of the open study was changed."
                incidents = [*study.incidents, (utc_now(), sentence)]
                copy.executemany("INSERT INTO incidents (at, sentence) VALUES (?, ?)", incidents)
                if study.is_demo:
                    copy.execute("INSERT INTO state VALUES (?, '')", (DEMO,))
                write_seal(copy)
            read_everything(copy, target)
            copy.execute("PRAGMA journal_mode = WAL").fetchone()
        publish(building, target)
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)
