"""One Simulation page for all tests of a module: its processes start once."""

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.orders import OrderResult
from sortrank_gui.simulation.populations import Uniform
from sortrank_gui.ui.simulation.simulation_page import SimulationPage
from sortrank_gui.ui.simulation.simulation_tab import SimulationTab
from sortrank_gui.ui.widgets.theme import Appearance
from tests.dask_cluster import address as address

SMALL = Experiment(12, Uniform(3.0), ("random", "mergesort"), (10, 30, 60), repetitions=3, seed=5)


@pytest.fixture(scope="module")
def module_page(only_appearance: Appearance) -> Iterator[SimulationPage]:
    """Return a page that is shown, and closed after the module's tests."""
    page = SimulationPage(SimulationTab())
    page.resize(1100, 700)
    page.show()
    yield page
    page.close_workers()
    page.close()


@pytest.fixture
def page(module_page: SimulationPage) -> SimulationPage:
    """Return the page at its experiments, without results, with small settings."""
    module_page.show_view(0)
    while module_page.experiments.kept.count:
        module_page.experiments.kept.select(0)
        module_page.experiments.kept.remove_current()
    module_page.experiments.notice.hide()
    module_page.experiments.curves.tabs.setCurrentIndex(0)
    module_page.experiments.settings.show_experiment(SMALL)
    module_page.experiments.settings.machine.cluster.editor.clear()
    return module_page


@pytest.fixture
def run(page: SimulationPage, qtbot: QtBot) -> Callable[[], OrderResult]:
    """Return what presses Start and waits for the end."""

    def press() -> OrderResult:
        with qtbot.waitSignals([page.simulator.ended, page.simulator.stopped], timeout=30_000):
            page.experiments.settings.run_bar.start.trigger()
        return endings[-1]

    endings: list[OrderResult] = []
    page.simulator.ended.connect(endings.append)
    yield press
    page.simulator.ended.disconnect(endings.append)
