"""Study pages over real files; estimates are computed without a process."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.simulation.executors import SequentialExecutor
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.study_editor import autosave, estimator
from sortrank_gui.ui.study_editor.study_page import StudyPage
from sortrank_gui.ui.study_editor.study_tab import StudyTab
from sortrank_gui.ui.widgets.theme import Appearance

MakeStudyPage = Callable[..., StudyPage]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Save soon, and simulate on the worker's thread."""
    monkeypatch.setattr(autosave, "_DELAY_MS", 30)
    monkeypatch.setattr(estimator, "open_pool", SequentialExecutor)


@pytest.fixture
def make_study_page(
    qtbot: QtBot, make_opened: Callable[..., OpenStudy], images: ImageStore, appearance: Appearance
) -> Iterator[MakeStudyPage]:
    """Return a maker of study pages: shown, without estimates unless wanted, closed at the end."""
    pages: list[StudyPage] = []

    def make(
        opened: OpenStudy | None = None, *, estimates: bool = False, **fields: Any
    ) -> StudyPage:
        opened = make_opened(**fields) if opened is None else opened
        images.set_study(opened.path)
        page = StudyPage(opened, images, StudyTab())
        pages.append(page)
        qtbot.addWidget(page)
        page.resize(1200, 760)
        page.show()
        page.estimator.watch(estimates)
        return page

    yield make
    for page in pages:
        page.study.close()
        page.close_workers()


@pytest.fixture
def page(make_study_page: MakeStudyPage) -> StudyPage:
    """Return the page of six pictures with a truth, nobody has answered."""
    return make_study_page()
