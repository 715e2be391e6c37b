"""Several experiments in one queue."""

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.progress import RunProgress
from sortrank_gui.simulation import paper
from sortrank_gui.simulation.executors import SequentialExecutor
from sortrank_gui.simulation.paper import PaperSettings, bounds, multisort
from sortrank_gui.simulation.paper.queue import PaperPart, PaperQueue


class Tiny(PaperSettings):
    """A tenth of the quick version."""

    def size(self, full: int, quick: int) -> int:
        """Return a tenth of the quick number."""
        return max(1, quick // 10)


class Interrupted(SequentialExecutor):
    """Somebody presses Ctrl-C after some tasks."""

    left = 3

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a few calls."""
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().submit(*args, **kwargs)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shrink what is not a matter of `PaperSettings.size`."""
    monkeypatch.setattr(bounds, "QUICK_SIZES", (20, 40))
    monkeypatch.setattr(multisort, "SORTS", (1, 2))


def parts_in(folder: Path) -> list[PaperPart]:
    """Return two short experiments that keep their record there."""
    return [
        PaperPart(paper.get(name), Tiny(quick=True), folder) for name in ("bounds", "multisort")
    ]


def test_queue_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """What was measured before is not measured again, and gives the same rows as one run."""
    written: list[tuple[str, bool]] = []

    def note(part: PaperPart, stopped: bool) -> None:
        written.append((part.preset.name, stopped))

    first = PaperQueue(parts_in(tmp_path), Interrupted(), complete=note).run()
    assert first.cancelled
    assert len(first.done) == 3
    assert written[-1][1]
    written.clear()
    parts, seen = parts_in(tmp_path), list[RunProgress]()
    assert sum(sum(part.kept) for part in parts) == 3
    second = PaperQueue(parts, SequentialExecutor(), complete=note, progress=seen.append).run()
    assert not second.cancelled
    assert len(second.done) == sum(len(part.tasks) for part in parts) - 3
    assert sorted(written) == [("bounds", False), ("multisort", False)]
    for part in parts:
        assert part.values == [task.run() for task in part.tasks]
    assert 0 < (seen[0].share or 0) == seen[0].kept < 1
    assert seen[0].remaining_seconds is None
    assert seen[-1].share == pytest.approx(1)
    assert seen[-1].remaining_seconds == pytest.approx(0, abs=1e-3)
