"""Times of a file, which may be of any clock, and the clock on the wall."""

import time
from collections.abc import Iterator

import pytest

from sortrank_gui.study.file.clock import on_the_wall
from sortrank_gui.ui.results.table_model import moment


@pytest.fixture(params=["America/New_York", "Asia/Tokyo"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the computer be elsewhere."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.posix("the zone is the system's there")
@pytest.mark.usefixtures("zone")
def test_times_at_the_ends_of_the_calendar_are_shown_as_they_are() -> None:
    """A file with them is opened, so its tables must show them."""
    first, last = "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"
    assert [on_the_wall(first), on_the_wall(last)].count(None) == 1
    assert on_the_wall("yesterday") is None
    for text in (first, last):
        assert moment(text) == text or on_the_wall(text) is not None
    assert moment("2026-11-17T04:00:00.000Z")[:13] in ("2026-11-16 23", "2026-11-17 13")
