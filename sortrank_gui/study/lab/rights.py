"""Who may do what on a lab's server: roles, row-level security, and who calls which functions.

How it works
------------
Two roles log in. A station shows a secret of its own (`sortrank.token`), and what it writes belongs
to the digest of that secret: it adds to its own sessions and reads those, and designs. Researchers
read all, share studies and write events. Nobody changes or deletes a record. Row-level security is
in force on every table, for the tables' owner too.

What a station has to know of others comes from functions that run with the owner's rights and tell
no more than that (`owner_functions.py`): which codes are taken, what a common sort was told, which
pairs are held.
"""

from collections.abc import Iterator

from sortrank_gui.study.lab.owner_functions import OWNER_FUNCTIONS
from sortrank_gui.study.lab.roles import RESEARCHER, ROLES, STATION
from sortrank_gui.study.lab.station_functions import STATION_FUNCTIONS, STATIONS_CALL
from sortrank_gui.study.lab.tables import IN_ORDER, NAMES

_HELPERS = ("me()", "mine(uuid)", "is_alive(uuid, bytea)", "last_event(uuid)")
_SHARED = ("me()", "mine(uuid)", "tick(uuid, integer)")
MAY_CALL = {
    STATION: (
        *_SHARED,
        *("told(uuid, uuid, bigint)", "held(uuid, uuid)", "places(uuid)", "rulings(uuid)"),
        *("sign_of_life(uuid, text, jsonb)", "take_over(uuid, text)", "decline(uuid, uuid, text)"),
        *("may_begin_sort(uuid, uuid, text, bigint, uuid, integer, text)",),
        *("may_sit(uuid, text, integer)", *STATIONS_CALL),
    ),
    RESEARCHER: (*_SHARED, *_HELPERS[2:], "forget_sessions(uuid)", "remove(uuid)"),
}
_CUT = (
    ("tcp_keepalives_idle", "4"),
    ("tcp_keepalives_interval", "2"),
    ("tcp_keepalives_count", "3"),
    ("tcp_user_timeout", "10s"),
)
"""Who is cut off in the midst of a transaction lets go of a study's order within ten seconds."""
_SETTINGS = {
    STATION: (("idle_in_transaction_session_timeout", "15s"), *_CUT),
    RESEARCHER: (("idle_in_transaction_session_timeout", "10min"), *_CUT),
}
_CONTENT = ("lab", "clocks", "images", "items", "variants")
_STATIONS_KINDS = "'consent', 'language', 'screen', 'ranking_shown', 'plan', 'questionnaire'"
_OWN_SESSION = "session IS NOT NULL AND sortrank.mine(session)"
_NEXT_SESSION = "owner = sortrank.me() AND sortrank.may_sit(study, participant, number)"
_OWN_SORT = "sortrank.may_begin_sort(study, uuid, strategy, seed, parent, question, condition)"
"""A common sort is what its name says, and one that goes on from another asks alike."""
_OWN_STATION = (
    "EXISTS (SELECT FROM sortrank.stations s WHERE s.study = orders.study "
    "AND s.name = orders.station AND s.owner = sortrank.me())"
)

Policy = tuple[str, str, str, str]
"""Role, table, what it may do (with columns where not all), and with which rows."""

POLICIES: tuple[Policy, ...] = (
    (STATION, "studies", "SELECT", "ready"),
    *((STATION, table, "SELECT", "true") for table in _CONTENT),
    (STATION, "sorts", "SELECT", "true"),
    (STATION, "sorts", "INSERT", _OWN_SORT),
    (STATION, "sessions", "SELECT", "owner = sortrank.me()"),
    (STATION, "sessions", "INSERT", _NEXT_SESSION),
    (STATION, "journal", "SELECT", _OWN_SESSION),
    (STATION, "journal", "INSERT", _OWN_SESSION),
    (STATION, "events", "SELECT", _OWN_SESSION),
    (STATION, "events", "INSERT", f"{_OWN_SESSION} AND kind IN ({_STATIONS_KINDS})"),
    (STATION, "notes", "SELECT", _OWN_SESSION),
    (STATION, "notes", "INSERT", _OWN_SESSION),
    (STATION, "stations", "SELECT", "owner = sortrank.me()"),
    (STATION, "orders", "SELECT", _OWN_STATION),
    (STATION, "orders", "UPDATE (done_at, outcome)", _OWN_STATION),
    (STATION, "leases", "SELECT", "owner = sortrank.me()"),
    (STATION, "leases", "INSERT", "owner = sortrank.me() AND sortrank.mine(session)"),
    (STATION, "leases", "DELETE", "owner = sortrank.me()"),
    *((RESEARCHER, table, "SELECT", "true") for table in NAMES),
    *(
        (RESEARCHER, table, "INSERT", "true")
        for table in ("studies", "images", "items", "variants")
    ),
    (RESEARCHER, "studies", "UPDATE (title, design, digest, format, shared, ready)", "true"),
    (RESEARCHER, "items", "UPDATE (truth)", "true"),
    *((RESEARCHER, table, "INSERT", "true") for table in IN_ORDER),
    (RESEARCHER, "orders", "INSERT", "true"),
)


