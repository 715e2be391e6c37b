"""Functions on a lab's server that run with its owner's rights, and tell no more than they must.

How it works
------------
Policies and triggers (`rights.py`) ask them, and stations and researchers call some of them
themselves. Each has a search path of its own, so that nobody can put another table or operator in
ours' place. All but the shortest are in plpgsql, which plans a query once a connection, and not
with every call. What takes and lends answers is in `station_functions.py`.
"""

from sortrank_gui.study.lab.roles import RESEARCHER
from sortrank_gui.study.lab.tables import ALIVE_SECONDS

OWNED = "LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp"
READS = "LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp"

OWNER_FUNCTIONS = f"""
CREATE OR REPLACE FUNCTION sortrank.me() RETURNS bytea
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN length(t) >= 32 THEN sha256(convert_to(t, 'UTF8')) END
    FROM current_setting('sortrank.token', true) AS t
$$;

CREATE OR REPLACE FUNCTION sortrank.mine(session uuid) RETURNS boolean {READS} AS $$
BEGIN
    RETURN EXISTS (SELECT FROM sortrank.sessions s
        WHERE s.uuid = mine.session AND s.owner = (SELECT sortrank.me()));
END $$;

CREATE OR REPLACE FUNCTION sortrank.is_alive(study uuid, owner bytea) RETURNS boolean {READS} AS $$
BEGIN
    RETURN EXISTS (SELECT FROM sortrank.stations s
        WHERE s.study = is_alive.study AND s.owner = is_alive.owner
        AND s.seen > clock_timestamp() - interval '{ALIVE_SECONDS} s');
END $$;

CREATE OR REPLACE FUNCTION sortrank.last_event(session uuid) RETURNS text {READS} AS $$
BEGIN
    RETURN (SELECT j.event FROM sortrank.journal j WHERE j.session = last_event.session
        ORDER BY j.seq DESC LIMIT 1);
END $$;

CREATE OR REPLACE FUNCTION sortrank.tick(study uuid, n integer) RETURNS bigint {OWNED} AS $$
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

CREATE OR REPLACE FUNCTION sortrank.is_by_station() RETURNS boolean {READS} AS $$
BEGIN
    RETURN session_user <> current_user AND NOT pg_has_role(session_user, '{RESEARCHER}', 'USAGE');
END $$;

CREATE OR REPLACE FUNCTION sortrank.is_planned(session uuid, sort uuid)
RETURNS boolean {READS} AS $$
DECLARE
    wanted text;
BEGIN
    SELECT o.condition INTO wanted FROM sortrank.sorts o WHERE o.uuid = is_planned.sort;
    RETURN wanted = '' OR EXISTS (SELECT FROM sortrank.events e
        WHERE e.session = is_planned.session AND e.kind = 'plan'
        AND e.data::json ->> 'condition' = wanted);
END $$;

CREATE OR REPLACE FUNCTION sortrank.keep_plan() RETURNS trigger {OWNED} AS $$
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
) RETURNS boolean {READS} AS $$
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
RETURNS boolean {READS} AS $$
BEGIN
    RETURN number <= 1 + (SELECT coalesce(max(s.number), 0) FROM sortrank.sessions s
        WHERE s.study = may_sit.study AND s.participant = may_sit.participant);
END $$;

CREATE OR REPLACE FUNCTION sortrank.keep_order() RETURNS trigger {OWNED} AS $$
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

CREATE OR REPLACE FUNCTION sortrank.start_clock() RETURNS trigger {OWNED} AS $$
BEGIN
    INSERT INTO sortrank.clocks (study) VALUES (NEW.uuid);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sortrank.tell_order() RETURNS trigger {OWNED} AS $$
BEGIN
    PERFORM pg_notify('sortrank_' || replace(NEW.study::text, '-', '') || '_orders', NEW.station);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sortrank.told(study uuid, sort uuid, after bigint)
RETURNS TABLE (clock bigint, session uuid, seq integer, left_item integer, right_item integer,
    answer text, step integer, place integer) {READS} AS $$
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
RETURNS TABLE (low integer, high integer, mine boolean) {READS} AS $$
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
    last_event text, mine boolean, alive boolean) {READS} AS $$
BEGIN
    RETURN QUERY
    SELECT s.uuid, s.participant, s.number, s.robot, s.sort, sortrank.last_event(s.uuid),
        coalesce(s.owner = (SELECT sortrank.me()), false), sortrank.is_alive(s.study, s.owner)
    FROM sortrank.sessions s WHERE s.study = places.study ORDER BY s.clock;
END $$;

CREATE OR REPLACE FUNCTION sortrank.rulings(study uuid)
RETURNS TABLE (clock bigint, at text, kind text, session uuid, data text) {READS} AS $$
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
RETURNS boolean {OWNED} AS $$
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
RETURNS boolean {OWNED} AS $$
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
RETURNS void {OWNED} AS $$
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

CREATE OR REPLACE FUNCTION sortrank.forget_sessions(study uuid) RETURNS void {OWNED} AS $$
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

CREATE OR REPLACE FUNCTION sortrank.remove(study uuid) RETURNS boolean {OWNED} AS $$
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
