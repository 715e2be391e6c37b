"""A station's window: waits for a code or the next one, shows a session, and waits again."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from sortrank_gui.errors import CodeError, LabGoneError, UsedCodeError
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study_as
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.lab_files import OrderKind, StationOrder
from sortrank_gui.study.survey.lab_state import LabState
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.ui.lab.station_window import StationWindow
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant.walk import Walk
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.widgets.theme import Appearance
from tests.ui.lab.conftest import SeatFile

Make = Callable[..., StationWindow]


@pytest.fixture
def make_station(
    qtbot: QtBot,
    make_file: Callable[..., Path],
    images: ImageStore,
    appearance: Appearance,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Make]:
    """Return a maker of a station's window; options are fields of the design."""
    monkeypatch.setattr(SeatFile, "orders", ())
    made: list[tuple[StationWindow, Walk, OpenStudy]] = []

    def make(*, thanks_ms: int = 60_000, **fields: Any) -> StationWindow:
        study = OpenStudy()
        path = make_file("station", **fields)
        with qtbot.waitSignal(study.opened):
            study.request(Engine.open_by, partial(open_study_as, SeatFile, path))
        images.set_study(study.path)
        walk = Walk(study)
        window = StationWindow(walk, images, thanks_ms=thanks_ms)
        made.append((window, walk, study))
        window.resize(1000, 700)
        window.show_windowed()
        qtbot.waitExposed(window)
        return window

    yield make
    for window, _, study in made:
        window.leave()
        study.close()
        window.deleteLater()


def answer_all(window: StationWindow, qtbot: QtBot, count: int) -> None:
    """Answer so many trials as soon as they are shown."""
    for number in range(count):
        qtbot.waitUntil(lambda: window.trial_page.view.is_open)
        window.trial_page.view.give_answer(Answer.LEFT)
        qtbot.waitUntil(partial(_has_answered, window, number + 1))


def _has_answered(window: StationWindow, count: int) -> bool:
    return window._study.state.answered == count


def test_station_waits_for_a_code(make_station: Make, qtbot: QtBot) -> None:
    """The field is empty, whatever code the station's own file would give: others begin, too."""
    window = make_station()
    assert window.page is CoursePage.CODE
    assert window.message_page.field.text() == ""
    qtbot.keyClicks(window.message_page.field, "VP7")
    qtbot.keyClick(window.message_page.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.page is CoursePage.TRIAL)
    assert window._study.state.participant == "VP7"


def test_enter_takes_the_next_one(make_station: Make, qtbot: QtBot) -> None:
    """Where the study counts by itself, nobody has to type."""
    window = make_station()
    assert window.message_page.button.isEnabled()
    qtbot.keyClick(window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.page is CoursePage.TRIAL)
    assert window._study.state.participant == "P01"


def test_code_of_a_list_has_to_be_typed(make_station: Make) -> None:
    """A study with a list of codes in no order knows people only by what they type."""
    window = make_station(codes=("K1", "K2"))
    assert not window.message_page.button.isEnabled()
    window.message_page.field.setText("K2")
    assert window.message_page.button.isEnabled()


def test_station_waits_again_after_the_thanks(make_station: Make, qtbot: QtBot) -> None:
    """The session ends by itself, and the next one finds an empty field."""
    window = make_station(budget=2, thanks_ms=200)
    qtbot.keyClick(window, Qt.Key.Key_Return)
    answer_all(window, qtbot, 2)
    qtbot.waitUntil(lambda: window.page is CoursePage.THANKS)
    qtbot.waitUntil(lambda: window.page is CoursePage.CODE)
    state = window._study.state
    assert (state.phase, state.sittings[0].is_ended) == (Phase.IDLE, True)
    assert window.message_page.field.text() == ""


