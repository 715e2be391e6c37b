"""The way to the server: addresses, TLS, passwords, and sentences for what is wrong."""

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from sortrank_gui.errors import LabError, LabGoneError
from sortrank_gui.study.lab.addresses import find_address, hide_password
from sortrank_gui.study.lab.connecting import connect_server
from sortrank_gui.study.lab.roles import RESEARCHER, STATION
from sortrank_gui.study.lab.setting_up import set_up_lab
from tests.lab_server import Lab, cluster, lab

__all__ = ["cluster", "lab"]
PASSWORD, ELSEWHERE = "correct horse", "127.0.0.2"
ODD_WORDS = ("#secret", "?secret", "se]cret", "a:secret", "%73ecret&secret")
"""Passwords that a reader of URLs cuts elsewhere than libpq."""


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give this test a home without a password file or a certificate."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / ".pgpass"))
    return tmp_path


@pytest.mark.parametrize(
    "text",
    [
        "postgresql:///lab",
        "postgresql://localhost/lab",
        "postgresql://127.0.0.1:5433/lab",
        "postgresql://[::1]/lab",
        "host=/run/postgresql dbname=lab",
    ],
)
def test_this_computer_may_do_without_encryption(text: str) -> None:
    """A socket and the addresses of this computer go through no network."""
    address = find_address(text)
    assert address.is_here
    assert "sslmode" not in address.parameters


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://lab.example.org/lab",
        "host=localhost,lab.example.org dbname=lab",
        "host=localhost hostaddr=192.0.2.1 dbname=lab",
        "postgresql://127.0.0.1.example.org/lab",
    ],
)
def test_another_computer_is_verified(text: str) -> None:
    """Whatever is not this computer is called with TLS, and has to show its certificate."""
    address = find_address(text)
    assert not address.is_here
    assert address.parameters["sslmode"] == "verify-full"


