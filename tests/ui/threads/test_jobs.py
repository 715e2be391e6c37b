"""Jobs off the GUI thread: order, failure, cancel, progress, and ends of every kind."""

from collections.abc import Callable, Iterator
from functools import partial
from threading import Event, get_ident
from time import monotonic

import pytest
from PySide6.QtCore import QObject, Signal, Slot
from pytestqt.qtbot import QtBot

from sortrank_gui.errors import InputError
from sortrank_gui.progress import RunProgress
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Job, Jobs, finish_jobs

PATIENCE_SECONDS = 10.0
AT_ONCE_SECONDS = 1.0


class Listener(QObject):
    """Writes down what it hears."""

    told = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heard: list[object] = []
        self.threads: list[int] = []

    @Slot(object)
    def hear(self, value: object) -> None:
        """Take a value down."""
        self.heard.append(value)
        self.threads.append(get_ident())


class Gate:
    """Work that is under way until it is let go."""

    def __init__(self, value: object = None) -> None:
        self.begun, self.open = Event(), Event()
        self._value = value

    def __call__(self) -> object:
        """Wait to be let go."""
        self.begun.set()
        assert self.open.wait(PATIENCE_SECONDS)
        return self._value


@pytest.fixture
def make_jobs(qtbot: QtBot) -> Iterator[Callable[..., Jobs]]:
    """Return a maker of jobs that are all over after the test."""
    made: list[Jobs] = []

    def make(**options: bool) -> Jobs:
        made.append(Jobs("test", **options))
        return made[-1]

    yield make
    finish_jobs()
    qtbot.wait(0)


@pytest.fixture
def jobs(make_jobs: Callable[..., Jobs]) -> Jobs:
    """Return jobs that are done in order."""
    return make_jobs()


@pytest.fixture
def listener() -> Listener:
    """Return somebody who listens."""
    return Listener()


def rest(qtbot: QtBot, jobs: Jobs) -> None:
    """Wait until nothing is under way, and all of it was told."""
    qtbot.waitUntil(lambda: not jobs.is_busy, timeout=10_000)


def fail() -> None:
    """Fail as a user can understand."""
    raise InputError("This can't be.")


def break_down() -> None:
    """Fail as only we can understand."""
    raise ZeroDivisionError("a bug")


def wait_until_cancelled(begun: Event, job: Job) -> None:
    """Go on until nobody wants it."""
    begun.set()
    deadline = monotonic() + PATIENCE_SECONDS
    while monotonic() < deadline:
        job.raise_if_cancelled()
    raise AssertionError("nobody cancelled")


def test_work_runs_elsewhere_and_its_value_comes_back(
    qtbot: QtBot, jobs: Jobs, listener: Listener
) -> None:
    """Work has another thread, always the same; the listener is called on ours."""
    for _ in range(3):
        jobs.submit(get_ident, listener.hear)
        rest(qtbot, jobs)
    assert len(set(listener.heard)) == 1
    assert set(listener.threads) == {get_ident()} != set(listener.heard)


def test_jobs_are_done_in_order(qtbot: QtBot, jobs: Jobs, listener: Listener) -> None:
    """Many jobs at once, short and long, are done and told one after the other."""
    begun: list[int] = []

    def work(number: int, _job: Job | None = None) -> int:
        begun.append(number)
        return number

    for number in range(0, 40, 2):
        jobs.submit(partial(work, number), listener.hear)
        jobs.submit_long(partial(work, number + 1), listener.hear)
    rest(qtbot, jobs)
    assert begun == listener.heard == list(range(40))


def test_submitting_waits_for_nobody(qtbot: QtBot, jobs: Jobs, listener: Listener) -> None:
    """While the first job takes its time, a second is taken at once, and done later."""
    first = Gate("first")
    jobs.submit(first, listener.hear)
    assert first.begun.wait(PATIENCE_SECONDS)
    before = monotonic()
    jobs.submit(partial(str, "second"), listener.hear)
    assert monotonic() - before < AT_ONCE_SECONDS
    assert jobs.is_busy
    first.open.set()
    rest(qtbot, jobs)
    assert listener.heard == ["first", "second"]


def test_failure_without_a_listener_is_a_signal(qtbot: QtBot, jobs: Jobs) -> None:
    """What work raises comes out of the signal: ours as a sentence, a bug with its traceback."""
    with qtbot.waitSignal(jobs.failed) as failed:
        jobs.submit(fail)
    assert failed.args[0].sentence == "This can't be."
    with qtbot.waitSignal(jobs.failed) as failed:
        jobs.submit(break_down)
    assert "unexpected" in failed.args[0].sentence
    assert "break_down" in failed.args[0].details


