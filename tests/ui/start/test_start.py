import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design import content
from sortrank_gui.study.file import reading
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import RECOVERED, open_study
from sortrank_gui.study.survey import engine
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.ui.widgets.actions import ActionButton
from sortrank_gui.ui.widgets.theme import Appearance, Choice
from sortrank_gui.ui.window import study_files
from sortrank_gui.ui.window.main_window import MainWindow
from sortrank_gui.ui.window.settings import Settings
from tests.ui.sample_pictures import save_picture

MakeFile = Callable[..., Path]
MakeWindow = Callable[..., MainWindow]


@pytest.fixture
def make_window(qtbot: QtBot, appearance: Appearance) -> Iterator[MakeWindow]:
    """Return a maker of windows at their start page, closed at the end."""
    windows: list[MainWindow] = []

    def make(settings: Settings | None = None) -> MainWindow:
        window = MainWindow(appearance, settings)
        windows.append(window)
        qtbot.addWidget(window)
        window.show()
        return window

    yield make
    for window in windows:
        window.close()


def drop(window: MainWindow, *paths: Path) -> bool:
    """Drop paths on the window; return whether it welcomes them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    place, action, button = QPointF(50, 50), Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place.toPoint(), action, data, button, none)
    enter.ignore()
    window.dragEnterEvent(enter)
    if enter.isAccepted():
        window.dropEvent(QDropEvent(place, action, data, button, none))
    return enter.isAccepted()


def make_folder(path: Path, count: int = 3) -> Path:
    """Make a folder of pictures."""
    path.mkdir()
    for k in range(count):
        save_picture(path / f"photo {k}.png", 20 + k, 20)
    return path


def test_recent_studies_stand_above_the_demo(make_window: MakeWindow, make_file: MakeFile) -> None:
    """Who has studies comes for them; the demo is for those who have none yet."""
    settings = Settings()
    settings.add_recent(make_file("mine"))
    page = make_window(settings).stack.pages["Start"]
    buttons = {b.text(): b.mapTo(page, QPoint()).y() for b in page.findChildren(ActionButton)}
    recent = page.recent.mapTo(page, QPoint()).y()
    assert buttons["New study…"] < recent < buttons["Try the demo"]


def test_nothing_is_recent_for_who_comes_first(
    make_window: MakeWindow, make_file: MakeFile
) -> None:
    """No empty card stands above the demo: it comes with the first study and goes with the last."""
    recent = make_window().stack.pages["Start"].recent
    assert recent.isHidden()
    recent.set_paths([make_file("mine")])
    assert not recent.isHidden()
    recent.set_paths([])
    assert recent.isHidden()


def test_study_that_was_not_closed_says_so_once(
    make_window: MakeWindow, make_file: MakeFile, qtbot: QtBot, tmp_path: Path
) -> None:
    """After a crash the window says, as good news, that nothing is lost."""
    path, crashed = make_file("mine"), tmp_path / "crashed.sortrank"
    survey = Survey(open_study(path))
    survey.start("P01").answer(Answer.LEFT, seconds=0.9)
    for end in ("", "-wal", "-lock"):
        shutil.copy(f"{path}{end}", f"{crashed}{end}")
    survey.close()
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        window.open_path(crashed)
    assert window.notice.text == RECOVERED
    assert window.notice.property("good") is True
    assert window.study.state.records == 2


def test_opening_says_how_far_it_is(
    make_window: MakeWindow,
    make_file: MakeFile,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Records that are verified, and how long the rest takes, in the status and on the page."""
    monkeypatch.setattr(reading, "_AT_ONCE", 1)
    monkeypatch.setattr(engine, "_TELL_SECONDS", 0.0)
    path = make_file("mine")
    with open_study(path) as study:
        for code in ("P01", "P02"):
            study.start_session(code)
    window, told = make_window(), list[str]()
    window.reception.status_changed.connect(told.append)
    with qtbot.waitSignal(window.study_shown):
        window.open_path(path)
    assert "Opening… 2 of 2 records verified, about 1 s left" in told


