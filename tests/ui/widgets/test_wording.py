from pathlib import Path

import pytest

from sortrank_gui.ranking.strategies import Progress
from sortrank_gui.ui.widgets import wording


def test_progress_names_sort_and_level() -> None:
    """Sorts say where they are; strategies without levels only say their name."""
    assert wording.describe_progress("mergesort", Progress(2, 3, 5)) == (
        "Mergesort · sort 2 · level 3 of 5"
    )
    assert wording.describe_progress("quicksort", Progress(1, 2, None)) == (
        "Quicksort · sort 1 · level 2"
    )
    assert wording.describe_progress("all-pairs", Progress(1, 1, None)) == "All pairs"
    assert wording.describe_progress("rounds", Progress(4, 1, None)) == "Adaptive rounds · round 4"
    assert wording.describe_progress("entropy", Progress(40, 1, None)) == "Entropy"


def test_pace_is_honest_about_robots() -> None:
    """Nothing is said where nothing is known, and tiny times are not shown as zero."""
    assert wording.describe_pace(None) == ""
    assert wording.describe_pace(0.001) == "under 0.1 s per answer"
    assert wording.describe_pace(3.94) == "3.9 s per answer"


def test_long_words_are_shortened() -> None:
    """A code that fits stays; a longer one ends with dots, within its room."""
    assert wording.shorten("P07") == "P07"
    assert wording.shorten("x" * 30) == "x" * 19 + "…"
    assert wording.shorten("two words and more", 10) == "two words…"


def test_paths_start_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A path is shown as people write it, and of a long one the end."""
    for name in ("HOME", "USERPROFILE"):  # the second is Windows'
        monkeypatch.setenv(name, "/home/mia")
    assert wording.describe_path(Path("/home/mia/dots.sortrank")) == str(Path("~/dots.sortrank"))
    assert wording.describe_path(Path("/home/miami/dots")) == str(Path("/home/miami/dots"))
    assert wording.describe_path(Path("/data/" + "x" * 60), 10) == "…" + "x" * 9


def test_title_from_right_to_left_turns_nothing_around() -> None:
    """Marks without width stand around it; other titles are as they were."""
    assert wording.keep_direction("Fruit") == "Fruit"
    assert wording.keep_direction("فواكه") == "\u200eفواكه\u200e"
