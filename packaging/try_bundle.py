"""Tries a bundle in an empty environment: python packaging/try_bundle.py FOLDER.

A robot that makes no mistakes answers ten trials of a study made on the spot, with a TIFF picture
among its items; the study must be sound and its ranking right. A lab's server that is not there is
called, which takes the library for it. Then the window runs the demo.
"""

import base64
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ITEMS = 5
ANSWERS = 10
"""Enough to sort the items once."""
GAP = 100
"""Between the items' scores, in logits: so far apart, none is ever taken for the other."""
TIFF = base64.b64decode(
    "SUkqAAgAAAAJAAABBAABAAAAAQAAAAEBBAABAAAAAQAAAAIBAwABAAAACAAAAAMBAwABAAAAAQAAAAYBAwAB"
    "AAAAAQAAABEBBAABAAAAegAAABYBBAABAAAAAQAAABcBBAABAAAAAQAAABwBAwABAAAAAQAAAAAAAACA"
)
"""One grey pixel, which Pillow has to read."""
EMPTY = {"QT_QPA_PLATFORM": "offscreen", "HOME": tempfile.gettempdir(), "PATH": "/usr/bin:/bin"}


def run(program: Path, *arguments: str, expected: int = 0) -> str:
    """Run a bundled program with nothing of this environment; return what it prints."""
    command = [str(program), *arguments]
    environment = None if os.name == "nt" else EMPTY  # Windows' own variables are no environment
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=300
    )
    if done.returncode != expected:
        raise SystemExit(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout if expected == 0 else done.stderr


def lend_libraries(folder: Path) -> list[Path]:
    """Put what Wine lacks of Windows beside a bundle, if this Python brought it; return what."""
    lent = []
    for name in ("icuuc.dll", "ucrtbase.dll"):
        source, target = Path(sys.executable).with_name(name), folder / name
        if os.name == "nt" and source.is_file() and not target.exists():
            shutil.copy(source, target)
            lent.append(target)
    return lent


def main() -> None:
    """Try the programs in a folder, and leave it as it was."""
    lent = lend_libraries(Path(sys.argv[1]))
    try:
        try_programs(Path(sys.argv[1]).absolute())
    finally:
        for path in lent:
            path.unlink()


def try_programs(folder: Path) -> None:
    """Let a robot answer, look at the result, and run the demo."""
    ending = ".exe" if os.name == "nt" else ""
    terminal, window = folder / f"sortrank-cli{ending}", folder / f"SortRank{ending}"
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        seconds = time_of(terminal, "--version")
        print(f"The program says its version after {seconds:.1f} s.")
        try_study(terminal, place)
        try_lab(terminal)
        options = ["--unattended", "--answers", str(ANSWERS), "--output", str(place / "demo")]
        seconds = time_of(window, "demo", *options)
        shots = sorted(path.name for path in (place / "demo").iterdir())
    print(f"The demo with {ANSWERS} answers took {seconds:.1f} s and left {', '.join(shots)}.")


def try_study(terminal: Path, place: Path) -> None:
    """Make a study, let a robot answer it, and compare its ranking with the truth."""
    names = [f"item {k}" for k in range(ITEMS)]
    (place / "grey.tif").write_bytes(TIFF)
    rows = [f"{item},{k * GAP},{'grey.tif' * (k == 0)}" for k, item in enumerate(names)]
    table, study, ranking = place / "items.csv", str(place / "try.sortrank"), place / "ranking.csv"
    table.write_text("\n".join(["name,truth,image", *rows]) + "\n", encoding="utf-8")
    run(terminal, "new", study, "--csv", str(table), "--prompt", "Which is better?")
    run(terminal, "answer", study, "--count", str(ANSWERS), "--seed", "1")
    found = json.loads(run(terminal, "check", study, "--json"))
    if found["counts"]["answers"] != ANSWERS or not found["sound"]:
        raise SystemExit(f"The study is not as it should be: {found}")
    run(terminal, "export", study, "--ranking", str(ranking), "--robots")
    with ranking.open(encoding="utf-8-sig", newline="") as file:
        order = [row["item"] for row in csv.DictReader(file)]
    if order != names[::-1]:
        raise SystemExit(f"The ranking is wrong: {order}.")
    print(f"A robot gave {ANSWERS} answers, and the ranking of {ITEMS} items is the true one.")


def try_lab(terminal: Path) -> None:
    """Call a server where none is: the library that talks to servers has to be there for that."""
    said = run(terminal, "lab", "list", "--server", "host=127.0.0.1 port=1 dbname=lab", expected=2)
    if "does not answer" not in said:
        raise SystemExit(f"A lab's server can't be called: {said}")
    print("A lab's server can be called.")


def time_of(program: Path, *arguments: str) -> float:
    """Run a program; return how many seconds it took."""
    start = time.monotonic()
    run(program, *arguments)
    return time.monotonic() - start


if __name__ == "__main__":
    main()
