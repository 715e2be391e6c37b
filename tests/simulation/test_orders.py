"""Orders on processes of this machine."""

from collections.abc import Iterator

import pytest

from sortrank_gui.simulation.campaigns import OwnCampaign
from sortrank_gui.simulation.executors import SequentialExecutor
from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.orders import Machine, OrderNews, OrderRunner, RunOrder
from sortrank_gui.simulation.populations import Uniform
from sortrank_gui.simulation.runner import run_tasks

SMALL = Experiment(8, Uniform(3.0), ("random", "mergesort"), (10, 20), repetitions=2, seed=5)
ENDLESS = Experiment(300, Uniform(5.0), ("entropy",), (100_000,), repetitions=4)


@pytest.fixture
def runner() -> Iterator[OrderRunner]:
    """Return a runner whose processes end after the test."""
    runner = OrderRunner()
    yield runner
    runner.close()


def never() -> bool:
    """Say that the work is wanted."""
    return False


def test_order_reports_and_finds_what_any_executor_finds(runner: OrderRunner) -> None:
    """The first news come before any trial is done; the rows are those of this thread."""
    news: list[OrderNews] = []
    order = RunOrder(OwnCampaign(SMALL), Machine(workers=1))
    result = runner.run(order, report=news.append, cancelled=never)
    here = run_tasks(SMALL.trials(), SequentialExecutor())
    assert list(result.findings.rows) == [row for trial in here.done for row in trial]
    assert (result.workers, result.cancelled, result.failures) == (1, False, ())
    assert (news[0].progress.done, news[0].progress.total, news[0].findings) == (0, 4, None)


def test_order_ends_early_and_the_next_one_runs(runner: OrderRunner) -> None:
    """A cancelled order comes back without its rest, and leaves processes for the next one."""
    news: list[OrderNews] = []
    endless = RunOrder(OwnCampaign(ENDLESS), Machine(workers=1))
    result = runner.run(endless, report=news.append, cancelled=lambda: bool(news))
    assert result.cancelled
    assert result.findings.rows == ()
    again = runner.run(RunOrder(OwnCampaign(SMALL)), report=news.append, cancelled=never)
    assert len(again.findings.rows) == 8
