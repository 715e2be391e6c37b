from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.errors import InputError
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.ui.open_study import engine_worker
from sortrank_gui.ui.open_study.desk import Desk

MakeDesk = Callable[..., Desk]


def answer(desk: Desk, qtbot: QtBot, choice: Answer = Answer.LEFT) -> None:
    """Answer the current trial and wait until the engine took it."""
    number = desk.state.trial.number
    desk.answer(number, choice, 1.0)
    qtbot.waitUntil(lambda: desk.state.trial.number == number + 1)


def start(desk: Desk, qtbot: QtBot, code: str = "P01") -> None:
    """Start a session and wait until it runs."""
    desk.start_session(code)
    qtbot.waitUntil(lambda: desk.state.phase is Phase.RUNNING)


def test_desk_knows_what_it_opened(make_desk: MakeDesk) -> None:
    """Path, content and the state of the file are there once it is open."""
    desk = make_desk(title="Dots")
    assert desk.path is not None
    assert desk.path.name == "study.sortrank"
    assert desk.content.design.title == "Dots"
    assert (desk.is_frozen, desk.read_only, desk.is_demo) == (False, False, False)


def test_opened_desk_knows_its_state(qtbot: QtBot, make_file: Callable[..., Path]) -> None:
    """Who hears that a study is open may ask for its state at once."""
    desk, known = Desk(), []
    desk.opened.connect(lambda: known.append(desk.state))
    with qtbot.waitSignal(desk.opened):
        desk.open(make_file())
    assert known[0].phase is Phase.IDLE
    desk.close_and_wait()


def test_desk_refuses_what_is_no_study(qtbot: QtBot, tmp_path: Path) -> None:
    """A file that is not there is refused with a sentence that names it."""
    desk = Desk()
    with qtbot.waitSignal(desk.refused) as refused:
        desk.open(tmp_path / "none.sortrank")
    assert "none.sortrank" in refused.args[0].sentence
    desk.close_and_wait()


def test_saving_changes_the_content(make_desk: MakeDesk, qtbot: QtBot) -> None:
    """Design and items are replaced, and the news carry what is in the file."""
    desk = make_desk()
    design = replace(desk.content.design, prompt="Which is larger?")
    with qtbot.waitSignal(desk.content_changed):
        desk.save(design, [*desk.content.items, Item("seven", text="7")], None)
    assert desk.content.design.prompt == "Which is larger?"
    assert (len(desk.content.items), desk.content.truth) == (7, None)
    start(desk, qtbot)
    answer(desk, qtbot)


def test_long_save_says_how_far_it_is(
    make_desk: MakeDesk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Items are counted while they are written."""
    monkeypatch.setattr(engine_worker, "_TELL_SECONDS", 0.0)
    desk = make_desk()
    design, items = desk.content.design, desk.content.items
    told: list[tuple[int, int]] = []
    desk.save_progressed.connect(lambda done, total: told.append((done, total)))
    with qtbot.waitSignal(desk.content_changed):
        desk.save(design, items[:3], None)
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_first_answer_freezes(make_desk: MakeDesk, qtbot: QtBot) -> None:
    """The news say so, and a save is refused with a sentence."""
    desk = make_desk()
    start(desk, qtbot)
    with qtbot.waitSignals([desk.content_changed, desk.records_changed]):
        desk.answer(1, Answer.LEFT, 1.0)
    assert desk.is_frozen
    with qtbot.waitSignal(desk.failed) as failed:
        desk.save(desk.content.design, desk.content.items, None)
    assert "duplicate" in failed.args[0].sentence


def test_new_truth_reaches_the_analysis(make_desk: MakeDesk, qtbot: QtBot) -> None:
    """With answers in the file, the truth may still change; the analysis starts anew."""
    desk = make_desk(truth=False)
    start(desk, qtbot)
    answer(desk, qtbot)
    with qtbot.waitSignals([desk.content_changed, desk.analysed]):
        desk.set_truth([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    assert desk.content.truth == (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)


class Clerk:
    """Takes what jobs return."""

    def __init__(self) -> None:
        self.values: list[object] = []

    def take(self, value: object) -> None:
        """Keep a value."""
        self.values.append(value)


def count_records(file: StudyFile) -> int:
    """Return how many records there are."""
    return len(file.everything.records)


def test_job_runs_between_answers(make_desk: MakeDesk, qtbot: QtBot) -> None:
    """A job sees the file as it is then; its value arrives on this thread."""
    desk, clerk = make_desk(), Clerk()
    start(desk, qtbot)
    desk.answer(1, Answer.LEFT, 1.0)
    desk.run(count_records, clerk.take)
    qtbot.waitUntil(lambda: clerk.values == [2])


def test_job_that_fails_is_told(make_desk: MakeDesk, qtbot: QtBot) -> None:
    """Its failure goes to whoever asked, or to all."""

    def fail(_file: StudyFile) -> None:
        raise InputError("That can't be.")

    desk, clerk = make_desk(), Clerk()
    desk.run(fail, clerk.take, clerk.take)
    qtbot.waitUntil(lambda: len(clerk.values) == 1)
    assert clerk.values[0].sentence == "That can't be."
    with qtbot.waitSignal(desk.failed):
        desk.run(fail, clerk.take)


def test_second_desk_can_only_read(make_desk: MakeDesk, qtbot: QtBot) -> None:
    """A study that is open elsewhere is for reading, and starting a session says why."""
    desk = make_desk()
    reader = make_desk(desk.path)
    assert reader.read_only
    assert "in use" in reader.notices[0]
    with qtbot.waitSignal(reader.failed) as failed:
        reader.start_session()
    assert "reading only" in failed.args[0].sentence


@pytest.mark.parametrize("patient", [True, False])
def test_closing_releases_the_file(make_desk: MakeDesk, qtbot: QtBot, patient: bool) -> None:
    """Closed at once or by and by, the file can be opened again, and all answers are there."""
    desk = make_desk()
    start(desk, qtbot)
    answer(desk, qtbot)
    with qtbot.waitSignal(desk.closed):
        (desk.close_and_wait if patient else desk.close)()
    again = make_desk(desk.path)
    assert not again.read_only
    assert [sitting.answered for sitting in again.state.sittings] == [1]


def test_reason_and_notes_are_kept(make_desk: MakeDesk, qtbot: QtBot) -> None:
    """Notes, events and the reason of an end are in the file, in their order."""
    desk, clerk = make_desk(), Clerk()
    start(desk, qtbot)
    desk.add_note("came late")
    qtbot.waitUntil(lambda: desk.state.note == "came late")
    desk.pause("focus lost")
    desk.resume()
    desk.end("fire alarm")
    qtbot.waitUntil(lambda: desk.state.phase is Phase.IDLE)
    desk.run(attrgetter("notes"), clerk.take)
    qtbot.waitUntil(lambda: bool(clerk.values))
    assert [(note.kind, note.text) for note in clerk.values[0]] == [
        ("note", "came late"),
        ("event", "paused: focus lost"),
        ("reason", "fire alarm"),
    ]


def test_closing_while_opening_leaves_nothing(
    qapp: QApplication, make_file: Callable[..., Path]
) -> None:
    """Who closes before the news have come gets no thread that nobody ends."""
    desk = Desk()
    desk.open(make_file())
    desk.close_and_wait()
    QApplication.processEvents()
    assert desk.content is None
    assert desk._analysis is None
