"""Tries the installer on Windows: python packaging/try_installer.py SETUP.EXE.

It installs silently, looks at what is there, runs it, and uninstalls; a study must stay.
"""

import os
import subprocess
import sys
import tempfile
import time
import winreg
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # a Python in a folder of its own does not
from try_bundle import lend_libraries

FOLDER = Path(os.environ["LOCALAPPDATA"]) / "Programs" / "SortRank"
COMMAND = r"Software\Classes\SortRank.Study\shell\open\command"
PATIENCE_SECONDS = 120


def opens_studies() -> bool:
    """Say whether a double click on a study starts what is installed."""
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, COMMAND) as key:
            return str(FOLDER).lower() in winreg.QueryValue(key, None).lower()
    except OSError:
        return False


def wait_until_gone(path: Path) -> None:
    """Wait for the uninstaller, which goes on as a copy of itself."""
    until = time.monotonic() + PATIENCE_SECONDS
    while path.exists():
        if time.monotonic() > until:
            raise SystemExit(f"{path} is still there: {[p.name for p in path.iterdir()]}")
        time.sleep(0.5)


def main() -> None:
    """Install, run, uninstall."""
    subprocess.run([str(Path(sys.argv[1]).absolute()), "/S"], check=True)
    lent = lend_libraries(FOLDER)
    program = str(FOLDER / "sortrank-cli.exe")
    assert opens_studies(), "a study would not open by a double click"
    with tempfile.TemporaryDirectory() as name:
        study = Path(name) / "mine.sortrank"
        table = Path(name) / "items.csv"
        table.write_text("name,truth\none,1\ntwo,2\nthree,3\n", encoding="utf-8")
        new = [program, "new", str(study), "--csv", str(table), "--prompt", "Which?"]
        subprocess.run(new, check=True)
        subprocess.run([program, "answer", str(study), "--count", "5"], check=True)
        subprocess.run([program, "check", str(study)], check=True)
        for path in lent:
            path.unlink()
        subprocess.run([str(FOLDER / "Uninstall.exe"), "/S"], check=True)
        wait_until_gone(FOLDER)
        assert study.is_file(), "the study is gone"
        assert not opens_studies(), "the double click is still registered"
    print("It installs, what it installed runs, and the uninstaller leaves studies alone.")


if __name__ == "__main__":
    main()