def test_recent_studies_are_counted_anew(
    make_window: MakeWindow, make_file: MakeFile, qtbot: QtBot
) -> None:
    """After a session here, and after one elsewhere when somebody comes back to the window."""
    path = make_file("mine")
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        window.open_path(path)
    window.study.request(Engine.start_session, "P01")
    qtbot.waitUntil(lambda: window.study.state.trial is not None)
    window.study.request(Engine.answer, window.study.state.trial.number, Answer.LEFT, 0.9)
    qtbot.waitUntil(lambda: window.study.state.answered == 1)
    with qtbot.waitSignal(window.studies.closed):
        window.reception.close_study()

    def counts() -> str:
        return window.stack.pages["Start"].recent.rows[path].counts

    qtbot.waitUntil(lambda: counts() == "6 items · 1 answer")
    survey = Survey(open_study(path))
    session = survey.start("P02")
    session.answer(Answer.LEFT, seconds=0.9)
    survey.close()
    QApplication.sendEvent(window.stack.pages["Start"], QEvent(QEvent.Type.WindowActivate))
    assert counts() == "6 items · 1 answer", "no flicker while it is counted"
    qtbot.waitUntil(lambda: counts() == "6 items · 2 answers")


def test_recent_studies_show_their_counts(
    make_window: MakeWindow, make_file: MakeFile, qtbot: QtBot, tmp_path: Path
) -> None:
    """Counts come by and by, a missing file is greyed, and a click opens a study."""
    settings = Settings()
    settings.add_recent(tmp_path / ("no such name" * 30))
    settings.add_recent(tmp_path / "gone.sortrank")
    settings.add_recent(make_file("mine"))
    window = make_window(settings)
    rows = window.stack.pages["Start"].recent.rows
    mine, gone = rows[tmp_path / "mine.sortrank"], rows[tmp_path / "gone.sortrank"]
    long = rows[tmp_path / ("no such name" * 30)]
    qtbot.waitUntil(lambda: mine.counts == "6 items · 0 answers" and gone.counts == "not found")
    qtbot.waitUntil(lambda: long.counts == "can't be read")
    assert not gone.isEnabled()
    with qtbot.waitSignal(window.study_shown):
        mine.click()
    assert window.study.path == tmp_path / "mine.sortrank"
    assert [action.data() for action in window.menus.recent.actions()] == settings.recent


def test_start_page_of_a_closed_study_knows_it(
    make_window: MakeWindow, make_file: MakeFile, qtbot: QtBot
) -> None:
    """At once, first of all; the tabs of a new window serve its first study, and no other."""
    window, paths = make_window(), [make_file("one"), make_file("two")]
    survey = window.reception.survey
    with qtbot.waitSignal(window.study_shown):
        window.open_path(paths[0])
    assert window.reception.survey is survey
    with qtbot.waitSignal(window.study_shown):
        window.open_path(paths[1])
    second = window.reception.survey
    assert second is not survey
    window.reception.close_study()
    assert list(window.stack.pages["Start"].recent.rows) == paths[::-1]
    assert window.reception.survey is not second


def test_dropped_study_opens(make_window: MakeWindow, make_file: MakeFile, qtbot: QtBot) -> None:
    """A .sortrank file opens, wherever it is dropped."""
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        assert drop(window, make_file())
    assert window.study.content.design.title == "Dots"


