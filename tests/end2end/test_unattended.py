import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.spread import highest


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the demo unattended, as on a machine without a display, and return its folder."""
    folder = tmp_path_factory.mktemp("unattended") / "new"
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR")
    options = ["--output", str(folder), "--answers", "60", "--seed", "3", "--size", "1024x700"]
    done = subprocess.run(
        [sys.executable, "-m", "sortrank_gui", "demo", "--unattended", *options],
        env={name: value for name, value in os.environ.items() if name not in hidden},
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert (done.returncode, done.stderr.replace(_HARMLESS, "")) == (0, "")
    assert str(folder) in done.stdout
    return folder


_HARMLESS = "This plugin does not support propagateSizeHints()\n"


def test_unattended_demo_writes_results(folder: Path) -> None:
    """All answers of the robot and the ranking of all items are in the folder.

    Over 200 other seeds 60 answers leave 0.38 of a random ranking's displacement (deviation 0.066).
    """
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert (summary["answers"], summary["seed"], summary["strategy"]) == (60, 3, "mergesort")
    assert summary["displacement"] < highest(0.38, 0.066) * summary["random_displacement"]
    assert len((folder / "answers.csv").read_text(encoding="utf-8").splitlines()) == 61
    assert len((folder / "ranking.csv").read_text(encoding="utf-8").splitlines()) == 31


def test_unattended_demo_takes_screenshots(folder: Path) -> None:
    """Start, middle and end, in light and dark, are pictures of the whole window."""
    for moment in ("start", "middle", "end"):
        light, dark = (QImage(str(folder / f"{moment}-{theme}.png")) for theme in ("light", "dark"))
        assert (light.width(), light.height()) == (dark.width(), dark.height()) == (1024, 700)
        assert light.pixelColor(8, 300).lightness() > 200
        assert dark.pixelColor(8, 300).lightness() < 60


def test_unattended_demo_shows_pictures(folder: Path) -> None:
    """The middle of the left item is paper or ink, not the empty box."""
    image = QImage(str(folder / "start-light.png"))
    paper = sum(
        image.pixelColor(x, 300).name() == "#fbfaf6" for x in range(60, 320)
    )  # a row of pixels through the left picture
    assert paper > 60
