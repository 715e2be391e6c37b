"""Make the screenshots of the README and the docs, and with --all those of every page and state.

Run it by path: `python packaging/screenshots.py [FOLDER] [--all]`. Every picture shows the real
window, drawn by Qt's offscreen platform. With --all, folders beside the pictures of the docs hold
all states in light and dark at 1024x700 and 1920x1080, and at a scale of 200 %.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
FOLDER = HERE.parent / "docs" / "screenshots"
VARIANTS = {"small": ("1024x700", 1), "large": ("1920x1080", 1), "scaled": ("1024x700", 2)}
IN_DOCS = {
    "demo-middle-light": "survey-light",
    "demo-middle-dark": "survey-dark",
    "study-light": "study",
    "timeline-light": "timeline",
    "survey-outputs-light": "outputs",
    "results-ranking-light": "results",
    "results-participants-light": "results-participants",
    "participant-trial": "participant",
    "import-answers-light": "import-answers",
    "imported-old-scale-light": "results-old-scale",
    "imported-transitivity-light": "results-transitivity",
    "imported-item-fit-light": "results-item-fit",
    "imported-other-models-light": "results-other-models",
    "imported-taste-light": "results-taste",
}
"""Which pictures the docs show, and as what."""


def main() -> None:
    """Read the arguments and make the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--all", action="store_true", help="also every state, size and scale")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as shots:
        run("window_shots.py", shots, "--size", "1360x850")
        for name, shown in IN_DOCS.items():
            shutil.copy(Path(shots) / f"{name}.png", folder / f"{shown}.png")
    run("first_study_shots.py", str(folder))
    run("simulation_shots.py", str(folder))
    if arguments.all:
        for name, (size, scale) in VARIANTS.items():
            run("window_shots.py", str(folder / name), "--size", size, scale=scale)


def run(script: str, *arguments: str, scale: int = 1) -> None:
    """Run a script beside this one, without a display."""
    subprocess.run(
        [sys.executable, str(HERE / script), *arguments],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(scale)},
        check=True,
    )


if __name__ == "__main__":
    main()
