from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.simulation import executors
from sortrank_gui.simulation.executors import SequentialExecutor
from sortrank_gui.simulation.orders import OrderNews, OrderResult
from sortrank_gui.simulation.runner import run_tasks
from sortrank_gui.ui.simulation.simulation_page import SimulationPage
from tests.ui.simulation.conftest import SMALL

pytest.importorskip("distributed")


@pytest.fixture
def told(page: SimulationPage) -> Iterator[list[OrderNews]]:
    """Return what the simulator tells."""
    news: list[OrderNews] = []
    page.simulator.progressed.connect(news.append)
    yield news
    page.simulator.progressed.disconnect(news.append)


def test_cluster_runs_the_same_experiment(
    page: SimulationPage,
    run: Callable[[], OrderResult],
    told: list[OrderNews],
    address: str,
) -> None:
    """Two workers behind an address find what this machine finds, and are counted."""
    page.experiments.settings.machine.cluster.editor.setText(address)
    outcome = run()
    here = run_tasks(SMALL.trials(), SequentialExecutor())
    assert list(outcome.findings.rows) == [row for trial in here.done for row in trial]
    assert outcome.workers == told[0].workers == 2
    assert "2 workers" in page.experiments.settings.run_bar.words


@pytest.mark.posix("Dask waits for ever for a refused connection on Wine")
def test_missing_scheduler_is_a_sentence(
    page: SimulationPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address where nobody listens is named, and the form can be used again."""
    monkeypatch.setattr(executors, "_CONNECT_SECONDS", 0.5)
    page.experiments.settings.machine.cluster.editor.setText("tcp://127.0.0.1:9")
    with qtbot.waitSignal(page.simulator.failed, timeout=20_000):
        page.experiments.settings.run_bar.start.trigger()
    assert "no Dask scheduler at tcp://127.0.0.1:9" in page.experiments.notice.text
    qtbot.waitUntil(page.experiments.settings.run_bar.start.isEnabled)