def test_failure_goes_to_its_listener(qtbot: QtBot, jobs: Jobs, listener: Listener) -> None:
    """A job with a listener for failures tells it alone, and the next job is done."""
    default = Listener()
    jobs.failed.connect(default.hear)
    jobs.submit(fail, listener.hear, listener.hear)
    jobs.submit(partial(int, 7), listener.hear)
    rest(qtbot, jobs)
    failure, seven = listener.heard
    assert isinstance(failure, Failure)
    assert (failure.sentence, seven) == ("This can't be.", 7)
    assert default.heard == []


def test_cancelled_work_is_dropped(qtbot: QtBot, jobs: Jobs, listener: Listener) -> None:
    """What runs is asked to stop, what waits does not begin, and nobody hears of either."""
    begun, never = Event(), Event()
    jobs.failed.connect(listener.hear)
    jobs.submit_long(
        partial(wait_until_cancelled, begun), listener.hear, listener.hear, listener.hear
    )
    jobs.submit(never.set, listener.hear)
    assert begun.wait(PATIENCE_SECONDS)
    with qtbot.waitSignal(jobs.rested):
        jobs.cancel()
    assert not jobs.is_busy
    assert not never.is_set()
    assert listener.heard == []


def test_value_of_work_that_did_not_look_is_dropped(
    qtbot: QtBot, jobs: Jobs, listener: Listener
) -> None:
    """Work that ends all the same after a cancel is not told; one job can be cancelled alone."""
    gate = Gate("stale")
    job = jobs.submit(gate, listener.hear)
    jobs.submit(partial(str, "wanted"), listener.hear)
    assert gate.begun.wait(PATIENCE_SECONDS)
    job.cancel()
    gate.open.set()
    rest(qtbot, jobs)
    assert listener.heard == ["wanted"]


def test_cancel_reaches_a_result_on_its_way(qtbot: QtBot, jobs: Jobs, listener: Listener) -> None:
    """A value that is there, but was not told yet, is dropped as well."""
    jobs.submit(partial(str, "stale"), listener.hear)
    jobs.wait()
    jobs.cancel()
    rest(qtbot, jobs)
    assert listener.heard == []


def test_stopped_work_is_heard(qtbot: QtBot, jobs: Jobs, listener: Listener) -> None:
    """Work that is stopped, not cancelled, ends early and hands over what it has."""
    begun = Event()

    def work(job: Job) -> str:
        begun.set()
        deadline = monotonic() + PATIENCE_SECONDS
        while not job.is_cancelled() and monotonic() < deadline:
            job.report("some")
        return "half"

    job, second = jobs.submit_long(work, listener.hear), jobs.submit_long(work, listener.hear)
    assert begun.wait(PATIENCE_SECONDS)
    second.stop()
    job.stop()
    rest(qtbot, jobs)
    assert listener.heard == ["half", "half"]


def test_latest_wins(qtbot: QtBot, make_jobs: Callable[..., Jobs], listener: Listener) -> None:
    """A new job stops the one under way, and replaces those that wait."""
    jobs = make_jobs(latest_wins=True)
    begun, never = Event(), Event()
    jobs.submit_long(partial(wait_until_cancelled, begun), listener.hear)
    assert begun.wait(PATIENCE_SECONDS)
    jobs.submit(never.set, listener.hear)
    jobs.submit(partial(str, "newest"), listener.hear)
    rest(qtbot, jobs)
    assert listener.heard == ["newest"]
    assert not never.is_set()


def test_progress_is_told_on_our_thread_but_not_too_often(
    qtbot: QtBot, jobs: Jobs, listener: Listener
) -> None:
    """Of many reports few are told, in order, all before the end; urgent ones are all told."""

    def work(job: Job) -> str:
        for done in range(1000):
            job.count(done, 1000)
        job.report("half", at_once=True)
        job.report("whole", at_once=True)
        return "end"

    jobs.submit_long(work, listener.hear, progress=listener.hear)
    rest(qtbot, jobs)
    *counts, half, whole, end = listener.heard
    assert (half, whole, end) == ("half", "whole", "end")
    assert len(counts) < 500
    assert set(listener.threads) == {get_ident()}


def test_counting_tells_the_time_and_ends_when_cancelled(
    qtbot: QtBot, jobs: Jobs, listener: Listener
) -> None:
    """A count is a RunProgress with the seconds since the work began, until nobody wants it."""

    def work(job: Job) -> None:
        deadline, done = monotonic() + PATIENCE_SECONDS, 0
        while monotonic() < deadline:
            done += 1
            job.count(done, 10**9)
        raise AssertionError("nobody cancelled")

    jobs.failed.connect(listener.hear)
    jobs.submit_long(work, progress=listener.hear)
    qtbot.waitUntil(lambda: len(listener.heard) > 1, timeout=10_000)
    jobs.cancel()
    rest(qtbot, jobs)
    first, second = listener.heard[:2]
    assert isinstance(first, RunProgress)
    assert isinstance(second, RunProgress)
    assert 0 < first.seconds < second.seconds
    assert 0 < first.done < second.done <= second.total == 10**9


