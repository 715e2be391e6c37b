"""Study pages over real files; estimates are computed without a process."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.simulation.executors import SequentialExecutor
from sortrank_gui.ui.open_study.desk import Desk
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
    qtbot: QtBot, make_desk: Callable[..., Desk], images: ImageStore, appearance: Appearance
) -> Iterator[MakeStudyPage]:
    """Return a maker of study pages: shown, without estimates unless wanted, closed at the end."""
    pages: list[StudyPage] = []

    def make(desk: Desk | None = None, *, estimates: bool = False, **fields: Any) -> StudyPage:
        desk = make_desk(**fields) if desk is None else desk
        images.set_study(desk.path)
        page = StudyPage(desk, images, StudyTab())
        pages.append(page)
        qtbot.addWidget(page)
        page.resize(1200, 760)
        page.show()
        page.estimator.watch(estimates)
        return page

    yield make
    for page in pages:
        page.desk.close_and_wait()
        page.close_workers()


@pytest.fixture
def page(make_study_page: MakeStudyPage) -> StudyPage:
    """Return the page of six pictures with a truth, nobody has answered."""
    return make_study_page()