def test_desk_can_start_pause_and_resume(
    make_station: Make, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orders are obeyed when the link tells of them; a pause is a page that waits."""
    window = make_station()
    for kind, page in (
        (OrderKind.START, CoursePage.TRIAL),
        (OrderKind.PAUSE, CoursePage.WAITING),
        (OrderKind.RESUME, CoursePage.TRIAL),
    ):
        monkeypatch.setattr(SeatFile, "orders", (StationOrder(1, kind, "P09"),))
        window._study.noticed.emit()
        qtbot.waitUntil(partial(_shows, window, page))
    assert window._study.state.participant == "P09"


def _shows(window: StationWindow, page: CoursePage) -> bool:
    return window.page is page


def test_line_for_the_researcher_is_on_quiet_pages_only(
    make_station: Make, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not on the server is said while the station waits, and never beside a trial."""
    told = LabState("station", "lab.example", "booth-1", 12, connected=False)
    monkeypatch.setattr(SeatFile, "lab", told)
    window = make_station()
    words = "booth-1 · server away · answers not yet on the server: 12"
    qtbot.waitUntil(lambda: window.line.text() == words)
    assert window.line.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.page is CoursePage.TRIAL)
    qtbot.waitUntil(lambda: not window.line.isVisible())


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (UsedCodeError("P03 takes part at booth-2 now."), "Dieser Code wird schon benutzt."),
        (CodeError("“P03” is not in the list."), "Dieser Code stimmt nicht."),
        (LabGoneError("The server is away."), "Es kann gerade nicht losgehen."),
    ],
    ids=["used", "wrong", "server away"],
)
def test_refused_code_is_told_in_the_studys_language(
    refusal: Exception,
    words: str,
    make_station: Make,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The station still waits, with what was typed, and not a word of English is seen."""
    monkeypatch.setattr(SeatFile, "refusal", refusal)
    window = make_station(languages=("de",))
    window.message_page.field.setText("P03")
    qtbot.keyClick(window.message_page.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.message_page.text.startswith(words))
    assert window.page is CoursePage.CODE
    assert (window.message_page.field.text(), window.line.text()) == ("P03", "booth-1")
    monkeypatch.setattr(SeatFile, "refusal", None)
    qtbot.keyClick(window.message_page.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.page is CoursePage.TRIAL)
    assert words not in window.message_page.text


def test_typed_code_stays_while_the_lab_is_looked_at(make_station: Make, qtbot: QtBot) -> None:
    """A state every second is no reason to empty the field under somebody's hands."""
    window = make_station()
    qtbot.keyClicks(window.message_page.field, "VP")
    for _ in range(2):
        with qtbot.waitSignal(window._study.state_changed):
            pass
    assert window.message_page.field.text() == "VP"


def test_look_at_the_lab_brings_no_old_pair_back(make_station: Make, qtbot: QtBot) -> None:
    """What the link has to say while an answer is on its way is told with what comes of that."""
    window = make_station()
    qtbot.keyClick(window, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.page is CoursePage.TRIAL)
    study, shown = window._study, list[int]()
    qtbot.waitUntil(lambda: not study.is_busy)
    study.state_changed.connect(lambda state: shown.append(state.answered))
    study.hear()
    study.request(Engine.answer, 1, Answer.LEFT, 1.0)
    qtbot.waitUntil(lambda: 1 in shown)
    assert 0 not in shown


def test_who_stopped_here_is_named(make_station: Make, qtbot: QtBot) -> None:
    """After a crash nobody has to remember a code; with it the session goes on where it was."""
    window = make_station()
    study = window._study
    qtbot.keyClick(window, Qt.Key.Key_Return)
    answer_all(window, qtbot, 2)
    study.request(Engine.leave)
    qtbot.waitUntil(lambda: window.page is CoursePage.CODE)
    qtbot.waitUntil(lambda: window.line.text().startswith("P01 did not come to the end here"))
    qtbot.keyClicks(window.message_page.field, "P01")
    qtbot.keyClick(window.message_page.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.page is CoursePage.TRIAL)
    assert (study.state.participant, study.state.answered) == ("P01", 2)
