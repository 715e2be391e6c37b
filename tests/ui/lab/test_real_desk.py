"""The desk's window on a real server: sharing, following, pictures, ordering, bringing home."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.lab.pictures import cache_folder
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.ui.lab.desk_page import DeskPage
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.main_window import MainWindow
from tests.lab_server import Lab, cluster, lab

__all__ = ["cluster", "lab"]
pytestmark = pytest.mark.posix("a server of our own")


def answer_some(path: Path) -> Path:
    """Let somebody answer ten trials of a study."""
    survey = Survey(open_study(path))
    session = survey.start("P01")
    for _ in range(10):
        session.answer(Answer.LEFT, seconds=1.0)
    session.end()
    survey.close()
    return path


@pytest.fixture
def shared(
    qtbot: QtBot, lab: Lab, make_file: Callable[..., Path], appearance: Appearance
) -> Iterator[MainWindow]:
    """Return a window that has shared its study and follows it."""
    window = MainWindow(appearance)
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.study_shown):
        window.open_path(answer_some(make_file("own")))
    with qtbot.waitSignal(window.study_shown):
        window.lab.ask_share().confirmed.emit(lab.text())
    window.stack.show_page("Survey")
    yield window
    window.close()


def test_shared_study_is_followed(shared: MainWindow, lab: Lab, qtbot: QtBot) -> None:
    """The window says which server it is, and shows what a station tells about itself."""
    page = cast("DeskPage", shared.stack.pages["Survey"])
    assert page.stations.empty.isVisible()
    study = shared.study.content
    with lab.connect_station() as station:
        station.execute(
            "SELECT sortrank.sign_of_life((SELECT uuid FROM sortrank.studies), 'booth-1', "
            """'{"participant": "P07", "phase": "running", "trial": 3, "answered": 2}')"""
        )
    qtbot.waitUntil(lambda: page.stations.table.rowCount() == 1)
    assert page.stations.table.texts(0)[:2] == ["booth-1", "P07"]
    assert len(study.items) == 6
    qtbot.waitUntil(lambda: page.live_panel.shown is not None)
    assert page.live_panel.shown.answered == 10


def test_pictures_come_from_the_server(shared: MainWindow, qtbot: QtBot) -> None:
    """The replica has none; what is looked at is fetched, and kept on this computer."""
    digests = {item.digest for item in shared.study.content.items}
    shared.stack.show_page("Study")
    qtbot.waitUntil(lambda: {path.name for path in cache_folder().glob("*")} == digests)
    assert all(shared.images.problem(digest) is None for digest in digests)


def test_order_without_an_answer_is_said(
    shared: MainWindow, lab: Lab, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A station that does not react is named; its order waits on the server."""
    monkeypatch.setattr("sortrank_gui.ui.lab.lab_services._PATIENCE_SECONDS", 0.1)
    page = cast("DeskPage", shared.stack.pages["Survey"])
    with lab.connect_station() as station:
        station.execute(
            "SELECT sortrank.sign_of_life((SELECT uuid FROM sortrank.studies), 'booth-1', '{}')"
        )
    qtbot.waitUntil(lambda: page.stations.next.isEnabled())
    page.stations.next.click()
    qtbot.waitUntil(lambda: page.stations.said.text().startswith("booth-1: no answer yet"))
    assert lab.execute("SELECT station, kind FROM sortrank.orders") == [("booth-1", "start")]


def test_study_comes_home_whole(shared: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """Pictures included; it opens like any other file."""
    home = tmp_path / "home.sortrank"
    with qtbot.waitSignal(shared.lab.came_home):
        shared.lab.bring_home(home)
    with open_study(home) as file:
        assert all(file.image(item.digest) for item in file.content.items)
    with qtbot.waitSignal(shared.study_shown):
        shared.notice.act_button.click()
    assert shared.study.path == home


def test_older_file_stays_until_the_study_is_home(
    shared: MainWindow, lab: Lab, qtbot: QtBot, tmp_path: Path
) -> None:
    """Whoever brings it home once more, and can't, has what came home before."""
    home = tmp_path / "home.sortrank"
    with qtbot.waitSignal(shared.lab.came_home):
        shared.lab.bring_home(home)
    before = home.read_bytes()
    lab.execute("UPDATE sortrank.images SET bytes = decode(repeat('00', size), 'hex')")
    with qtbot.waitSignal(shared.lab.failed):
        shared.lab.bring_home(home)
    assert "damaged" in shared.notice.text
    assert home.read_bytes() == before
    assert [*tmp_path.glob("*home*")] == [home]


def test_wrong_server_is_a_sentence(
    qtbot: QtBot, lab: Lab, appearance: Appearance, tmp_path: Path
) -> None:
    """A database that is not there is said beside the field, without its password."""
    window = MainWindow(appearance)
    qtbot.addWidget(window)
    dialog = window.lab.ask_open()
    dialog.form.field.editor.setText(lab.text().replace(lab.database, "nowhere"))
    dialog.form.try_it()
    qtbot.waitUntil(lambda: "can't reach" in dialog.form.words.text())
    dialog.form.field.editor.setText(lab.text())
    dialog.form.try_it()
    qtbot.waitUntil(lambda: "PostgreSQL 15 answers" in dialog.form.words.text())
    dialog.reject()
    window.close()


def test_report_has_pictures_of_the_server(
    shared: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A report at the desk fetches its small pictures, which the replica does not have."""
    target = tmp_path / "report.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    report = next(each for each in shared.menus.export.actions() if "Report" in each.text())
    with qtbot.waitSignals([shared.files.succeeded]):
        report.trigger()
    assert target.read_text(encoding="utf-8").count("data:image/") == 6


def test_password_is_not_remembered(shared: MainWindow, lab: Lab) -> None:
    """The next dialog shows the server as it was typed, without what only libpq may keep."""
    shared.lab.open(f"{lab.text()} password=secret", "")
    assert "secret" not in shared.lab.server
    assert lab.database in shared.lab.server


def test_words_are_mended_for_all(shared: MainWindow, lab: Lab, qtbot: QtBot) -> None:
    """What the Study tab still lets change goes to the server, and comes back from there."""
    shared.stack.show_page("Study")
    draft = shared.stack.pages["Study"].draft
    texts = replace(draft.content.design.texts, thanks="Danke!")
    draft.edit(replace(draft.content, design=replace(draft.content.design, texts=texts)))
    query = "SELECT design LIKE '%Danke!%' FROM sortrank.studies"
    qtbot.waitUntil(lambda: lab.execute(query) == [(True,)])
    qtbot.waitUntil(lambda: shared.study.content.design.texts.thanks == "Danke!")
    assert not shared.notice.isVisible()


def test_exclusion_at_the_desk_is_the_servers(shared: MainWindow, lab: Lab, qtbot: QtBot) -> None:
    """The event is there, and the ranking here is without their answers."""
    page = cast("DeskPage", shared.stack.pages["Survey"])
    qtbot.waitUntil(lambda: page.live_panel.shown is not None)
    shared.study.request(Engine.exclude, ("P01", None, None), "asleep")
    query = "SELECT kind FROM sortrank.events WHERE kind = 'exclude'"
    qtbot.waitUntil(lambda: lab.execute(query) == [("exclude",)])
    qtbot.waitUntil(lambda: page.live_panel.shown.answered == 0)
