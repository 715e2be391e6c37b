"""What is not allowed on the server, tried: as a station, as a researcher, and with tricks.

Each attempt has to fail by the server's own refusal; what a station may do is tried beside it, so
that a test can't pass because nothing works at all.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors

from sortrank_gui.errors import LabError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.exclusions import exclude
from sortrank_gui.study.file.journal import NoteKind
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.lab.connecting import Server
from sortrank_gui.study.lab.replica import open_desk
from sortrank_gui.study.lab.rights import MAY_CALL
from sortrank_gui.study.lab.roles import RESEARCHER, STATION
from sortrank_gui.study.lab.setting_up import set_up_lab
from sortrank_gui.study.lab.sharing import share_study
from sortrank_gui.study.lab.tables import IN_ORDER, NAMES
from tests.lab_server import Lab, cluster, lab, make_database
from tests.study.conftest import MakeStudy
from tests.study.lab.stations import PlainStation

__all__ = ["cluster", "lab"]
pytestmark = pytest.mark.posix("a server of our own")
AT = "2026-11-18T10:00:00.000Z"


class Attempts:
    """Two stations with a session each, and what an intruder at the first one tries."""

    def __init__(self, lab: Lab, path: Path, folder: Path) -> None:
        self.lab = lab
        with open_study(path) as file:
            self.study = share_study(file, lab.address()).uuid
        self.mine = PlainStation(lab, self.study, folder, "mine")
        self.theirs = PlainStation(lab, self.study, folder, "theirs")
        for station, code in ((self.mine, "P01"), (self.theirs, "P02")):
            assert station.sign()
            station.answer(code, 3)
            station.file.add_note(station.file.sessions[0], NoteKind.NOTE, f"about {code}")
            station.push()
        self.own = self.mine.file.sessions[0].uuid
        self.other = self.theirs.file.sessions[0].uuid
        query = f"SELECT sort FROM sortrank.sessions WHERE uuid = '{self.other}'"
        ((self.their_sort,),) = lab.execute(query)
        for station in (self.mine, self.theirs):
            station.survey.close()

    def close(self) -> None:
        """Hang up."""
        self.mine.server.close()
        self.theirs.server.close()

    @property
    def server(self) -> Server:
        """The intruder's connection."""
        return self.mine.server

    def ask(self, query: str, **values: Any) -> list[tuple[Any, ...]]:
        """Return what a query gives; names in it stand for what is known."""
        known = {"study": self.study, "own": self.own, "other": self.other, "at": AT}
        known |= {"me": self.mine.owner, "them": self.theirs.owner}
        cursor = self.server.execute(query.encode(), {**known, **values})
        return cursor.fetchall() if cursor.description else []

    def fails(self, query: str, *kinds: type[Exception], **values: Any) -> None:
        """Let a query be refused, for one of these reasons."""
        with pytest.raises(kinds or (errors.InsufficientPrivilege,)):
            self.ask(query, **values)

    def snapshot(self) -> list[Any]:
        """Return everything, as the superuser sees it."""
        names = [name for name in NAMES if name not in ("clocks", "stations")]
        names.append("(SELECT name, owner FROM sortrank.stations)")
        tables = [name if name.startswith("(") else f"sortrank.{name}" for name in names]
        return [self.lab.execute(f"SELECT t FROM {name} t ORDER BY t") for name in tables]


@pytest.fixture(scope="module")
def stations(
    cluster: Any,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Attempts]:
    """Make the stations, once: nothing that is tried changes anything."""
    folder = tmp_path_factory.mktemp("rights")
    with pytest.MonkeyPatch.context() as patch, make_database(cluster) as lab:
        patch.setenv("SORTRANK_HOME", str(folder / "home"))
        design = Design(title="Numbers", prompt="Which?", min_response_ms=0, shared=True)
        create_study(folder / "study.sortrank", design, [Item(f"item {k}") for k in range(12)])
        made = Attempts(lab, folder / "study.sortrank", folder)
        yield made
        made.close()


