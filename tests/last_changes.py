"""All that can be saved last in a study, before a crash: each kind of change, by its name.

`BEFORE` are changes of a study that nobody has answered, `AFTER` of one that P01 and P02 have.
"""

from collections.abc import Callable
from dataclasses import replace

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Texts
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.exclusions import exclude
from sortrank_gui.study.file.journal import Event, NoteKind
from sortrank_gui.study.file.rewriting import without_sessions
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.withdrawing import rename_participant

Change = Callable[[StudyFile], object]


def save(file: StudyFile, content: Content) -> None:
    """Save design and items as the Study tab does."""
    file.save(content.design, content.items, content.truth, drop_robots=True)


def change_design(file: StudyFile) -> None:
    """Ask something else."""
    save(file, replace(file.content, design=replace(file.design, prompt="Which is darker?")))


def change_items(file: StudyFile) -> None:
    """Add an item."""
    content = replace(file.content, truth=None)
    save(file, replace(content, items=(*content.items, Item("one more", text="new"))))


def change_texts(file: StudyFile) -> None:
    """Mend a page, which is possible at any time."""
    texts = Texts(welcome="Welcome, all!", left=file.design.texts.left)
    save(file, replace(file.content, design=replace(file.design, texts=texts)))


def change_codes(file: StudyFile) -> None:
    """Give a list of codes and a PIN, of which no event tells."""
    design = replace(file.design, codes=("P01", "P02", "P03"), pin="1234")
    save(file, replace(file.content, design=design))


def change_truth(file: StudyFile) -> None:
    """Turn the ground truth round."""
    file.set_truth([-float(k) for k in range(len(file.content.items))])


def forget_truth(file: StudyFile) -> None:
    """Take the ground truth away."""
    file.set_truth(None)


def start_robot(file: StudyFile) -> None:
    """Begin a session of a robot."""
    file.start_session(robot=True)


def exclude_session(file: StudyFile) -> None:
    """Let a session not count."""
    exclude(file, ("P02", 1, None), "slept")


def add_event(file: StudyFile) -> None:
    """Write an event down."""
    file.add_event(EventKind.LANGUAGE, {"language": "de"}, file.sessions[0])


def add_note(file: StudyFile) -> None:
    """Write a note down."""
    file.add_note(file.sessions[0], NoteKind.NOTE, "was late")


def add_record(file: StudyFile) -> None:
    """Write a pause into the journal."""
    file.append(file.sessions[0], Event.PAUSE)


def rename(file: StudyFile) -> None:
    """Correct a code."""
    rename_participant(file, "P02", "P05")


def withdraw(file: StudyFile) -> None:
    """Let somebody withdraw, and crash before the bytes of it are overwritten."""
    gone = {row.id for row in file.sessions if row.participant == "P02"}
    file.rewrite(lambda study: without_sessions(study, gone), EventKind.WITHDRAW, {})


BEFORE: dict[str, Change] = {
    each.__name__: each
    for each in (
        change_design,
        change_items,
        change_texts,
        change_codes,
        change_truth,
        forget_truth,
        start_robot,
    )
}
AFTER: dict[str, Change] = {
    each.__name__: each
    for each in (
        change_texts,
        change_codes,
        change_truth,
        forget_truth,
        start_robot,
        exclude_session,
        add_event,
        add_note,
        add_record,
        rename,
        withdraw,
    )
}
