"""The window never blocks: not even when a robot answers at full speed about large photographs."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.content import ImageRow
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.items.pictures import load_picture
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import RobotOrder
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.simulation.planner.plan_view import PlanView
from sortrank_gui.ui.simulation.race.race_view import RaceView
from sortrank_gui.ui.simulation.simulation_page import SimulationPage
from sortrank_gui.ui.survey.survey_page import SurveyPage
from sortrank_gui.ui.survey.survey_tab import SurveyTab
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.main_window import MainWindow
from tests.ui.stall_watch import StallWatch

ITEMS, ANSWERS, PHOTOGRAPHS = 1000, 500, 4


@pytest.fixture(scope="module")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> list[ImageRow]:
    """Return a few different photographs of 12 megapixels, as rows of a study."""
    folder = tmp_path_factory.mktemp("photographs")
    return [make_photograph(folder / f"{seed}.jpg", seed) for seed in range(PHOTOGRAPHS)]


def make_photograph(path: Path, seed: int) -> ImageRow:
    """Write soft noise, which a camera's picture resembles in size and effort."""
    small = np.random.default_rng(seed).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    image = QImage(small.tobytes(), 400, 300, 1200, QImage.Format.Format_RGB888)
    smooth = Qt.TransformationMode.SmoothTransformation
    image = image.scaled(4000, 3000, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    assert image.save(str(path), quality=80)
    found = load_picture(path)
    return found.digest, "jpeg", found.width, found.height, len(found.data), found.data


def test_watch_sees_a_stall(qtbot: QtBot) -> None:
    """Work of 80 ms on the GUI thread is noticed."""

    def work() -> None:
        until = time.thread_time() + 0.08
        while time.thread_time() < until:
            pass

    with StallWatch() as watch:
        QTimer.singleShot(5, work)
        qtbot.waitUntil(lambda: any(stall.busy_ms > 60 for stall in watch.stalls))


def test_robot_at_full_speed_leaves_the_window_free(
    qtbot: QtBot,
    tmp_path: Path,
    photographs: list[ImageRow],
    make_opened: Callable[..., OpenStudy],
    appearance: Appearance,
) -> None:
    """500 answers, 1,000 items, 12-megapixel pictures that never stop being decoded."""
    rows = {row[0]: row for row in photographs}
    digests = list(rows)
    items = [Item(f"photo {k}", digest=digests[k % PHOTOGRAPHS]) for k in range(ITEMS)]
    path = tmp_path / "photographs.sortrank"
    design = Design(title="t", prompt="Which?", stop=StopRules(budget=ANSWERS))
    truth = np.linspace(-5, 5, ITEMS).tolist()
    create_study(path, design, items, truth, find_image=rows.__getitem__)
    opened = make_opened(path)
    images = ImageStore(cache_bytes=1)  # remembers two pictures only
    images.set_study(path)
    page = SurveyPage(opened, images, SurveyTab())
    qtbot.addWidget(page)
    page.resize(1300, 760)
    page.show()
    opened.request(Engine.start_session, "R01", robot=True)
    qtbot.waitUntil(lambda: page.stage.is_at_rest)
    with StallWatch() as watch:
        opened.request(Engine.start_robot, RobotOrder())
        qtbot.waitUntil(lambda: opened.state.answered == ANSWERS)
        qtbot.waitUntil(lambda: page.live_panel.shown.answered == ANSWERS)
    images.close()
    assert watch.worst_busy_ms < watch.limit_ms, watch.report()


def test_race_and_planner_wait_until_they_are_wanted(window: MainWindow, qtbot: QtBot) -> None:
    """Neither is made with the tab; the planner then knows the study that is open."""
    window.stack.show_page("Simulation")
    page = window.stack.pages["Simulation"]
    assert isinstance(page, SimulationPage)
    assert not page.findChildren(RaceView) + page.findChildren(PlanView)
    page.show_view(2)
    assert page.findChildren(PlanView) == [page.planner]
    assert page.planner.isVisible()
    assert window.study is not None
    assert window.study.content is not None
    assert page.planner.form.items.editor.value() == len(window.study.content.items)
    page.show_view(1)
    assert page.race.isVisible()
