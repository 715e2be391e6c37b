"""Who may do what on a lab's server: roles, row-level security, and the functions with rights.

How it works
------------
Two roles log in. A station shows a secret of its own (`sortrank.token`), and what it writes belongs
to the digest of that secret: it adds to its own sessions and reads those, and designs. Researchers
read all, share studies and write events. Nobody changes or deletes a record. Row-level security is
in force on every table, for the tables' owner too.

What a station has to know of others comes from functions that run with the owner's rights and tell
no more than that: which codes are taken, what a common sort was told, which pairs are held. Each
has a search path of its own, so that nobody can put another table or operator in ours' place. All
but the shortest are in plpgsql, which plans a query once a connection, and not with every call.
"""

from collections.abc import Iterator

from sortrank_gui.study.lab.station_functions import STATION_FUNCTIONS, STATIONS_CALL
from sortrank_gui.study.lab.tables import ALIVE_SECONDS, IN_ORDER, NAMES

STATION = "sortrank_station"
RESEARCHER = "sortrank_researcher"
ROLES = (STATION, RESEARCHER)

_OWNED = "LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp"
_READS = "LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp"

FUNCTIONS = f"""
CREATE OR REPLACE FUNCTION sortrank.me() RETURNS bytea
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN length(t) >= 32 THEN sha256(convert_to(t, 'UTF8')) END
    FROM current_setting('sortrank.token', true) AS t
$$;

CREATE OR REPLACE FUNCTION sortrank.mine(session uuid) RETURNS boolean {_READS} AS $$
BEGIN
    RETURN EXISTS (SELECT FROM sortrank.sessions s
        WHERE s.uuid = mine.session AND s.owner = (SELECT sortrank.me()));
END $$;

CREATE OR REPLACE FUNCTION sortrank.is_alive(study uuid, owner bytea) RETURNS boolean {_READS} AS $$
BEGIN
    RETURN EXISTS (SELECT FROM sortrank.stations s
        WHERE s.study = is_alive.study AND s.owner = is_alive.owner
        AND s.seen > clock_timestamp() - interval '{ALIVE_SECONDS} s');
END $$;

CREATE OR REPLACE FUNCTION sortrank.last_event(session uuid) RETURNS text {_READS} AS $$
BEGIN
    RETURN (SELECT j.event FROM sortrank.journal j WHERE j.session = last_event.session
        ORDER BY j.seq DESC LIMIT 1);
END $$;

CREATE OR REPLACE FUNCTION sortrank.tick(study uuid, n integer) RETURNS bigint {_OWNED} AS $$
DECLARE
    first bigint;
BEGIN
    IF n < 0 OR n > 10000000 THEN
        RAISE EXCEPTION 'so many numbers are not given out'
            USING ERRCODE = 'invalid_parameter_value';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(tick.study::text, 1));
    UPDATE sortrank.clocks c SET
        before = CASE WHEN c.transaction = pg_current_xact_id() THEN c.before ELSE c.clock END,
        clock = c.clock + n,
        transaction = pg_current_xact_id()
    WHERE c.study = tick.study RETURNING c.clock - n + 1 INTO first;
    IF first IS NULL THEN
        RAISE EXCEPTION 'there is no such study' USING ERRCODE = 'no_data_found';
    END IF;
    IF n > 0 THEN
        PERFORM pg_notify('sortrank_' || replace(tick.study::text, '-', ''), 'rows');
    END IF;
    RETURN first;
END $$;

CREATE OR REPLACE FUNCTION sortrank.is_by_station() RETURNS boolean {_READS} AS $$
BEGIN
    RETURN session_user <> current_user AND NOT pg_has_role(session_user, '{RESEARCHER}', 'USAGE');
END $$;

CREATE OR REPLACE FUNCTION sortrank.is_planned(session uuid, sort uuid)
RETURNS boolean {_READS} AS $$
DECLARE
    wanted text;
BEGIN
    SELECT o.condition INTO wanted FROM sortrank.sorts o WHERE o.uuid = is_planned.sort;
    RETURN wanted = '' OR EXISTS (SELECT FROM sortrank.events e
        WHERE e.session = is_planned.session AND e.kind = 'plan'
        AND e.data::json ->> 'condition' = wanted);
END $$;

CREATE OR REPLACE FUNCTION sortrank.keep_plan() RETURNS trigger {_OWNED} AS $$
BEGIN
    IF sortrank.is_by_station() AND NOT sortrank.is_planned(NEW.uuid, NEW.sort) THEN
        RAISE EXCEPTION 'a session has a sort of another condition'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sortrank.may_begin_sort(
    study uuid, uuid uuid, strategy text, seed bigint, parent uuid, question integer,
    condition text
) RETURNS boolean {_READS} AS $$
BEGIN
    IF (SELECT s.shared FROM sortrank.studies s WHERE s.uuid = may_begin_sort.study) THEN
        RETURN parent IS NULL AND may_begin_sort.uuid = md5(convert_to(concat_ws(' ',
            study, question, condition, strategy, seed), 'UTF8'))::uuid;
    END IF;
    RETURN parent IS NULL OR EXISTS (SELECT FROM sortrank.sorts p
        WHERE p.study = may_begin_sort.study AND p.uuid = may_begin_sort.parent
        AND p.strategy = may_begin_sort.strategy AND p.seed = may_begin_sort.seed
        AND p.question = may_begin_sort.question AND p.condition = may_begin_sort.condition);
END $$;

CREATE OR REPLACE FUNCTION sortrank.may_sit(study uuid, participant text, number integer)
RETURNS boolean {_READS} AS $$
BEGIN
    RETURN number <= 1 + (SELECT coalesce(max(s.number), 0) FROM sortrank.sessions s
        WHERE s.study = may_sit.study AND s.participant = may_sit.participant);
END $$;

CREATE OR REPLACE FUNCTION sortrank.keep_order() RETURNS trigger {_OWNED} AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM sortrank.clocks c WHERE c.study = NEW.study
        AND c.transaction = pg_current_xact_id() AND NEW.clock > c.before AND NEW.clock <= c.clock)
    THEN
        RAISE EXCEPTION 'a row has a clock that was not given to it'
            USING ERRCODE = 'check_violation';
    END IF;
    IF TG_TABLE_NAME = 'sessions' THEN
        IF sortrank.is_withdrawn(NEW.study, NEW.uuid) THEN
            RAISE EXCEPTION 'this session was withdrawn' USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    IF TG_TABLE_NAME = 'journal' THEN
        IF NEW.seq > 1 AND NOT EXISTS (SELECT FROM sortrank.journal j
            WHERE j.session = NEW.session AND j.seq = NEW.seq - 1)
        THEN
            RAISE EXCEPTION 'a record does not follow the one before it'
                USING ERRCODE = 'check_violation';
        END IF;
        IF sortrank.is_by_station() THEN
            IF NOT sortrank.is_planned(NEW.session, NEW.sort) THEN
                RAISE EXCEPTION 'an answer tells a sort of another condition'
                    USING ERRCODE = 'check_violation';
            END IF;
            IF NEW.event = 'undo' AND EXISTS (SELECT FROM sortrank.journal j
                JOIN sortrank.studies s ON s.uuid = j.study AND s.shared
                WHERE j.session = NEW.session AND j.seq = NEW.undoes AND j.sort IS NOT NULL)
            THEN
                RAISE EXCEPTION 'an answer that a common sort was told is not taken back'
                    USING ERRCODE = 'check_violation';
            END IF;
        END IF;
    END IF;
    RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION sortrank.start_clock() RETURNS trigger {_OWNED} AS $$
BEGIN
    INSERT INTO sortrank.clocks (study) VALUES (NEW.uuid);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sortrank.tell_order() RETURNS trigger {_OWNED} AS $$
BEGIN
    PERFORM pg_notify('sortrank_' || replace(NEW.study::text, '-', '') || '_orders', NEW.station);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sortrank.told(study uuid, sort uuid, after bigint)
RETURNS TABLE (clock bigint, session uuid, seq integer, left_item integer, right_item integer,
    answer text, step integer, place integer) {_READS} AS $$
BEGIN
    RETURN QUERY
    SELECT j.clock, j.session, j.seq, j.left_item, j.right_item, j.answer, j.step, j.place
    FROM sortrank.journal j JOIN sortrank.studies s ON s.uuid = j.study AND s.shared
    WHERE j.study = told.study AND j.sort = told.sort AND j.clock > told.after
    AND NOT EXISTS (SELECT FROM sortrank.journal u
        WHERE u.session = j.session AND u.undoes = j.seq AND u.seq > j.seq)
    ORDER BY j.clock;
END $$;

CREATE OR REPLACE FUNCTION sortrank.held(study uuid, sort uuid)
RETURNS TABLE (low integer, high integer, mine boolean) {_READS} AS $$
BEGIN
    RETURN QUERY
    SELECT l.low, l.high, coalesce(l.owner = (SELECT sortrank.me()), false)
    FROM sortrank.leases l JOIN sortrank.studies s ON s.uuid = l.study AND s.shared
    WHERE l.study = held.study AND l.sort = held.sort AND l.owner IN (
        SELECT t.owner FROM sortrank.stations t WHERE t.study = held.study
        AND t.seen > clock_timestamp() - interval '{ALIVE_SECONDS} s');
END $$;

CREATE OR REPLACE FUNCTION sortrank.places(study uuid)
RETURNS TABLE (session uuid, participant text, number integer, robot boolean, sort uuid,
    last_event text, mine boolean, alive boolean) {_READS} AS $$
BEGIN
    RETURN QUERY
    SELECT s.uuid, s.participant, s.number, s.robot, s.sort, sortrank.last_event(s.uuid),
        coalesce(s.owner = (SELECT sortrank.me()), false), sortrank.is_alive(s.study, s.owner)
    FROM sortrank.sessions s WHERE s.study = places.study ORDER BY s.clock;
END $$;

CREATE OR REPLACE FUNCTION sortrank.rulings(study uuid)
RETURNS TABLE (clock bigint, at text, kind text, session uuid, data text) {_READS} AS $$
BEGIN
    RETURN QUERY
    SELECT e.clock, e.at, e.kind, e.session, (CASE
        WHEN e.kind = 'plan' THEN e.data
        WHEN e.kind = 'rename' THEN json_build_object('old', e.data::json -> 'old',
            'new', e.data::json -> 'new')::text
        WHEN e.kind = 'withdraw' AND (e.data::json -> 'next') IS NOT NULL THEN json_build_object(
            'series', e.data::json -> 'series', 'next', e.data::json -> 'next')::text
        WHEN (e.data::json -> 'trial') IS NOT NULL THEN json_build_object(
            'trial', e.data::json -> 'trial')::text
        WHEN (e.data::json -> 'participant') IS NOT NULL THEN json_build_object(
            'participant', e.data::json -> 'participant')::text
        ELSE '{{}}' END)
    FROM sortrank.events e WHERE e.study = rulings.study
    AND e.kind IN ('plan', 'exclude', 'include', 'rename', 'withdraw') ORDER BY e.clock;
END $$;

CREATE OR REPLACE FUNCTION sortrank.sign_of_life(study uuid, name text, status jsonb)
RETURNS boolean {_OWNED} AS $$
BEGIN
    INSERT INTO sortrank.stations AS s (study, name, owner, seen, status)
    VALUES (sign_of_life.study, sign_of_life.name, sortrank.me(), clock_timestamp(),
        sign_of_life.status)
    ON CONFLICT ON CONSTRAINT stations_pkey DO UPDATE
    SET owner = excluded.owner, seen = excluded.seen, status = excluded.status
    WHERE s.owner = excluded.owner
        OR s.seen < clock_timestamp() - interval '{ALIVE_SECONDS} s';
    RETURN FOUND;
END $$;

CREATE OR REPLACE FUNCTION sortrank.take_over(session uuid, station text)
RETURNS boolean {_OWNED} AS $$
DECLARE
    found_study uuid;
BEGIN
    SELECT s.study INTO found_study FROM sortrank.sessions s WHERE s.uuid = take_over.session;
    IF found_study IS NULL OR sortrank.me() IS NULL THEN
        RETURN false;
    END IF;
    PERFORM sortrank.tick(found_study, 0);
    UPDATE sortrank.sessions s SET owner = sortrank.me(), station = take_over.station
    WHERE s.uuid = take_over.session AND sortrank.last_event(s.uuid) IS DISTINCT FROM 'end'
    AND (s.owner IS NULL OR s.owner = sortrank.me() OR NOT sortrank.is_alive(s.study, s.owner)
        OR sortrank.last_event(s.uuid) = 'pause');
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM sortrank.leases l
    WHERE l.session = take_over.session AND l.owner <> sortrank.me();
    RETURN true;
END $$;

CREATE OR REPLACE FUNCTION sortrank.decline(session uuid, event uuid, at text)
RETURNS void {_OWNED} AS $$
DECLARE
    found_study uuid;
    code text;
    next_clock bigint;
BEGIN
    SELECT s.study, s.participant INTO found_study, code FROM sortrank.sessions s
    WHERE s.uuid = decline.session AND s.owner = sortrank.me();
    IF found_study IS NULL OR EXISTS (SELECT FROM sortrank.journal j
        WHERE j.session = decline.session AND j.event = 'answer')
    THEN
        RAISE EXCEPTION 'this session stays' USING ERRCODE = 'insufficient_privilege';
    END IF;
    next_clock := sortrank.tick(found_study, 1);
    DELETE FROM sortrank.sessions s WHERE s.uuid = decline.session;
    DELETE FROM sortrank.orders o WHERE o.study = found_study AND o.data ->> 'code' = code;
    DELETE FROM sortrank.sorts o WHERE o.study = found_study
    AND NOT EXISTS (SELECT FROM sortrank.sessions s WHERE s.study = o.study AND s.sort = o.uuid)
    AND NOT EXISTS (SELECT FROM sortrank.journal j WHERE j.sort = o.uuid)
    AND NOT EXISTS (SELECT FROM sortrank.sorts p WHERE p.study = o.study AND p.parent = o.uuid);
    INSERT INTO sortrank.events (study, uuid, clock, at, kind, data)
    VALUES (found_study, decline.event, next_clock, decline.at, 'declined', '{{}}');
    UPDATE sortrank.clocks c SET generation = c.generation + 1 WHERE c.study = found_study;
END $$;

CREATE OR REPLACE FUNCTION sortrank.forget_sessions(study uuid) RETURNS void {_OWNED} AS $$
BEGIN
    PERFORM sortrank.tick(forget_sessions.study, 1);
    DELETE FROM sortrank.notes n WHERE n.study = forget_sessions.study;
    DELETE FROM sortrank.events e WHERE e.study = forget_sessions.study;
    DELETE FROM sortrank.sessions s WHERE s.study = forget_sessions.study;
    DELETE FROM sortrank.sorts o WHERE o.study = forget_sessions.study;
    DELETE FROM sortrank.orders o WHERE o.study = forget_sessions.study;
    UPDATE sortrank.stations s SET status = s.status - 'participant'
    WHERE s.study = forget_sessions.study;
    UPDATE sortrank.clocks c SET generation = c.generation + 1
    WHERE c.study = forget_sessions.study;
END $$;

CREATE OR REPLACE FUNCTION sortrank.remove(study uuid) RETURNS boolean {_OWNED} AS $$
BEGIN
    DELETE FROM sortrank.variants v WHERE v.study = remove.study;
    DELETE FROM sortrank.journal j WHERE j.study = remove.study;
    DELETE FROM sortrank.items i WHERE i.study = remove.study;
    DELETE FROM sortrank.sessions s WHERE s.study = remove.study;
    DELETE FROM sortrank.sorts o WHERE o.study = remove.study;
    DELETE FROM sortrank.studies s WHERE s.uuid = remove.study;
    RETURN FOUND;
END $$;
"""

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
    yield FUNCTIONS
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
