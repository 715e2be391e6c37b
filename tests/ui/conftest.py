"""A small study, and the parts of the window around it, closed in order after each test."""

from collections.abc import Callable, Iterator
from functools import partialmethod
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file import database
from sortrank_gui.study.file.demo import load_demo
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.items.items import Study
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.survey.survey_page import SurveyPage
from sortrank_gui.ui.survey.survey_tab import SurveyTab
from sortrank_gui.ui.threads.garbage import GarbageCollector
from sortrank_gui.ui.threads.jobs import finish_jobs
from sortrank_gui.ui.widgets.theme import Appearance, Choice
from sortrank_gui.ui.window.main_window import MainWindow

_PATIENCE_MS = 30_000


class PatientBot(QtBot):
    """Waits longer than pytest-qt's five seconds: the machine may have other things to do."""

    waitSignal = partialmethod(QtBot.waitSignal, timeout=_PATIENCE_MS)  # noqa: N815
    waitSignals = partialmethod(QtBot.waitSignals, timeout=_PATIENCE_MS)  # noqa: N815
    waitUntil = partialmethod(QtBot.waitUntil, timeout=_PATIENCE_MS)  # noqa: N815


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Return a bot that fails only where nothing comes at all."""
    return PatientBot(request)


@pytest.fixture(autouse=True, scope="session")
def garbage(qapp: QApplication) -> Iterator[None]:
    """Collect garbage on this thread alone, as the application does."""
    collector = GarbageCollector()
    collector.start()
    yield
    collector.stop()


@pytest.fixture(autouse=True)
def all_jobs_end(qapp: QApplication) -> Iterator[None]:
    """Leave nothing at work for the next test."""
    yield
    finish_jobs()


@pytest.fixture(scope="session")
def study() -> Study:
    """Return six pictures of the demo."""
    demo = load_demo()
    assert demo.truth is not None
    return Study(demo.title, demo.prompt, demo.items[:6], demo.truth[:6])


@pytest.fixture(scope="session")
def only_appearance(qapp: QApplication) -> Appearance:
    """Return the appearance of all tests: Qt may crash when a style sheet is taken away."""
    return Appearance(qapp, Choice.LIGHT)


@pytest.fixture
def appearance(only_appearance: Appearance) -> Iterator[Appearance]:
    """Return the appearance, light at first."""
    yield only_appearance
    only_appearance.choose(Choice.LIGHT)


@pytest.fixture
def images(qapp: QApplication) -> Iterator[ImageStore]:
    """Return a store of images with its thread."""
    store = ImageStore()
    yield store
    store.close()


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send backups and settings to folders of this test, and do not wait for the disk."""
    monkeypatch.setenv("SORTRANK_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setattr(database, "SYNCHRONOUS", "OFF")


@pytest.fixture
def make_file(tmp_path: Path, study: Study) -> Callable[..., Path]:
    """Return a maker of study files with six pictures; options are fields of the design.

    In a demo's file a robot may answer in anybody's session, which makes tests short.
    """

    def make(
        name: str = "study",
        *,
        budget: int = 200,
        truth: bool = True,
        demo: bool = False,
        **fields: Any,
    ) -> Path:
        options: dict[str, Any] = {
            "title": study.title,
            "prompt": study.prompt,
            "offer_equal": True,
            "offer_neither": True,
            "min_response_ms": 0,
            "interval_ms": 0,
            "stop": StopRules(budget=budget),
        }
        path = tmp_path / f"{name}.sortrank"
        scores = study.truth.tolist() if truth and study.truth is not None else None
        create_study(path, Design(**(options | fields)), study.items, scores, demo=demo)
        return path

    return make


@pytest.fixture
def make_opened(qtbot: QtBot, make_file: Callable[..., Path]) -> Iterator[Callable[..., OpenStudy]]:
    """Return a maker of open studies; options are fields of the design."""
    all_opened: list[OpenStudy] = []

    def make(path: Path | None = None, **fields: Any) -> OpenStudy:
        opened = OpenStudy()
        all_opened.append(opened)
        with qtbot.waitSignal(opened.state_changed):
            opened.request(Engine.open, make_file(**fields) if path is None else path)
        return opened

    yield make
    for opened in all_opened:
        opened.close()


@pytest.fixture
def make_page(
    qtbot: QtBot, make_opened: Callable[..., OpenStudy], images: ImageStore, appearance: Appearance
) -> Iterator[Callable[..., SurveyPage]]:
    """Return a maker of survey pages: shown, at P01's first page or trial, closed at the end."""
    pages: list[SurveyPage] = []

    def make(*, demo: bool = True, **fields: Any) -> SurveyPage:
        opened = make_opened(demo=demo, **fields)
        images.set_study(opened.path)
        page = SurveyPage(opened, images, SurveyTab())
        pages.append(page)  # qtbot does not keep it alive
        qtbot.addWidget(page)
        page.resize(1000, 640)
        page.show()
        opened.request(Engine.start_session, "P01")
        qtbot.waitUntil(lambda: page.stage.is_at_rest or page.session.message_page.isVisible())
        return page

    yield make
    for page in pages:
        page.close_workers()


@pytest.fixture
def window(
    qtbot: QtBot, make_file: Callable[..., Path], appearance: Appearance
) -> Iterator[MainWindow]:
    """Return the main window at the first trial of P01."""
    window = MainWindow(appearance)
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.study_shown):
        window.open_path(make_file(budget=30, demo=True))
    window.study.request(Engine.start_session)
    qtbot.waitUntil(lambda: window.study.state.trial is not None and window.survey.shows(0))
    yield window
    window.close()