@pytest.fixture
def attempts(stations: Attempts) -> Iterator[Attempts]:
    """Return the stations; whatever is tried, all data is the same afterwards."""
    before = stations.snapshot()
    assert stations.mine.sign()
    assert stations.theirs.sign()
    yield stations
    stations.server.execute("RESET ALL")
    stations.ask("SELECT set_config('sortrank.token', %(token)s, false)", token=stations.mine.token)
    assert stations.snapshot() == before


def test_station_reads_designs_and_its_own(attempts: Attempts) -> None:
    """The study, its items, and all of its own session; nothing of anybody else's."""
    assert len(attempts.ask("SELECT * FROM sortrank.items")) == 12
    assert attempts.ask("SELECT title FROM sortrank.studies") == [("Numbers",)]
    own = attempts.ask("SELECT DISTINCT session::text FROM sortrank.journal")
    assert own == [(attempts.own,)]
    assert attempts.ask("SELECT participant FROM sortrank.sessions") == [("P01",)]
    assert attempts.ask("SELECT text FROM sortrank.notes") == [("about P01",)]
    assert attempts.ask("SELECT name FROM sortrank.stations") == [("mine",)]


@pytest.mark.parametrize("table", ["sessions", "journal", "notes", "events", "leases", "orders"])
def test_station_sees_nothing_of_others(attempts: Attempts, table: str) -> None:
    """No way to put a question shows a row of the other station."""
    column = {"sessions": "uuid", "orders": "station"}.get(table, "session")
    value = "theirs" if table == "orders" else attempts.other
    query = f"SELECT * FROM sortrank.{table} WHERE {column}::text = %(value)s"
    assert attempts.ask(query, value=value) == []
    tricks = (
        f"SELECT count(*) FROM sortrank.{table} t WHERE t::text LIKE '%%P02%%'",
        f"SELECT count(*) FROM sortrank.{table} t WHERE position('theirs' IN t::text) > 0",
    )
    for trick in tricks:
        assert attempts.ask(trick) == [(0,)]


def test_condition_that_leaks_is_not_reached_by_foreign_rows(attempts: Attempts) -> None:
    """A condition of one's own, which would tell of each row, is asked after the policy's."""
    # Dividing by zero would tell that a row of P02 was looked at.
    told = "1 / CASE participant WHEN 'P02' THEN 0 ELSE 1 END > 0"
    assert len(attempts.ask(f"SELECT 1 FROM sortrank.sessions WHERE {told}")) == 1


@pytest.mark.parametrize("table", NAMES)
@pytest.mark.parametrize("verb", ["UPDATE", "DELETE", "TRUNCATE"])
def test_station_changes_and_deletes_nothing(attempts: Attempts, table: str, verb: str) -> None:
    """Neither its own rows nor those of others; but for done orders and its own leases."""
    columns = attempts.lab.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = 'sortrank' "
        f"AND table_name = '{table}' AND column_name NOT IN ('done_at', 'outcome', 'id')"
    )
    statements = {
        "UPDATE": [f'UPDATE sortrank.{table} SET "{c}" = "{c}"' for (c,) in columns],
        "DELETE": [f"DELETE FROM sortrank.{table}"],
        "TRUNCATE": [f"TRUNCATE sortrank.{table} CASCADE"],
    }
    for statement in statements[verb]:
        if (verb, table) == ("DELETE", "leases"):
            assert attempts.ask(statement) == []  # its own only: there are none
        else:
            attempts.fails(statement)


RECORD = (
    "INSERT INTO sortrank.journal (study, session, seq, clock, event, at, digest) "
    "SELECT %(study)s, {session}, {seq}, c, 'pause', %(at)s, '\\x00112233445566778899aabbccddeeff' "
    "FROM sortrank.tick(%(study)s, 1) c"
)
SESSION = (
    "INSERT INTO sortrank.sessions "
    "(study, uuid, clock, participant, number, sort, seed, robot, owner) "
    "SELECT %(study)s, gen_random_uuid(), c, 'P77', 1, (SELECT uuid FROM sortrank.sorts LIMIT 1), "
    "1, false, {owner} FROM sortrank.tick(%(study)s, 1) c"
)


