"""What SortRank puts into a Linux desktop: packaging/desktop and install-desktop.sh."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sortrank_gui import __version__
from sortrank_gui.study.file.schema import APPLICATION_ID

pytestmark = pytest.mark.posix("these are files of Linux desktops")

PACKAGING = Path(__file__).parents[1] / "packaging"
NAME = "org.sortrank.SortRank"


def needs(*programs: str) -> pytest.MarkDecorator:
    """Mark a test that calls programs which not every machine has."""
    missing = [name for name in programs if shutil.which(name) is None]
    return pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(programs)}")


@needs("desktop-file-validate", "appstreamcli")
def test_entry_and_metadata_are_valid() -> None:
    """The validators of freedesktop.org find nothing to say."""
    folder = PACKAGING / "desktop"
    subprocess.run(["desktop-file-validate", str(folder / f"{NAME}.desktop")], check=True)
    metadata = str(folder / f"{NAME}.metainfo.xml")
    subprocess.run(["appstreamcli", "validate", "--no-net", metadata], check=True)


def test_metadata_names_this_version() -> None:
    """The newest release is the version of the package, which stands in one place."""
    text = (PACKAGING / "desktop" / f"{NAME}.metainfo.xml").read_text(encoding="utf-8")
    assert re.findall(r'<release version="([^"]+)"', text)[0] == __version__


def test_studies_are_told_from_other_databases() -> None:
    """The kind of file looks for the number that our studies have in their header."""
    text = (PACKAGING / "desktop" / f"{NAME}.xml").read_text(encoding="utf-8")
    (number,) = re.findall(r'offset="68" value="(\w+)"', text)
    assert int(number, 16) == APPLICATION_ID


@needs("xdg-open", "update-mime-database", "update-desktop-database")
def test_double_click_starts_the_program_with_the_study(tmp_path: Path) -> None:
    """After install-desktop.sh a desktop finds our program; after --remove it does not."""
    program, study, said = (
        tmp_path / "sortrank-gui",
        tmp_path / "my study.sortrank",
        tmp_path / "said",
    )
    program.write_text(f'#!/bin/sh\necho "$1" >"{said}"\n', encoding="utf-8")
    program.chmod(0o755)
    study.touch()
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "DISPLAY": ":999"} | home
    script = ["bash", str(PACKAGING / "install-desktop.sh")]
    subprocess.run([*script, str(program)], env=environment, check=True)
    subprocess.run(["xdg-open", str(study)], env=environment, check=True, timeout=60)
    assert said.read_text(encoding="utf-8") == f"{study}\n"
    subprocess.run([*script, "--remove"], env=environment, check=True)
    assert not list((tmp_path / "data").rglob(f"{NAME}*"))
