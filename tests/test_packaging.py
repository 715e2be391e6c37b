"""The scripts of packaging/: what can be known of them without a clean machine to try them on."""

import re
import shutil
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

pytestmark = pytest.mark.posix("the scripts are for Bash")

ROOT = Path(__file__).parents[1]
PACKAGING = ROOT / "packaging"
SCRIPTS = [*sorted(PACKAGING.glob("*.sh")), ROOT / ".ci" / "run"]
BASH = shutil.which("bash") or "bash"
PROGRAMS = ("cat", "cut", "dirname", "grep", "locale", "mkdir", "paste", "sed", "sh", "sha256sum")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_is_valid_bash(script: Path) -> None:
    """Bash can read every script to its end."""
    subprocess.run([BASH, "-n", str(script)], check=True)


@pytest.mark.parametrize(
    "script",
    [*SCRIPTS, *PACKAGING.glob("*.txt"), *PACKAGING.glob("*.py")],
    ids=lambda path: path.name,
)
def test_file_names_no_machine_and_no_registry(script: Path) -> None:
    """A clone works elsewhere: no address, and no path of the machine that it was written on."""
    text = script.read_text(encoding="utf-8")
    assert not re.search(r"\w://|pypi|pythonhosted|/work\b|/home/|/root/|--index|find-links", text)


def test_packaging_is_no_package() -> None:
    """An __init__.py there would hide the library `packaging` from pip and pytest."""
    assert not list(PACKAGING.glob("**/__init__.py"))


