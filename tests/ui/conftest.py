"""A small study, and the parts of the window around it, closed in order after each test."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.study.demo import load_demo
from sortrank_gui.study.items import Study
from sortrank_gui.ui.garbage import GarbageCollector
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.main_window import MainWindow
from sortrank_gui.ui.survey.engine_worker import SurveySettings
from sortrank_gui.ui.survey.survey_page import SurveyPage
from sortrank_gui.ui.theme import Appearance, Choice


@pytest.fixture(autouse=True, scope="session")
def garbage(qapp: QApplication) -> Iterator[None]:
    """Collect garbage on this thread alone, as the application does."""
    collector = GarbageCollector()
    collector.start()
    yield
    collector.stop()


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


@pytest.fixture
def make_page(
    qtbot: QtBot, study: Study, images: ImageStore
) -> Iterator[Callable[..., SurveyPage]]:
    """Return a maker of survey pages: shown, at their first trial, closed at the end."""
    pages: list[SurveyPage] = []

    def make(**settings: object) -> SurveyPage:
        page = SurveyPage(study, images, SurveySettings(**settings))
        pages.append(page)
        qtbot.addWidget(page)
        page.resize(1000, 640)
        page.show()
        qtbot.waitUntil(lambda: page.stage.is_at_rest)
        return page

    yield make
    for page in pages:
        page.close_workers()


@pytest.fixture
def window(qtbot: QtBot, study: Study, appearance: Appearance) -> Iterator[MainWindow]:
    """Return the main window at its first trial."""
    window = MainWindow(study, SurveySettings(budget=30), appearance)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: window.survey.shows(0))
    yield window
    window.close()