def test_station_appends_to_its_own_session(attempts: Attempts) -> None:
    """So that refusals are not because of something else. It is taken back."""
    with attempts.server.transaction(force_rollback=True):
        attempts.ask(RECORD.format(session="%(own)s", seq=6))
        attempts.ask(SESSION.format(owner="%(me)s"))


@pytest.mark.parametrize(
    "statement",
    [
        RECORD.format(session="%(other)s", seq=6),
        RECORD.format(session="%(other)s", seq=6) + " ON CONFLICT DO NOTHING",
        SESSION.format(owner="%(them)s"),
        SESSION.format(owner="NULL"),
        "INSERT INTO sortrank.notes SELECT %(study)s, gen_random_uuid(), c, %(other)s, %(at)s, "
        "'note', 'x' FROM sortrank.tick(%(study)s, 1) c",
        "INSERT INTO sortrank.notes SELECT %(study)s, gen_random_uuid(), c, NULL, %(at)s, "
        "'incident', 'x' FROM sortrank.tick(%(study)s, 1) c",
        "INSERT INTO sortrank.events SELECT %(study)s, gen_random_uuid(), c, %(at)s, 'consent', "
        "%(other)s, '{{}}' FROM sortrank.tick(%(study)s, 1) c",
        "INSERT INTO sortrank.events SELECT %(study)s, gen_random_uuid(), c, %(at)s, 'exclude', "
        "%(own)s, '{{}}' FROM sortrank.tick(%(study)s, 1) c",
        "INSERT INTO sortrank.events SELECT %(study)s, gen_random_uuid(), c, %(at)s, 'withdraw', "
        "NULL, '{{}}' FROM sortrank.tick(%(study)s, 1) c",
        "INSERT INTO sortrank.leases SELECT %(study)s, sort, 1, 2, %(other)s, %(me)s, 0, 0 "
        "FROM sortrank.sessions LIMIT 1",
        "INSERT INTO sortrank.leases SELECT %(study)s, sort, 1, 2, %(own)s, %(them)s, 0, 0 "
        "FROM sortrank.sessions LIMIT 1",
        "INSERT INTO sortrank.orders (study, station, kind) VALUES (%(study)s, 'mine', 'end')",
        "INSERT INTO sortrank.stations VALUES (%(study)s, 'x', %(me)s, now(), '{{}}')",
        "INSERT INTO sortrank.studies (uuid, title, created_at, design, digest, format, shared) "
        "VALUES (gen_random_uuid(), '', '', '', '', 4, true)",
        "INSERT INTO sortrank.items VALUES (%(study)s, 99, 'x', '', NULL, NULL, '')",
        "INSERT INTO sortrank.clocks VALUES (%(study)s, 1)",
        "INSERT INTO sortrank.lab VALUES (2)",
    ],
)
def test_station_writes_nothing_as_somebody_else(attempts: Attempts, statement: str) -> None:
    """Not to another's session, not under another's name, and nothing that a researcher writes."""
    attempts.fails(statement.replace("{{}}", "{}"))


def test_record_that_is_there_is_not_replaced(attempts: Attempts) -> None:
    """Adding again what is there changes nothing, and updating on conflict is not allowed."""
    with attempts.server.transaction():
        attempts.ask(RECORD.format(session="%(own)s", seq=3) + " ON CONFLICT DO NOTHING")
    attempts.fails(RECORD.format(session="%(own)s", seq=3), errors.UniqueViolation)
    attempts.fails(
        RECORD.format(session="%(own)s", seq=3)
        + " ON CONFLICT (session, seq) DO UPDATE SET at = 'x'"
    )