def pins() -> dict[str, str]:
    """Return the constraints as normalised name -> version."""
    lines = (PACKAGING / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def test_constraints_pin_every_declared_dependency() -> None:
    """All that pyproject.toml asks for, also to build, has one exact version."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    groups = project["optional-dependencies"].values()
    declared = [*pyproject["build-system"]["requires"], *project["dependencies"], *chain(*groups)]
    names = {re.split(r"[^\w.-]", line)[0].lower().replace("_", "-") for line in declared}
    assert names - pins().keys() == set()


def test_constraints_pin_what_is_installed_here() -> None:
    """Whatever pip brought along into this environment is pinned too."""
    command = [sys.executable, "-m", "pip", "list", "--format=freeze", "--exclude-editable"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    installed = {line.split("==")[0].lower().replace("_", "-") for line in listed}
    assert installed - pins().keys() <= {"pip", "setuptools"}


def program(folder: Path, name: str, script: str) -> None:
    """Put a small shell program on the path of `setup`."""
    path = folder / name
    path.write_text(f"#!{BASH}\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def bin_folder(tmp_path: Path) -> Path:
    """Make a machine's only folder of programs: an ordinary user's, with apt-get, without sudo."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in PROGRAMS:
        (folder / name).symlink_to(shutil.which(name) or name)
    program(folder, "id", "echo 1000")
    program(folder, "apt-get", f'echo "$@" >>{tmp_path}/apt')
    return folder


def setup(bin_folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run code after the set-up functions, with nothing but these programs."""
    script = f"set -euo pipefail; source '{PACKAGING}/setup.sh'; {code}"
    return subprocess.run(
        [BASH, "-c", script],
        env={"PATH": str(bin_folder), "TMPDIR": str(bin_folder.parent)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


NEED = f"get_missing '{sys.executable}' libc.so.6=libc6 libnone.so.1=libnone1 nonetool=none-tools"


def test_ordinary_user_is_told_the_one_command(bin_folder: Path) -> None:
    """Without root and sudo, exactly what is missing is put into one command; nothing is done."""
    done = setup(bin_folder, NEED)
    assert done.returncode == 1
    assert "libnone.so.1, nonetool" in done.stderr
    assert done.stderr.endswith("--no-install-recommends libnone1 none-tools'\n")
    assert not (bin_folder.parent / "apt").exists()


@pytest.mark.parametrize("user", ["root", "sudoer"])
def test_missing_libraries_are_installed(bin_folder: Path, user: str) -> None:
    """Root, and who may use sudo without a password, gets the packages from apt-get at once."""
    program(bin_folder, "id", "echo 0" if user == "root" else "echo 1000")
    if user == "sudoer":
        program(bin_folder, "sudo", '[[ $1 != -n ]] || shift; [[ $1 == true ]] || "$@"')
    done = setup(bin_folder, NEED)
    calls = (bin_folder.parent / "apt").read_text(encoding="utf-8").splitlines()
    assert calls[0] == "update"
    assert calls[1].endswith("libnone1 none-tools")
    assert "still missing after apt-get: libnone.so.1, nonetool" in done.stderr  # apt-get is a fake


def test_sudo_that_asks_for_a_password_is_not_called_without_a_terminal(bin_folder: Path) -> None:
    """The command is printed with sudo, for the user to run where a password can be typed."""
    program(bin_folder, "sudo", "exit 1")
    done = setup(bin_folder, NEED)
    assert done.returncode == 1
    assert "\nsudo sh -c 'apt-get update; " in done.stderr


def test_libraries_are_named_where_there_is_no_apt_get(bin_folder: Path) -> None:
    """On other systems we name what is missing by its file, not by Debian's package."""
    (bin_folder / "apt-get").unlink()
    done = setup(bin_folder, NEED)
    assert done.returncode == 1
    assert "libnone.so.1, nonetool" in done.stderr
    assert "libnone1" not in done.stderr


def test_nothing_is_asked_of_the_system_when_nothing_is_missing(bin_folder: Path) -> None:
    """No apt-get, and so no network, for a second start."""
    done = setup(bin_folder, f"get_missing '{sys.executable}' libc.so.6=libc6 sh=dash")
    assert (done.returncode, done.stderr) == (0, "")
    assert not (bin_folder.parent / "apt").exists()


def test_python_that_is_too_old_or_incomplete_is_passed_over(bin_folder: Path) -> None:
    """The first Python that can make a .venv is taken, not the first one that is there."""
    program(bin_folder, "python3", "exit 1")  # as 3.10, or Debian's without python3-venv, would
    program(bin_folder, "python3.12", f'exec {sys._base_executable} "$@"')
    done = setup(bin_folder, "find_python")
    assert done.stdout.strip() == str(bin_folder / "python3.12")


@pytest.mark.parametrize(
    ("codename", "package"), [("jammy", "python3.11-venv"), ("noble", "python3-venv")]
)
def test_python_package_fits_the_ubuntu_release(
    bin_folder: Path, tmp_path: Path, codename: str, package: str
) -> None:
    """Ubuntu 22.04's python3 is 3.10, so that there another package is asked for."""
    release = tmp_path / "os-release"
    release.write_text(f'NAME="Ubuntu"\nUBUNTU_CODENAME={codename}\n', encoding="utf-8")
    done = setup(bin_folder, f"python_package {release}")
    assert done.stdout.strip() == package


@pytest.mark.parametrize(
    ("stamp", "extra", "installed"),
    [
        ("$(fingerprint) ", "", True),
        ("$(fingerprint) dev", "", True),
        ("$(fingerprint) ", "dev", False),
        ("$(fingerprint) dev", "dev", True),
        ("unfinished", "", False),
        ("0123 dev", "dev", False),
    ],
)
def test_stamp_tells_whether_to_install(
    bin_folder: Path, tmp_path: Path, stamp: str, extra: str, installed: bool
) -> None:
    """A finished .venv serves run.sh and test.sh alike; an unfinished or outdated one neither."""
    code = f'stamp={tmp_path}/stamp; echo "{stamp}" >$stamp; installed "{extra}" && echo yes'
    assert setup(bin_folder, code).stdout == ("yes\n" if installed else "")


def test_programs_of_postgresql_are_found_where_debian_keeps_them(bin_folder: Path) -> None:
    """A server's programs are off the path, and are not asked for when they are there."""
    there = bool(list(Path("/usr/lib/postgresql").glob("*/bin/initdb")))
    assert setup(bin_folder, f"missing '{sys.executable}' initdb=postgresql").stdout == (
        "" if there else "initdb=postgresql\n"
    )


def test_postgresql_is_installed_without_a_server_of_the_system(bin_folder: Path) -> None:
    """Debian's package would make a cluster and start it; the setting against it is taken back."""
    done = setup(bin_folder, "apt_install xvfb postgresql")
    assert "create_main_cluster = false >/etc/postgresql-common/createcluster.d/" in done.stderr
    assert done.stderr.index("createcluster.d/") < done.stderr.index("apt-get update;")
    assert "rm /etc/postgresql-common/createcluster.d/sortrank.conf; exit $code'" in done.stderr
    assert "createcluster" not in setup(bin_folder, "apt_install xvfb postgresql-client").stderr
