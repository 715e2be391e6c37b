"""Make the screenshots of the README, and with --all those of other sizes and scales.

Run it by path: `python packaging/screenshots.py [FOLDER] [--all]`. Every picture shows the real
window, drawn by Qt's offscreen platform while a robot answers the demo.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
VARIANTS = {"small": ("1024x700", 1), "large": ("1920x1080", 1), "scaled": ("1024x700", 2)}


def main() -> None:
    """Read the arguments and make the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--all", action="store_true", help="also other sizes and scales")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    make_readme_pictures(arguments.folder)
    if arguments.all:
        for name, (size, scale) in VARIANTS.items():
            run_demo(arguments.folder / name, size=size, scale=scale)


def make_readme_pictures(folder: Path) -> None:
    """Make one light and one dark picture of the survey in its middle."""
    with tempfile.TemporaryDirectory() as shots:
        run_demo(Path(shots), size="1360x850", scale=1)
        for theme in ("light", "dark"):
            shutil.copy(Path(shots) / f"middle-{theme}.png", folder / f"survey-{theme}.png")


def run_demo(folder: Path, *, size: str, scale: int) -> None:
    """Run the demo unattended; it leaves its pictures in the folder."""
    options = ["--output", str(folder), "--size", size, "--answers", "200", "--seed", "1"]
    subprocess.run(
        [sys.executable, "-m", "sortrank_gui", "demo", "--unattended", *options],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(scale)},
        check=True,
    )


if __name__ == "__main__":
    main()
