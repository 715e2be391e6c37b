"""Tries a bundle in an empty environment: python packaging/try_bundle.py FOLDER.

A robot answers ten trials of a study made on the spot, the study must be sound and its ranking
complete; then the window runs the demo unattended.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ITEMS = 6
ANSWERS = 10
EMPTY = {"QT_QPA_PLATFORM": "offscreen", "HOME": tempfile.gettempdir(), "PATH": "/usr/bin:/bin"}


def run(program: Path, *arguments: str) -> str:
    """Run a bundled program with nothing of this environment; return what it prints."""
    command = [str(program), *arguments]
    environment = None if os.name == "nt" else EMPTY  # Windows' own variables are no environment
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=300
    )
    if done.returncode != 0:
        raise SystemExit(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


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
        table = place / "items.csv"
        rows = "\n".join(f"item {k},{k}" for k in range(ITEMS))
        table.write_text(f"name,truth\n{rows}\n", encoding="utf-8")
        study, ranking = str(place / "try.sortrank"), place / "ranking.csv"
        run(terminal, "new", study, "--csv", str(table), "--prompt", "Which is better?")
        run(terminal, "answer", study, "--count", str(ANSWERS), "--seed", "1")
        found = json.loads(run(terminal, "check", study, "--json"))
        if found["counts"]["answers"] != ANSWERS or not found["sound"]:
            raise SystemExit(f"The study is not as it should be: {found}")
        run(terminal, "export", study, "--ranking", str(ranking))
        lines = ranking.read_text(encoding="utf-8-sig").splitlines()
        if len(lines) != 1 + ITEMS:
            raise SystemExit(f"The ranking has {len(lines) - 1} items, not {ITEMS}.")
        start = time.monotonic()
        output = str(place / "demo")
        run(window, "demo", "--unattended", "--answers", str(ANSWERS), "--output", output)
        seconds = time.monotonic() - start
        shots = sorted(path.name for path in (place / "demo").iterdir())
    print(f"The bundle works: {ANSWERS} answers, {ITEMS} items; the demo took {seconds:.1f} s.")
    print(f"The demo left {', '.join(shots)}.")


if __name__ == "__main__":
    main()