@pytest.mark.parametrize("mode", ["disable", "allow", "prefer", "require", "verify-ca"])
def test_less_than_verified_is_refused(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address, or the environment, that asks for less is refused unless that is wanted."""
    text = f"postgresql://lab.example.org/lab?sslmode={mode}"
    with pytest.raises(LabError, match=f"not be verified \\(sslmode={mode}\\)"):
        find_address(text)
    assert find_address(text, insecure=True).parameters["sslmode"] == mode
    monkeypatch.setenv("PGSSLMODE", mode)
    with pytest.raises(LabError, match="not be verified"):
        find_address("postgresql://lab.example.org/lab")


def test_host_of_the_environment_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address without a host may be on another computer all the same."""
    monkeypatch.setenv("PGHOST", "lab.example.org")
    assert find_address("dbname=lab").parameters["sslmode"] == "verify-full"


def test_service_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare name is an entry of the service file; its hosts are verified, too."""
    file = tmp_path / "services"
    file.write_text("# ours\n[lab]\nhost=lab.example.org\nport=5433\ndbname=lab\nuser=u\n")
    monkeypatch.setenv("PGSERVICEFILE", str(file))
    address = find_address("lab", user="somebody")
    assert address.parameters["port"] == "5433"
    assert address.parameters["user"] == "u"
    assert address.parameters["sslmode"] == "verify-full"
    assert find_address("service=lab dbname=other").parameters["dbname"] == "other"
    with pytest.raises(LabError, match=re.escape(f"no service “elsewhere” in {file}")):
        find_address("elsewhere")
    file.write_text("[lab]\nhost=lab.example.org\nsslmode=prefer\n")
    with pytest.raises(LabError, match="not be verified"):
        find_address("lab")


def test_service_of_the_environment_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Libpq takes a host from there; so it is verified, and an entry that asks for less refused."""
    file = tmp_path / "services"
    file.write_text("[lab]\nhost=lab.example.org\n[other]\nport=5433\n")
    monkeypatch.setenv("PGSERVICEFILE", str(file))
    monkeypatch.setenv("PGSERVICE", "lab")
    for text in ("dbname=lab", "other", "postgresql:///lab"):
        address = find_address(text)
        assert not address.is_here
        assert address.parameters["sslmode"] == "verify-full"
    assert find_address("postgresql://localhost/lab").is_here
    file.write_text("[lab]\nhost=lab.example.org\nsslmode=prefer\n")
    with pytest.raises(LabError, match="not be verified"):
        find_address("dbname=lab")


def test_server_is_named_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an option, the environment says where the server is; else a sentence asks."""
    monkeypatch.delenv("SORTRANK_LAB", raising=False)
    with pytest.raises(LabError, match="Say where the lab's server is"):
        find_address(None)
    monkeypatch.setenv("SORTRANK_LAB", "postgresql:///lab")
    assert find_address().parameters["dbname"] == "lab"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://u:secret@h/lab", "user=u dbname=lab host=h"),
        (
            "postgresql://u:se%40cret@h:1/lab?password=secret&sslrootcert=c",
            "user=u dbname=lab host=h port=1 sslrootcert=c",
        ),
        *((f"postgresql://u:{word}@h/lab", "user=u dbname=lab host=h") for word in ODD_WORDS),
        ("postgresql://u@h/lab?pass%77ord=secret", "user=u dbname=lab host=h"),
        ("host=h user=u password=secret dbname=lab", "user=u dbname=lab host=h"),
    ],
)
def test_password_is_cut_from_what_is_remembered(text: str, shown: str) -> None:
    """The text of an address may be shown and kept, so it has no password."""
    assert hide_password(text) == shown
    address = find_address(text)
    assert address.parameters["password"]
    assert "secret" not in address.text + address.database
    assert find_address(shown).database == address.database


@pytest.mark.parametrize("text", ["lab", "postgresql://u@[::1]:1/lab?sslrootcert=c", "host=h"])
def test_address_without_a_password_is_shown_as_it_was_typed(text: str) -> None:
    """Whoever reads it finds their own words again."""
    assert hide_password(text) == text


def test_address_that_can_not_be_read_does_not_repeat_its_password() -> None:
    """Libpq's own words would."""
    with pytest.raises(LabError, match="can't be read") as caught:
        find_address("host=h password='secret")
    assert "secret" not in str(caught.value)


def test_nobody_there(own_home: Path) -> None:
    """A server that does not answer is one that may come back."""
    with pytest.raises(LabGoneError, match="does not answer"):
        connect_server(find_address("host=127.0.0.1 port=1 dbname=lab user=u"))


def test_server_elsewhere_is_verified_for_real(lab: Lab, own_home: Path) -> None:
    """With the certificate and a password of libpq's own file the way is open; else it is not."""
    parts = dict(each.split("=", 1) for each in lab.text(STATION, ELSEWHERE).split())
    pgpass = own_home / ".pgpass"
    with pytest.raises(LabError, match="no password for sortrank_station"):
        connect_server(lab.address(STATION, ELSEWHERE))
    pgpass.write_text(f"*:*:*:{STATION}:wrong\n")
    pgpass.chmod(0o600)
    with pytest.raises(LabError, match="password for sortrank_station is wrong") as caught:
        connect_server(lab.address(STATION, ELSEWHERE))
    assert not isinstance(caught.value, LabGoneError)
    pgpass.write_text(f"*:*:*:{STATION}:{PASSWORD}\n")
    with connect_server(lab.address(STATION, ELSEWHERE)) as connection:
        assert connection.pgconn.ssl_in_use
    del parts["sslrootcert"]
    with pytest.raises(LabError, match=r"root\.crt"):
        connect_server(find_address(" ".join(f"{k}={v}" for k, v in parts.items())))


def test_certificate_of_another_is_refused(lab: Lab, own_home: Path, tmp_path: Path) -> None:
    """A server that shows a certificate that nobody here trusts gets no password."""
    import subprocess

    other = tmp_path / "other.crt"
    command = ["openssl", "req", "-new", "-x509", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=x"]
    command += ["-out", str(other), "-keyout", str(tmp_path / "key")]
    subprocess.run(command, check=True, capture_output=True)
    text = lab.text(STATION, ELSEWHERE).replace(str(lab.server.root_certificate), str(other))
    with pytest.raises(LabError, match="not one that this computer trusts"):
        connect_server(find_address(text))


def test_server_without_encryption_is_refused(lab: Lab, own_home: Path) -> None:
    """It is called without only by who says that the network is safe."""
    text = f"{lab.text(STATION, ELSEWHERE)} password='{PASSWORD}'"
    lab.server.execute("ALTER SYSTEM SET ssl = off")
    lab.server.restart()
    try:
        with pytest.raises(LabError, match="does not encrypt"):
            connect_server(find_address(text))
        with connect_server(find_address(f"{text} sslmode=disable", insecure=True)) as connection:
            assert not connection.pgconn.ssl_in_use
    finally:
        lab.server.execute("ALTER SYSTEM RESET ssl")
        lab.server.restart()


def test_database_that_is_not_prepared(lab: Lab) -> None:
    """Whoever calls a database without our tables, or of another format, is told what to do."""
    with pytest.raises(LabError, match="not prepared for SortRank"):
        connect_server(find_address(lab.server.url("postgres", "postgres")))
    with pytest.raises(LabGoneError, match="database or the role"):
        connect_server(find_address(lab.server.url("nowhere", RESEARCHER)))
    lab.execute("UPDATE sortrank.lab SET format = 99")
    with pytest.raises(LabError, match=r"format 99.*Update SortRank here"):
        lab.connect()
    with pytest.raises(LabError, match="format 99"):
        set_up_lab(lab.address("lab_owner"))


def test_preparing_again_changes_nothing(lab: Lab) -> None:
    """The command may be given again, as after an update."""
    what = "SELECT policyname, tablename, qual, with_check FROM pg_policies ORDER BY 1, 2"
    before = lab.execute(what)
    assert not set_up_lab(lab.address("lab_owner"))
    assert lab.execute(what) == before
    with pytest.raises(LabError, match="may not prepare the database"):
        set_up_lab(lab.address(RESEARCHER))


class FakeKeyring(ModuleType):
    """Stands for Python's `keyring`: one password, or a keyring that is locked."""

    def __init__(self, password: str | None = None) -> None:
        super().__init__("keyring")
        self.password, self.asked = password, list[tuple[str, str]]()

    def get_password(self, service: str, name: str) -> str | None:
        """Return the password of one role on one host, as `keyring set` keeps it."""
        self.asked.append((service, name))
        if self.password == "locked":
            raise RuntimeError("the keyring is locked")
        return self.password


@pytest.mark.parametrize(
    ("password", "refusal"),
    [
        (PASSWORD, ""),
        ("wrong", "password for sortrank_station is wrong"),
        (None, "no password for sortrank_station"),
        ("locked", "no password for sortrank_station"),
    ],
    ids=["known", "wrong", "unknown", "locked"],
)
def test_keyring_is_asked_where_libpq_has_no_password(
    password: str | None,
    refusal: str,
    lab: Lab,
    own_home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its password opens the way; one that is wrong, missing or locked up is told in a sentence."""
    ring = FakeKeyring(password)
    monkeypatch.setitem(sys.modules, "keyring", ring)
    if refusal:
        with pytest.raises(LabError, match=refusal) as caught:
            connect_server(lab.address(STATION, ELSEWHERE))
        assert not isinstance(caught.value, LabGoneError)
        assert "wrong" not in str(caught.value).replace("is wrong", "")
    else:
        with connect_server(lab.address(STATION, ELSEWHERE)) as connection:
            assert connection.pgconn.ssl_in_use
    assert ring.asked == [("sortrank", f"{STATION}@{ELSEWHERE}")]


def test_keyring_is_left_alone_where_libpq_has_a_password(
    lab: Lab, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The password file comes first, so that nobody is asked to unlock anything."""
    ring = FakeKeyring("wrong")
    monkeypatch.setitem(sys.modules, "keyring", ring)
    (own_home / ".pgpass").write_text(f"*:*:*:{STATION}:{PASSWORD}\n")
    (own_home / ".pgpass").chmod(0o600)
    connect_server(lab.address(STATION, ELSEWHERE)).close()
    assert ring.asked == []