def test_records_do_not_jump(attempts: Attempts) -> None:
    """A record without the one before it would make every copy stop."""
    attempts.fails(RECORD.format(session="%(own)s", seq=9), errors.CheckViolation)


@pytest.mark.parametrize(
    "clock", ["1", "0", "-5", "(SELECT clock FROM sortrank.clocks)", "9223372036854775807"]
)
def test_clocks_are_not_chosen(attempts: Attempts, clock: str) -> None:
    """A row in the past would be missed by all, one in the future would hide what follows."""
    statement = RECORD.format(session="%(own)s", seq=6)
    forged = statement.replace(" c,", f" {clock},").replace(
        " FROM sortrank.tick(%(study)s, 1) c", ""
    )
    attempts.fails(forged, errors.CheckViolation)


@pytest.mark.parametrize("change", ["- 1", "+ 1", "- 1000"])
def test_clocks_beside_those_given_are_not_taken(attempts: Attempts, change: str) -> None:
    """A transaction that was given some has these alone."""
    statement = RECORD.format(session="%(own)s", seq=6).replace(" c,", f" c {change},")
    attempts.fails(statement, errors.CheckViolation)


def test_clock_of_another_transaction_is_not_taken(attempts: Attempts) -> None:
    """A number that was given before may have been passed by readers already."""
    ((clock,),) = attempts.ask("SELECT sortrank.tick(%(study)s, 1)")
    statement = RECORD.format(session="%(own)s", seq=6).replace(" c,", f" {clock},")
    attempts.fails(statement, errors.CheckViolation)


@pytest.mark.parametrize("n", [-1, 10**8])
def test_clocks_are_not_used_up(attempts: Attempts, n: int) -> None:
    """Nor do they run backwards."""
    attempts.fails("SELECT sortrank.tick(%(study)s, %(n)s)", errors.InvalidParameterValue, n=n)


def test_rows_stay_in_their_study(attempts: Attempts, make_study: MakeStudy) -> None:
    """A session of one study takes no record, sort or item of another."""
    with open_study(make_study("second", title="Second")) as file:
        second = share_study(file, attempts.lab.address()).uuid
    statement = RECORD.format(session="%(own)s", seq=6).replace("%(study)s", "%(second)s")
    attempts.fails(statement, errors.ForeignKeyViolation, second=second)
    statement = SESSION.format(owner="%(me)s").replace("%(study)s", "%(second)s")
    attempts.fails(statement, errors.ForeignKeyViolation, second=second)
    attempts.lab.execute(f"SELECT sortrank.remove('{second}')")


def test_token_of_another_is_not_known(attempts: Attempts) -> None:
    """What the server has is a digest; showing that, or guessing, opens nothing."""
    for token in ("", "x", "theirs", attempts.theirs.owner.hex(), attempts.other, "0" * 64):
        attempts.ask("SELECT set_config('sortrank.token', %(token)s, false)", token=token)
        assert attempts.ask("SELECT * FROM sortrank.journal") == []
        assert attempts.ask("SELECT * FROM sortrank.sessions") == []
        attempts.fails(RECORD.format(session="%(other)s", seq=6))
        attempts.fails(RECORD.format(session="%(own)s", seq=6))
    attempts.ask("SELECT set_config('sortrank.token', %(token)s, false)", token=attempts.mine.token)
    assert attempts.ask("SELECT * FROM sortrank.journal")


def test_station_without_a_secret_owns_nothing(attempts: Attempts) -> None:
    """Two stations without one must not be taken for the same."""
    with attempts.lab.connect(STATION) as server:
        assert server.execute("SELECT sortrank.me()").fetchone() == (None,)
        for token in ("", "short", "x" * 31):
            server.execute("SELECT set_config('sortrank.token', %s, false)", (token,))
            assert server.execute("SELECT sortrank.me()").fetchone() == (None,)
        assert server.execute("SELECT * FROM sortrank.sessions").fetchall() == []
        for statement in (
            "SELECT sortrank.sign_of_life(%s, 'x', '{}')",
            "INSERT INTO sortrank.sessions (study, uuid, clock, participant, number, sort, seed, "
            "robot) SELECT %s, gen_random_uuid(), 1, 'P', 1, gen_random_uuid(), 1, false",
        ):
            with pytest.raises(psycopg.Error):
                server.execute(statement.encode(), (attempts.study,))


