"""The parts of packaging/lab-server.sh; docs/lab.md says how the whole of it was tried."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.lab_server import Lab, cluster, lab

__all__ = ["cluster", "lab"]
pytestmark = pytest.mark.posix("the server is a Debian")
PACKAGING = Path(__file__).parents[1] / "packaging"
SCRIPT = PACKAGING / "lab-server.sh"


def shell(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run code after the functions of the script, with a cluster's settings in a folder."""
    (folder / "settings").mkdir(exist_ok=True)
    harmless = "own_folder() { mkdir -p $1; }; chown() { :; }"
    script = f"source '{SCRIPT}'; {harmless}; settings='{folder}/settings'; {code}"
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=folder)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--database 'x; DROP'", "no name of a database"),
        ("--host 'a b'", "no name of a computer"),
        ("--network everywhere", "no range of addresses"),
        ("--network 10.0.0.1", "no range of addresses"),
        ("--port http", "no port"),
        ("--colour red", "no option --colour"),
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, options: str, words: str) -> None:
    """What would end in a file of settings or in SQL has to have its form."""
    done = shell(f"read_options {options}", tmp_path)
    assert done.returncode == 1
    assert words in done.stderr


def test_help_is_the_head_of_the_file(tmp_path: Path) -> None:
    """All options are explained in one place."""
    said = subprocess.run(["bash", str(SCRIPT), "--help"], capture_output=True, text=True).stdout
    assert said.startswith("Make this Debian or Ubuntu computer the server of a lab")
    assert "--new-passwords" in said
    assert "set -" not in said


def test_certificate_has_the_names_of_the_server(tmp_path: Path) -> None:
    """It is verified by the lab's authority for every name; given again, it stays as it is."""
    code = "hosts=(lab.example.org lab 192.0.2.7 fd00::7); make_certificates"
    assert shell(code, tmp_path).returncode == 0
    made = tmp_path / "settings" / "sortrank"
    for check in ("-verify_hostname lab.example.org", "-verify_hostname lab", "-verify_ip fd00::7"):
        command = f"openssl verify -CAfile {made}/ca.crt {check} {made}/server.crt"
        assert subprocess.run(command.split(), capture_output=True).returncode == 0, check
    other = f"openssl verify -CAfile {made}/ca.crt -verify_hostname evil.org {made}/server.crt"
    assert subprocess.run(other.split(), capture_output=True).returncode != 0
    before = {path.name: path.read_bytes() for path in made.iterdir()}
    assert shell(code, tmp_path).returncode == 0
    assert {path.name: path.read_bytes() for path in made.iterdir()} == before
    assert shell("hosts=(other); make_certificates", tmp_path).returncode == 0
    assert (made / "ca.crt").read_bytes() == before["ca.crt"]
    assert (made / "server.crt").read_bytes() != before["server.crt"]


def test_only_tls_with_a_password_is_let_in(tmp_path: Path) -> None:
    """Our lines come before all others, once, however often it is given."""
    hba = tmp_path / "settings" / "pg_hba.conf"
    hba.parent.mkdir()
    hba.write_text("host all all 0.0.0.0/0 trust\n", encoding="utf-8")
    code = "database=lab port=5432 networks=(10.0.0.0/8 fd00::/8); configure"
    for _ in range(2):
        assert shell(code, tmp_path).returncode == 0
    lines = hba.read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "host all all 0.0.0.0/0 trust"
    ours = lines[1 : lines.index("# SortRank: end")]
    assert "hostssl lab sortrank_station fd00::/8 scram-sha-256" in ours
    assert {line.split()[0] for line in ours if "sortrank" in line} == {"hostssl", "local"}
    assert ours[-1] == "host lab all all reject"
    assert lines.count("# SortRank: begin") == 1


def test_passwords_are_random(tmp_path: Path) -> None:
    """Two are not the same, and none has a character that means something in a password file."""
    one, two = (shell("secret", tmp_path).stdout.strip() for _ in range(2))
    assert one != two
    assert len(one) == len(two) == 32
    assert one.isalnum()


def test_password_file_has_every_name(tmp_path: Path) -> None:
    """Colons of addresses are escaped, as libpq wants it."""
    code = "hosts=(lab fd00::7) port=5432 database=db; write_pgpass station word"
    assert shell(code, tmp_path).stdout == (
        "lab:5432:db:sortrank_station:word\nfd00\\:\\:7:5432:db:sortrank_station:word\n"
    )


def test_sql_is_what_init_does(lab: Lab, cluster: Any, tmp_path: Path) -> None:
    """Without SortRank's libraries, the server prepares its database as `lab init` does."""
    name = f"{lab.database}_sql"
    cluster.execute(f"CREATE DATABASE {name}")
    try:
        for options in (["--tables"], []):
            command = [sys.executable, "-I", "-S", str(PACKAGING / "lab_sql.py"), name, *options]
            sql = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            cluster.execute(sql, name)
        for query in (
            "SELECT tablename, policyname, roles::text, qual, with_check FROM pg_policies "
            "WHERE policyname <> 'owner_all' ORDER BY 1, 2",
            "SELECT table_name, column_name, data_type FROM information_schema.columns "
            "WHERE table_schema = 'sortrank' ORDER BY 1, 2",
            "SELECT p.proname, p.prosrc FROM pg_proc p "
            "WHERE pronamespace = 'sortrank'::regnamespace ORDER BY 1",
            "SELECT * FROM sortrank.lab",
        ):
            assert cluster.execute(query, name) == cluster.execute(query, lab.database)
    finally:
        cluster.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_script_is_clean() -> None:
    """As far as the checker is at hand."""
    checker = shutil.which("shellcheck")
    if checker is not None:
        command = [checker, "-x", "packaging/lab-server.sh"]
        done = subprocess.run(command, cwd=PACKAGING.parent, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
