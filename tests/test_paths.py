"""SortRank finds its own files however it was installed."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from sortrank_gui import paths

ROOT = Path(__file__).parents[1]
SHIPPED = sorted(
    path.relative_to(ROOT).as_posix() for path in ROOT.glob("resources/**/*") if path.is_file()
)
FIND = """
import sys
sys.path[:0] = sys.argv[2:]
from sortrank_gui.paths import resource
print(resource(*sys.argv[1].split("/")[1:]))
"""


def find(name: str, *first_on_path: Path) -> Path:
    """Look a resource up in a new Python that does not start in the source tree."""
    command = [sys.executable, "-I", "-c", FIND, name, *map(str, first_on_path)]
    return Path(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the real wheel, with the hatchling that is installed and so without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


def test_resource_is_found_in_an_editable_install() -> None:
    """The project's own environment finds resources/ beside the package."""
    assert find(SHIPPED[0]) == ROOT / SHIPPED[0]


def test_resource_is_found_in_a_wheel(wheel: Path, tmp_path: Path) -> None:
    """An unpacked wheel finds the copy inside its package, not the one of the source tree."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    found = find(SHIPPED[0], tmp_path)
    assert found == tmp_path / "sortrank_gui" / SHIPPED[0]
    assert found.read_bytes() == (ROOT / SHIPPED[0]).read_bytes()


def test_wheel_holds_every_resource_and_nothing_but_the_package(wheel: Path) -> None:
    """All of resources/ is inside, and no test, script or benchmark."""
    names = zipfile.ZipFile(wheel).namelist()
    assert {f"sortrank_gui/{name}" for name in SHIPPED} <= set(names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"sortrank_gui"}


@pytest.mark.parametrize("kind", ["data", "config", "log"])
def test_one_folder_can_hold_all_that_is_kept(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With SORTRANK_HOME set nothing is kept elsewhere; without it, each system has its places."""
    find_folder = getattr(paths, f"{kind}_folder")
    monkeypatch.delenv("SORTRANK_HOME", raising=False)
    usual = find_folder()
    monkeypatch.setenv("SORTRANK_HOME", str(tmp_path))
    assert find_folder() == tmp_path / kind != usual


def test_resource_that_is_not_shipped_is_an_error_that_names_it() -> None:
    """A missing file is reported by its name."""
    with pytest.raises(FileNotFoundError, match="demo/no-such-file"):
        paths.resource("demo", "no-such-file")