def test_rested_comes_once_and_after_the_last_value(
    qtbot: QtBot, jobs: Jobs, listener: Listener
) -> None:
    """A listener may ask for more: only then nothing is under way."""

    def ask_again(value: str) -> None:
        listener.hear(value)
        jobs.submit(partial(str, "second"), listener.hear)

    jobs.rested.connect(partial(listener.hear, "rested"))
    jobs.submit(partial(str, "first"), ask_again)
    rest(qtbot, jobs)
    assert listener.heard == ["first", "second", "rested"]


def test_listener_that_fails_leaves_nothing_under_way(qtbot: QtBot, jobs: Jobs) -> None:
    """An error of ours in a listener is seen, and the jobs come to rest all the same."""

    def refuse(_value: int) -> None:
        raise ZeroDivisionError("a bug in a listener")

    with qtbot.captureExceptions() as errors, qtbot.waitSignal(jobs.rested):
        jobs.submit(partial(int, 1), refuse)
    assert [kind for kind, *_ in errors] == [ZeroDivisionError]


def test_closing_waits_for_nobody_and_loses_no_short_work(
    qtbot: QtBot, jobs: Jobs, listener: Listener
) -> None:
    """What was to be written gets written after a close, though nobody hears of it any more."""
    gate, written = Gate("stale"), Event()
    jobs.submit(gate, listener.hear)
    jobs.submit(written.set, listener.hear)
    assert gate.begun.wait(PATIENCE_SECONDS)
    before = monotonic()
    jobs.close()
    assert monotonic() - before < AT_ONCE_SECONDS
    gate.open.set()
    jobs.wait()
    rest(qtbot, jobs)
    assert written.is_set()
    assert listener.heard == []


def test_closing_cancels_long_work(qtbot: QtBot, jobs: Jobs, listener: Listener) -> None:
    """Long work under way stops, and none begins."""
    begun, never = Event(), Event()
    jobs.submit_long(partial(wait_until_cancelled, begun), listener.hear)
    jobs.submit_long(partial(wait_until_cancelled, never), listener.hear)
    assert begun.wait(PATIENCE_SECONDS)
    jobs.close()
    jobs.wait()
    rest(qtbot, jobs)
    assert not never.is_set()
    assert listener.heard == []


def test_closed_jobs_take_no_more(qtbot: QtBot, jobs: Jobs, listener: Listener) -> None:
    """Whoever asks after the end, or closes twice, is not heard and does no harm."""
    jobs.close()
    jobs.close()
    assert jobs.submit(partial(int, 1), listener.hear).is_cancelled()
    assert not jobs.is_busy
    qtbot.wait(50)
    assert listener.heard == []


def test_deleting_the_owner_drops_its_work(qtbot: QtBot, listener: Listener) -> None:
    """Jobs that go with their window cancel long work, call nobody, and let the thread end."""
    owner, begun = QObject(), Event()
    jobs = Jobs("test", owner)
    job = jobs.submit_long(partial(wait_until_cancelled, begun), listener.hear)
    jobs.failed.connect(listener.hear)
    jobs.submit(partial(str, "stale"), listener.hear)
    jobs.submit(fail)
    assert begun.wait(PATIENCE_SECONDS)
    with qtbot.waitSignal(owner.destroyed):
        owner.deleteLater()
    assert job.is_cancelled()
    rest(qtbot, jobs)
    assert listener.heard == []


def test_deleted_listener_is_not_called(qtbot: QtBot, jobs: Jobs) -> None:
    """A listener that is gone meanwhile is left out, also behind a partial function."""
    gate, listener = Gate("late"), Listener()
    jobs.submit(gate, listener.hear)
    jobs.submit(partial(str, "late"), partial(listener.hear))
    with qtbot.waitSignal(listener.destroyed):
        listener.deleteLater()
    gate.open.set()
    rest(qtbot, jobs)
    assert listener.heard == []


def test_widgets_are_let_go_of_on_our_thread(qtbot: QtBot, jobs: Jobs) -> None:
    """The last reference to what a job held is dropped here, never by the other thread."""
    ends: list[int] = []

    class Held:
        def __call__(self) -> None:
            return None

        def hear(self, _value: None) -> None:
            return None

        def __del__(self) -> None:
            ends.append(get_ident())

    for _ in range(50):
        held = Held()
        jobs.submit(held, held.hear)
        del held
        jobs.wait()
        qtbot.waitUntil(lambda: not jobs.is_busy, timeout=10_000)
    assert ends == [get_ident()] * 50


def test_finishing_ends_every_job_of_the_program(make_jobs: Callable[..., Jobs]) -> None:
    """At the end long work is cancelled and short work is done, whoever asked for it."""
    begun, written = Event(), Event()
    first, second = make_jobs(), make_jobs()
    job = first.submit_long(partial(wait_until_cancelled, begun))
    second.submit(written.set)
    assert begun.wait(PATIENCE_SECONDS)
    finish_jobs()
    assert job.is_cancelled()
    assert job.future is not None
    assert job.future.done()
    assert written.is_set()