def test_dropped_folder_becomes_a_study(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """The study lies beside the folder, with its pictures, and opens."""
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        assert drop(window, make_folder(tmp_path / "photos"))
    assert window.study.path == tmp_path / "photos.sortrank"
    assert [item.name for item in window.study.content.items] == ["photo 0", "photo 1", "photo 2"]
    assert not window.files.making.isVisible()


def test_dropped_table_becomes_a_study(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """A CSV gives items and truth; a name that is taken gets a number."""
    (tmp_path / "fruit.csv").write_text("item,truth\nfig,1\nplum,2\n")
    (tmp_path / "fruit.sortrank").write_text("taken")
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        assert drop(window, tmp_path / "fruit.csv")
    assert window.study.path == tmp_path / "fruit 2.sortrank"
    assert window.study.content.truth == (1.0, 2.0)


def test_place_that_cannot_be_written_is_asked_for(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the study can't lie beside its table, the researcher says where to."""
    (tmp_path / "fruit.csv").write_text("item\nfig\nplum\n")
    chosen = (str(tmp_path / "mine"), "")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: chosen)
    monkeypatch.setattr(study_files.os, "access", lambda *_arguments: False)
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        drop(window, tmp_path / "fruit.csv")
    assert window.study.path == tmp_path / "mine.sortrank"


def test_other_drops_are_not_welcome(make_window: MakeWindow, tmp_path: Path) -> None:
    """A file of another kind, or a study among others, stays outside."""
    (tmp_path / "song.mp3").write_bytes(b"")
    window = make_window()
    assert not drop(window, tmp_path / "song.mp3")
    assert not drop(window, tmp_path, tmp_path / "other.sortrank")


def test_damaged_picture_is_reported_and_the_others_are_taken(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """The study is made of what can be used; the notice says what can't, with details to copy."""
    folder = make_folder(tmp_path / "photos")
    (folder / "cut.png").write_bytes((folder / "photo 0.png").read_bytes()[:60])
    (folder / "notes.md").write_text("no picture")
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        drop(window, folder)
    assert [item.name for item in window.study.content.items] == ["photo 0", "photo 1", "photo 2"]
    assert window.notice.isVisible()
    assert window.notice.text.startswith("3 pictures taken, 2 left out: cut.png")
    assert "notes.md is not a picture" in window.notice.text
    window.notice._copy.click()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 2
    window.reception.close_study()
    with qtbot.waitSignal(window.study_shown):
        window.open_path(tmp_path / "photos.sortrank")
    assert not window.notice.isVisible(), "the report was about the import"


def test_several_files_become_a_study(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """Pictures, a table and what not, dropped at once, make a study named after their folder."""
    folder = make_folder(tmp_path / "photos")
    (folder / "more.csv").write_text("name\nfig\n")
    (folder / "song.mp3").write_bytes(b"")
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        assert drop(window, *sorted(folder.iterdir()))
    assert window.study.path == folder / "photos.sortrank"
    assert len(window.study.content.items) == 4
    assert "4 items taken, 1 left out: song.mp3" in window.notice.text


def test_one_picture_becomes_a_study_to_add_to(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """One item is too few to start, but not to begin with."""
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        drop(window, make_folder(tmp_path / "photos", 1) / "photo 0.png")
    assert len(window.study.content.items) == 1


def test_folder_without_pictures_is_told(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """A sentence names the folder, and no file is left."""
    window = make_window()
    (tmp_path / "empty").mkdir()
    drop(window, tmp_path / "empty")
    qtbot.waitUntil(lambda: window.notice.isVisible())
    assert "no pictures" in window.notice.text
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


def test_making_can_be_cancelled(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Progress is shown, and after a cancel nothing is left of the file."""
    window = make_window()
    folder = make_folder(tmp_path / "photos", 40)
    load, go_on = content._store_image, Event()

    def load_slowly(*arguments: object) -> str:
        go_on.wait(0.05)
        return load(*arguments)

    monkeypatch.setattr(content, "_store_image", load_slowly)
    drop(window, folder)
    qtbot.waitUntil(lambda: re.search(": [5-9]. %", window.files.making.text), timeout=10_000)
    assert window.files.making.isVisible()
    with qtbot.waitSignal(window.files.making.jobs.rested):
        window.files.making.cancel.click()
    assert not window.files.making.isVisible()
    assert [path.name for path in tmp_path.iterdir()] == ["photos"]


def test_new_study_is_empty_and_edited_first(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name gets its ending; the first tab shows, and the Survey tab says what is missing."""
    chosen = (str(tmp_path / "taste"), "")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: chosen)
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        window.menus.new.trigger()
    assert window.study.path == tmp_path / "taste.sortrank"
    assert window.stack.current == window.stack.titles[0]
    window.stack.show_page("Survey")
    qtbot.waitUntil(lambda: "two items" in window.survey.pages.idle.text)
    assert not window.survey.pages.idle.buttons["Start"].isEnabled()


def test_copy_and_backup(
    make_window: MakeWindow,
    make_file: MakeFile,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A copy takes the place of an older file; a backup says where it is."""
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        window.open_path(make_file())
    target = tmp_path / "copy.sortrank"
    target.write_text("older")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (str(target), ""))
    with qtbot.waitSignal(window.files.succeeded):
        window.menus.copy.trigger()
    with open_study(target) as copy:
        assert len(copy.content.items) == 6
    with qtbot.waitSignal(window.files.succeeded):
        window.menus.back_up.trigger()
    assert "backup" in window.notice.text


def test_damaged_study_offers_its_backup(
    make_window: MakeWindow, make_file: MakeFile, qtbot: QtBot
) -> None:
    """A click brings the newest backup back, and the study opens with its answers."""
    path = make_file()
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        window.open_path(path)
    window.study.request(Engine.start_session)
    qtbot.waitUntil(lambda: window.study.session_runs)
    with qtbot.waitSignal(window.study.closed):
        window.reception.close_study()
    path.write_bytes(b"gone" * 1000)
    window.open_path(path)
    qtbot.waitUntil(lambda: window.notice.act_button.isVisible())
    assert window.notice.act_button.text() == "Restore backup"
    with qtbot.waitSignal(window.study_shown):
        window.notice.act_button.click()
    assert [sitting.participant for sitting in window.study.state.sittings] == ["P01"]
    assert (path.parent / "study-before-restore-1.sortrank").exists()


def test_window_remembers(
    make_window: MakeWindow, make_file: MakeFile, qtbot: QtBot, appearance: Appearance
) -> None:
    """Size, theme and tab come back at the next start."""
    settings = Settings()
    window = make_window(settings)
    window.resize(1111, 777)
    with qtbot.waitSignal(window.study_shown):
        window.open_path(make_file())
    window.stack.show_page("Survey")
    appearance.choose(Choice.DARK)
    window.close()
    assert (settings.text("theme"), settings.text("tab")) == ("dark", "Survey")
    again = make_window(settings)
    assert 770 <= again.height() <= 777  # the screen of these tests is small


@pytest.mark.parametrize("number", range(5))
def test_template_opens_as_a_study_that_can_be_edited(
    make_window: MakeWindow,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
) -> None:
    """Its button asks for a name; then the study is there, with items, in the Study tab."""
    window = make_window()
    action = window.menus.templates[number]
    button = next(
        each
        for each in window.findChildren(ActionButton)
        if each.text() == action.iconText() and each.isVisible()
    )
    target = tmp_path / "mine.sortrank"
    proposed: list[str] = []

    def choose(_parent: object, _title: str, name: str, _filter: str) -> tuple[str, str]:
        proposed.append(Path(name).name)
        return str(target), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    with qtbot.waitSignal(window.study_shown):
        button.click()
    assert proposed == [f"{action.data().title}.sortrank"]
    assert window.study is not None
    assert window.study.path == target
    assert window.study.content is not None
    assert len(window.study.content.items) >= 3


def test_file_of_models_answers_makes_a_study(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """Dropped on the window it becomes a study beside it, with the prompts as contexts."""
    source = tmp_path / "answers.jsonl"
    rows = [{"prompt": "x", "model": model, "answer": model} for model in "AB"]
    source.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    window = make_window()
    with qtbot.waitSignal(window.study_shown):
        assert drop(window, source)
    assert window.study is not None
    assert window.study.content is not None
    assert [each.text for each in window.study.content.design.contexts] == ["x"]