def test_name_of_a_station_is_not_taken_over(attempts: Attempts) -> None:
    """While a station is alive, nobody else signs or reads orders under its name."""
    attempts.lab.execute(
        "INSERT INTO sortrank.orders (study, station, kind) "
        f"VALUES ('{attempts.study}', 'theirs', 'end')"
    )
    query = "SELECT sortrank.sign_of_life(%(study)s, 'theirs', '{}')"
    assert attempts.ask(query) == [(False,)]
    assert attempts.ask("SELECT * FROM sortrank.orders") == []
    assert attempts.ask("UPDATE sortrank.orders SET done_at = now() RETURNING 1") == []
    assert attempts.theirs.server.execute("SELECT kind FROM sortrank.orders").fetchall() == [
        ("end",)
    ]
    attempts.lab.execute("DELETE FROM sortrank.orders")


def test_session_of_a_living_station_is_not_taken_over(
    lab: Lab, make_study: MakeStudy, tmp_path: Path
) -> None:
    """Only who paused, or whose station shows no sign of life, may be resumed elsewhere."""
    made = Attempts(lab, make_study(), tmp_path)
    take = "SELECT sortrank.take_over(%(other)s, 'mine')"
    last = "UPDATE sortrank.journal SET event = '{}' WHERE seq = 5"
    lab.execute(last.format("resume"))
    assert made.ask(take) == [(False,)]
    assert made.ask("SELECT * FROM sortrank.sessions WHERE uuid = %(other)s") == []
    lab.execute("UPDATE sortrank.stations SET seen = now() - interval '16 s'")
    with made.server.transaction(force_rollback=True):
        assert made.ask(take) == [(True,)]
        assert len(made.ask("SELECT * FROM sortrank.journal WHERE session = %(other)s")) == 5
    lab.execute("UPDATE sortrank.stations SET seen = now()")
    lab.execute(last.format("pause"))
    with made.server.transaction(force_rollback=True):
        assert made.ask(take) == [(True,)]
    lab.execute(last.format("end"))
    assert made.ask(take) == [(False,)]
    made.close()


def test_session_is_declined_by_its_own_station_only(attempts: Attempts) -> None:
    """And only as long as there are no answers."""
    for session in (attempts.own, attempts.other):
        attempts.fails(
            "SELECT sortrank.decline(%(session)s, gen_random_uuid(), %(at)s)", session=session
        )


def test_functions_tell_no_more_than_is_needed(attempts: Attempts) -> None:
    """Codes and places of others, but neither answers, times, notes nor reasons."""
    lab = attempts.lab
    desk = open_desk(lab.address(), attempts.study)
    exclude(desk, ("P02", None, None), "SECRET reason")
    desk.close()
    rows = attempts.ask("SELECT * FROM sortrank.places(%(study)s)")
    assert [(row[1], row[2], row[6]) for row in rows] == [("P01", 1, True), ("P02", 1, False)]
    rulings = attempts.ask("SELECT kind, session, data FROM sortrank.rulings(%(study)s)")
    assert rulings == [("exclude", None, '{"participant" : "P02"}')]
    sort = attempts.their_sort
    told = attempts.ask("SELECT * FROM sortrank.told(%(study)s, %(sort)s, 0)", sort=sort)
    assert len(told) == 6  # of both: they share the sort
    assert AT[:4] not in str(told)
    lab.execute("DELETE FROM sortrank.events WHERE kind = 'exclude'")


