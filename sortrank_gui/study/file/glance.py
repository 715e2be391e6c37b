"""A quick look at a study file: title and counts, without reading or verifying all of it."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sortrank_gui.study.design.design import design_from_json
from sortrank_gui.study.file.database import connect, sentences
from sortrank_gui.study.file.reading import DEMO, read_version


@dataclass(frozen=True, slots=True)
class Glance:
    """What a list of studies says about one."""

    title: str
    items: int
    participants: int
    """People: robots are left out, but for a demo's."""
    answers: int
    """Of people, without those taken back."""


def glance(path: Path) -> Glance:
    """Return title and counts; raise where the file is no study."""
    with sentences(path, "read it"), closing(connect(path, read_only=True)) as connection:
        read_version(connection, path)
        (design,) = connection.execute("SELECT design FROM study").fetchone()
        (items,) = connection.execute("SELECT count(*) FROM items").fetchone()
        demo = connection.execute("SELECT 1 FROM state WHERE key = ?", (DEMO,)).fetchone()
        who = "" if demo else "AND NOT a.robot"
        (people, answers) = connection.execute(
            "SELECT count(DISTINCT s.participant), count(*) FROM journal a "
            f"JOIN sessions s ON s.id = a.session WHERE a.event = 'answer' {who}"
        ).fetchone()
        (undone,) = connection.execute(
            "SELECT count(*) FROM journal u JOIN journal a "
            f"ON a.session = u.session AND a.seq = u.undoes WHERE u.event = 'undo' {who}"
        ).fetchone()
    return Glance(design_from_json(design).title, items, people, answers - undone)
