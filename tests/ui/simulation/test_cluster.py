from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.simulation import executors
from sortrank_gui.simulation.executors import SequentialExecutor
from sortrank_gui.simulation.runner import run_tasks
from sortrank_gui.ui.simulation.orders import News, Outcome
from sortrank_gui.ui.simulation.simulation_page import SimulationPage
from tests.ui.simulation.conftest import SMALL

pytest.importorskip("distributed")


@pytest.fixture
def told(page: SimulationPage) -> Iterator[list[News]]:
    """Return what the laboratory tells."""
    news: list[News] = []
    page.laboratory.progressed.connect(news.append)
    yield news
    page.laboratory.progressed.disconnect(news.append)


def test_cluster_runs_the_same_experiment(
    page: SimulationPage,
    run: Callable[[], Outcome],
    told: list[News],
    address: str,
) -> None:
    """Two workers behind an address find what this machine finds, and are counted."""
    page.experiments.settings.machine.cluster.editor.setText(address)
    outcome = run()
    here = run_tasks(SMALL.trials(), SequentialExecutor())
    assert list(outcome.findings.rows) == [row for trial in here.done for row in trial]
    assert outcome.workers == told[0].workers == 2
    assert "2 workers" in page.experiments.settings.run_bar.words


def test_missing_scheduler_is_a_sentence(
    page: SimulationPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address where nobody listens is named, and the form can be used again."""
    monkeypatch.setattr(executors, "_CONNECT_SECONDS", 0.5)
    page.experiments.settings.machine.cluster.editor.setText("tcp://127.0.0.1:9")
    with qtbot.waitSignal(page.laboratory.failed, timeout=20_000):
        page.experiments.settings.run_bar.start.trigger()
    assert "no Dask scheduler at tcp://127.0.0.1:9" in page.experiments.notice.text
    qtbot.waitUntil(page.experiments.settings.run_bar.start.isEnabled)