def test_answers_of_sorts_of_one_person_are_not_told(
    lab: Lab, make_study: MakeStudy, tmp_path: Path
) -> None:
    """Where people share no sort, nobody needs to know what others answered."""
    made = Attempts(lab, make_study(shared=False), tmp_path)
    sort = made.their_sort
    assert made.ask("SELECT * FROM sortrank.told(%(study)s, %(sort)s, 0)", sort=sort) == []
    assert made.ask("SELECT * FROM sortrank.held(%(study)s, %(sort)s)", sort=sort) == []
    made.close()


def test_functions_of_stations_keep_to_their_own(attempts: Attempts) -> None:
    """Appending to another's session is told to have strayed; nothing is lent or known there."""
    record = {"table": "journal", "session": attempts.other, "seq": 6, "event": "pause", "at": AT}
    record["digest"] = "\\x" + "00" * 16
    note = {"table": "notes", "uuid": attempts.own, "session": attempts.other, "kind": "note"}
    note |= {"at": AT, "text": "x"}
    event = {**note, "table": "events", "kind": "consent", "data": "{}"}
    entries = json.dumps([record, note, event])
    ((strayed,),) = attempts.ask(
        "SELECT sortrank.append(%(study)s, %(entries)s::jsonb)", entries=entries
    )
    assert strayed == {attempts.other: 6}
    pairs = "[[0, 1, 0, 0]]"
    lent = attempts.ask(
        "SELECT sortrank.lend(%(study)s, %(sort)s, %(other)s, %(pairs)s, %(pairs)s, 0)",
        sort=attempts.their_sort,
        pairs=pairs,
    )
    assert lent == [(None,)]
    known = "SELECT sortrank.is_known(%(other)s, 1, %(digest)s)"
    assert attempts.ask(known, digest=b"\0" * 16) == [(False,)]


@pytest.mark.parametrize(
    "function",
    [
        "forget_sessions(%(study)s)",
        "remove(%(study)s)",
        "is_alive(%(study)s, %(me)s)",
        "last_event(%(other)s)",
        "keep_order()",
        "start_clock()",
    ],
)
def test_station_calls_no_function_of_others(attempts: Attempts, function: str) -> None:
    """What deletes is the researcher's; what helps the server is nobody's."""
    attempts.fails(f"SELECT sortrank.{function}")


def test_every_function_is_given_to_somebody_on_purpose(lab: Lab) -> None:
    """A function that somebody adds is open to nobody until the list says so."""
    found = lab.execute(
        "SELECT p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', r.rolname, "
        "p.prosecdef, p.proconfig FROM pg_proc p CROSS JOIN pg_roles r "
        f"WHERE p.pronamespace = 'sortrank'::regnamespace AND r.rolname IN ('{STATION}', "
        f"'{RESEARCHER}') AND has_function_privilege(r.oid, p.oid, 'EXECUTE')"
    )
    granted = {(role, name.split("(")[0]) for name, role, _, _ in found}
    assert granted == {(r, f.split("(")[0]) for r, names in MAY_CALL.items() for f in names}
    assert all(config == ["search_path=pg_catalog, pg_temp"] for *_, config in found)
    public = lab.execute(
        "SELECT proname FROM pg_proc WHERE pronamespace = 'sortrank'::regnamespace "
        "AND (proacl IS NULL OR proacl::text LIKE '%{=X%' OR proacl::text LIKE '%,=X%')"
    )
    assert public == []


def test_every_table_is_under_row_security(lab: Lab) -> None:
    """Enabled, and in force for the owner too; no table is forgotten."""
    found = lab.execute(
        "SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class "
        "WHERE relnamespace = 'sortrank'::regnamespace AND relkind = 'r' ORDER BY 1"
    )
    assert found == [(name, True, True) for name in sorted(NAMES)]


