"""A quick look at a study file: title and counts, without reading or verifying all of it."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sortrank_gui.study.design.design import design_from_json
from sortrank_gui.study.file.database import connect, sentences
from sortrank_gui.study.file.reading import read_version


@dataclass(frozen=True, slots=True)
class Glance:
    """What a list of studies says about one."""

    title: str
    items: int
    answers: int
    """That count: those taken back are left out."""


def glance(path: Path) -> Glance:
    """Return title and counts; raise where the file is no study."""
    with sentences(path, "read it"), closing(connect(path, read_only=True)) as connection:
        read_version(connection, path)
        (design,) = connection.execute("SELECT design FROM study").fetchone()
        (items,) = connection.execute("SELECT count(*) FROM items").fetchone()
        (answers,) = connection.execute(
            "SELECT count(trial) - count(undoes) FROM journal"
        ).fetchone()
    return Glance(design_from_json(design).title, items, answers)