def list_statements(database: str) -> Iterator[str]:
    """Yield what gives both roles their rights in a database, whatever they had before."""
    for role in ROLES:
        yield (
            f"DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') THEN "
            f"CREATE ROLE {role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS; "
            "END IF; END $$"
        )
    yield OWNER_FUNCTIONS
    yield STATION_FUNCTIONS
    yield f"REVOKE ALL ON DATABASE {database} FROM PUBLIC"
    yield "REVOKE CREATE ON SCHEMA public FROM PUBLIC"
    yield "REVOKE ALL ON SCHEMA sortrank FROM PUBLIC"
    yield "REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sortrank FROM PUBLIC"
    for role in ROLES:
        yield f"GRANT CONNECT ON DATABASE {database} TO {role}"
        yield f"REVOKE ALL ON SCHEMA sortrank FROM {role}"
        yield f"REVOKE ALL ON ALL TABLES IN SCHEMA sortrank FROM {role}"
        yield f"REVOKE ALL ON ALL FUNCTIONS IN SCHEMA sortrank FROM {role}"
        yield f"GRANT USAGE ON SCHEMA sortrank TO {role}"
        yield from (
            f"GRANT EXECUTE ON FUNCTION sortrank.{name} TO {role}" for name in MAY_CALL[role]
        )
        # Any role may give itself others, and so spoil all connections of its kind.
        yield _alter(role, "RESET ALL")
        yield _alter(role, f"IN DATABASE {database} RESET ALL")
        for name, value in _SETTINGS[role]:
            yield _alter(role, f"IN DATABASE {database} SET {name} = {value!r}")
    yield from _list_triggers()
    yield from _list_policies()


def _alter(role: str, change: str) -> str:
    """Return what changes the settings of a role's connections, where one may do that."""
    statement = f"ALTER ROLE {role} {change}"
    return f"DO $set$ BEGIN {statement}; EXCEPTION WHEN insufficient_privilege THEN NULL; END $set$"


def _list_triggers() -> Iterator[str]:
    triggers = [(table, "keep_order", "BEFORE") for table in IN_ORDER]
    triggers += [("studies", "start_clock", "AFTER"), ("orders", "tell_order", "AFTER")]
    for table, function, when in triggers:
        yield f"DROP TRIGGER IF EXISTS {function} ON sortrank.{table}"
        yield (
            f"CREATE TRIGGER {function} {when} INSERT ON sortrank.{table} "
            f"FOR EACH ROW EXECUTE FUNCTION sortrank.{function}()"
        )
    # A session is there before its plan, and its transaction ends with both.
    yield "DROP TRIGGER IF EXISTS keep_plan ON sortrank.sessions"
    yield (
        "CREATE CONSTRAINT TRIGGER keep_plan AFTER INSERT ON sortrank.sessions "
        "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sortrank.keep_plan()"
    )


def _list_policies() -> Iterator[str]:
    yield """DO $$ DECLARE p record; BEGIN
        FOR p IN SELECT policyname, tablename FROM pg_policies WHERE schemaname = 'sortrank' LOOP
            EXECUTE format('DROP POLICY %I ON sortrank.%I', p.policyname, p.tablename);
        END LOOP;
    END $$"""
    for table in NAMES:
        yield f"ALTER TABLE sortrank.{table} ENABLE ROW LEVEL SECURITY"
        yield f"ALTER TABLE sortrank.{table} FORCE ROW LEVEL SECURITY"
        yield (
            f"CREATE POLICY owner_all ON sortrank.{table} TO CURRENT_USER "
            "USING (true) WITH CHECK (true)"
        )
    for role, table, right, rows in POLICIES:
        command = right.split()[0]
        checks = {"SELECT": ("USING",), "DELETE": ("USING",), "INSERT": ("WITH CHECK",)}
        conditions = " ".join(
            f"{word} ({rows})" for word in checks.get(command, ("USING", "WITH CHECK"))
        )
        yield f"GRANT {right} ON sortrank.{table} TO {role}"
        yield (
            f"CREATE POLICY {role}_{command.lower()} ON sortrank.{table} FOR {command} TO {role} "
            f"{conditions}"
        )