TRICKS: tuple[Callable[[Attempts], None], ...] = (
    lambda a: a.fails("CREATE TABLE sortrank.x (a integer)"),
    lambda a: a.fails("CREATE TABLE public.x (a integer)"),
    lambda a: a.fails("CREATE TEMP TABLE x (a integer)"),
    lambda a: a.fails("CREATE SCHEMA x"),
    lambda a: a.fails("CREATE FUNCTION public.me() RETURNS bytea LANGUAGE sql AS 'SELECT null'"),
    lambda a: a.fails("CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS 'SELECT 1'"),
    lambda a: a.fails("CREATE OPERATOR public.= (LEFTARG = bytea, RIGHTARG = bytea, "
                      "FUNCTION = byteane)"),
    lambda a: a.fails("CREATE POLICY x ON sortrank.journal USING (true)"),
    lambda a: a.fails("ALTER TABLE sortrank.journal DISABLE ROW LEVEL SECURITY"),
    lambda a: a.fails("ALTER TABLE sortrank.journal DISABLE TRIGGER ALL"),
    lambda a: a.fails("DROP TABLE sortrank.journal"),
    lambda a: a.fails("DROP FUNCTION sortrank.me()"),
    lambda a: a.fails("ALTER ROLE sortrank_station BYPASSRLS"),
    lambda a: a.fails("ALTER ROLE sortrank_researcher PASSWORD 'x'"),
    lambda a: a.fails("SET ROLE sortrank_researcher"),
    lambda a: a.fails("SET ROLE postgres"),
    lambda a: a.fails("SET SESSION AUTHORIZATION postgres"),
    lambda a: a.fails("SET session_replication_role = replica"),
    lambda a: a.fails("SELECT pg_read_file('pg_hba.conf')"),
    lambda a: a.fails("COPY sortrank.journal TO PROGRAM 'cat'"),
    lambda a: a.fails("COPY sortrank.lab FROM '/etc/passwd'"),
    lambda a: a.fails("SELECT lo_import('/etc/passwd')"),
    lambda a: a.fails("SELECT * FROM sortrank.sessions FOR UPDATE"),
    lambda a: a.fails("SELECT rolpassword FROM pg_authid"),
    lambda a: a.fails("CREATE EXTENSION dblink", errors.InsufficientPrivilege,
                      errors.UndefinedFile, errors.FeatureNotSupported),
    lambda a: a.fails("CREATE DATABASE x"),
    lambda a: a.fails("CREATE ROLE x"),
)  # fmt: skip


@pytest.mark.parametrize("number", range(len(TRICKS)))
def test_tricks_fail(attempts: Attempts, number: int) -> None:
    """Nothing can be made, switched off, given away or read beside the tables."""
    TRICKS[number](attempts)


def test_rights_are_not_handed_on(attempts: Attempts) -> None:
    """Who gives away what is not theirs gives nothing; and locks keep nobody out."""
    rights = "SELECT relacl::text FROM pg_class WHERE relkind = 'r' ORDER BY oid"
    before = attempts.lab.execute(rights)
    attempts.server.add_notice_handler(lambda _: None)
    attempts.ask("GRANT SELECT ON sortrank.journal TO PUBLIC")
    assert attempts.lab.execute(rights) == before
    for mode in ("ACCESS EXCLUSIVE", "EXCLUSIVE", "SHARE"):
        with attempts.server.transaction(force_rollback=True):
            attempts.fails(f"LOCK TABLE sortrank.journal IN {mode} MODE")


def test_settings_that_a_station_gave_its_role_are_mended(lab: Lab) -> None:
    """PostgreSQL lets a role spoil its own connections; preparing the database again mends them."""
    for where in ("", f"IN DATABASE {lab.database} "):
        with lab.connect_station() as server:
            server.execute(f"ALTER ROLE {STATION} {where}SET row_security = off".encode())
        with pytest.raises(LabError, match="row-level security"):
            lab.connect_station()
        assert not set_up_lab(lab.address("lab_owner"))
        with lab.connect_station() as server:
            assert server.execute("SELECT * FROM sortrank.journal").fetchall() == []
            left = "SHOW idle_in_transaction_session_timeout"
            assert server.execute(left.encode()).fetchone() == ("15s",)


def test_search_path_changes_nothing(attempts: Attempts) -> None:
    """Names in our functions mean ours, whatever path a session has."""
    attempts.ask("SET search_path = pg_temp, public, sortrank")
    assert attempts.ask("SELECT sortrank.me()") == [(attempts.mine.owner,)]
    assert [row[0] for row in attempts.ask("SELECT mine FROM places(%(study)s)")] == [True, False]
    attempts.ask("SET row_security = off")
    attempts.fails("SELECT * FROM sortrank.journal")  # an error, not all rows
    attempts.ask("RESET row_security")


def test_copy_out_shows_own_rows_only(attempts: Attempts) -> None:
    """The way that backups read tables obeys the same policies."""
    with attempts.server.cursor() as cursor, cursor.copy("COPY sortrank.sessions TO STDOUT") as out:
        said = b"".join(bytes(part) for part in out)
    assert b"P01" in said
    assert b"P02" not in said


def test_plans_tell_nothing_of_others(attempts: Attempts) -> None:
    """Statistics of columns, which have values of rows, are not readable."""
    attempts.lab.execute("ANALYZE")
    found = attempts.ask("SELECT * FROM pg_stats WHERE schemaname = 'sortrank' "
                         "AND tablename IN ('sessions', 'journal', 'notes', 'events')")  # fmt: skip
    assert found == []


@pytest.fixture
def researcher(attempts: Attempts) -> Iterator[Server]:
    """Return a researcher's connection to the same study."""
    with attempts.lab.connect(RESEARCHER) as server:
        yield server


@pytest.mark.parametrize("table", [*IN_ORDER, "clocks", "stations", "leases", "images", "lab"])
def test_researcher_changes_no_record(researcher: Server, table: str) -> None:
    """Researchers read all; what was recorded is changed by no UPDATE, DELETE or TRUNCATE."""
    assert researcher.execute(f"SELECT * FROM sortrank.{table}".encode()).fetchall() or (
        table in ("events", "leases", "images")
    )
    column = "format" if table == "lab" else "study"
    for statement in (
        f"UPDATE sortrank.{table} SET {column} = {column}",
        f"DELETE FROM sortrank.{table}",
        f"TRUNCATE sortrank.{table} CASCADE",
    ):
        with pytest.raises(errors.InsufficientPrivilege):
            researcher.execute(statement.encode())


def test_researcher_makes_nothing(researcher: Server) -> None:
    """Nor has the role any right beside the tables."""
    for statement in (
        "CREATE TABLE sortrank.x (a integer)",
        "CREATE TABLE public.x (a integer)",
        "ALTER TABLE sortrank.journal DISABLE TRIGGER ALL",
        "SET ROLE lab_owner",
        "ALTER ROLE sortrank_station PASSWORD 'x'",
        "SELECT pg_read_file('pg_hba.conf')",
    ):
        with pytest.raises(errors.InsufficientPrivilege):
            researcher.execute(statement.encode())


def test_nobody_else_gets_in(lab: Lab, cluster: Any) -> None:
    """Another role of the same server sees neither the database nor the schema."""
    cluster.execute("CREATE ROLE somebody LOGIN")
    try:
        with pytest.raises(psycopg.OperationalError, match="permission denied for database"):
            psycopg.connect(lab.server.url(lab.database, "somebody"))
        cluster.execute(f"GRANT CONNECT ON DATABASE {lab.database} TO somebody")
        with (
            psycopg.connect(lab.server.url(lab.database, "somebody")) as server,
            pytest.raises(errors.InsufficientPrivilege),
        ):
            server.execute("SELECT * FROM sortrank.lab")
    finally:
        cluster.execute(f"REVOKE ALL ON DATABASE {lab.database} FROM somebody")
        cluster.execute("DROP ROLE somebody")
