"""What the server does for stations: takes what they wrote, once, and lends pairs of common sorts.

How it works
------------
`append` is one statement, and so one transaction: a station that is cut off in its midst holds
nobody up. It takes the study's order first, leaves out what is there already, and says in which
sessions something else is there: they went on at another station. An answer to a common sort fits
if nobody has answered its pair since the state at which it was asked; `after` is the clock of that
state. One that does not fit begins a sort of its own there, as in a merge of two files, so that all
sorts can be replayed. What comes late of somebody who withdrew is dropped. It runs with the
station's own rights.

`lend` keeps a session's leases as they are wanted, and adds the first of some pairs that nobody
else holds and nobody has answered. Two that lend pairs of one sort wait for each other.
"""

from sortrank_gui.study.lab.owner_functions import OWNED, READS

STATION_FUNCTIONS = f"""
CREATE OR REPLACE FUNCTION sortrank.is_known(session uuid, seq integer, digest bytea)
RETURNS boolean {READS} AS $$
BEGIN
    RETURN (SELECT j.digest = is_known.digest FROM sortrank.journal j
        WHERE j.session = is_known.session AND j.seq = is_known.seq);
END $$;

CREATE OR REPLACE FUNCTION sortrank.is_withdrawn(study uuid, session uuid)
RETURNS boolean {READS} AS $$
BEGIN
    RETURN EXISTS (SELECT FROM sortrank.events e
        WHERE e.study = is_withdrawn.study AND e.kind = 'withdraw' AND e.session IS NULL
        AND position(encode(sha256(convert_to(is_withdrawn.session::text, 'UTF8')), 'hex')
            IN e.data) > 0);
END $$;

CREATE OR REPLACE FUNCTION sortrank.is_told(
    study uuid, sort uuid, low integer, high integer, after bigint
) RETURNS boolean {READS} AS $$
BEGIN
    RETURN EXISTS (SELECT FROM sortrank.journal j
        WHERE j.study = is_told.study AND j.sort = is_told.sort AND j.clock > is_told.after
        AND least(j.left_item, j.right_item) = is_told.low
        AND greatest(j.left_item, j.right_item) = is_told.high);
END $$;

CREATE OR REPLACE FUNCTION sortrank.append(study uuid, entries jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    entry jsonb;
    own uuid;
    own_name uuid;
    known boolean;
    told uuid;
    alike bigint;
    strayed jsonb := '{{}}';
BEGIN
    PERFORM sortrank.tick(append.study, 0);
    FOR entry IN SELECT value FROM jsonb_array_elements(append.entries) LOOP
        own := (entry ->> 'session')::uuid;
        entry := entry || jsonb_build_object('study', append.study);
        own_name := (entry ->> 'uuid')::uuid;
        known := CASE entry ->> 'table'
            WHEN 'sorts' THEN EXISTS (SELECT FROM sortrank.sorts o WHERE o.uuid = own_name)
            WHEN 'events' THEN strayed ? (entry ->> 'session') OR NOT sortrank.mine(own)
                OR EXISTS (SELECT FROM sortrank.events e WHERE e.uuid = own_name)
            WHEN 'notes' THEN strayed ? (entry ->> 'session') OR NOT sortrank.mine(own)
                OR EXISTS (SELECT FROM sortrank.notes n WHERE n.uuid = own_name)
            ELSE strayed ? (entry ->> 'session') END;
        CONTINUE WHEN known;
        IF entry ->> 'table' <> 'journal' THEN
            entry := entry || jsonb_build_object('clock', sortrank.tick(append.study, 1));
            CASE entry ->> 'table'
            WHEN 'sorts' THEN INSERT INTO sortrank.sorts
                SELECT * FROM jsonb_populate_record(NULL::sortrank.sorts, entry);
            WHEN 'events' THEN INSERT INTO sortrank.events
                SELECT * FROM jsonb_populate_record(NULL::sortrank.events, entry);
            ELSE INSERT INTO sortrank.notes
                SELECT * FROM jsonb_populate_record(NULL::sortrank.notes, entry);
            END CASE;
            CONTINUE;
        END IF;
        known := sortrank.is_known(own, (entry ->> 'seq')::integer, (entry ->> 'digest')::bytea);
        CONTINUE WHEN known;
        IF known IS NOT NULL OR NOT sortrank.mine(own) THEN
            CONTINUE WHEN sortrank.is_withdrawn(append.study, own);
            strayed := strayed || jsonb_build_object(entry ->> 'session', entry -> 'seq');
            CONTINUE;
        END IF;
        told := (entry ->> 'sort')::uuid;
        IF entry ? 'after' AND sortrank.is_told(append.study, told,
            least((entry ->> 'left_item')::integer, (entry ->> 'right_item')::integer),
            greatest((entry ->> 'left_item')::integer, (entry ->> 'right_item')::integer),
            (entry ->> 'after')::bigint)
        THEN
            SELECT count(*) INTO alike FROM sortrank.journal j
            WHERE j.session = own AND j.step = (entry ->> 'step')::integer AND j.sort <> told
            AND least(j.left_item, j.right_item)
                = least((entry ->> 'left_item')::integer, (entry ->> 'right_item')::integer)
            AND greatest(j.left_item, j.right_item)
                = greatest((entry ->> 'left_item')::integer, (entry ->> 'right_item')::integer);
            told := sortrank.fork(append.study, told, (entry ->> 'step')::integer, own, alike);
        END IF;
        INSERT INTO sortrank.journal SELECT * FROM jsonb_populate_record(
            NULL::sortrank.journal, entry || jsonb_build_object(
                'sort', told, 'clock', sortrank.tick(append.study, 1)));
    END LOOP;
    RETURN strayed;
END $$;

CREATE OR REPLACE FUNCTION sortrank.fork(
    study uuid, sort uuid, steps integer, session uuid, number bigint
) RETURNS uuid {OWNED} AS $$
DECLARE
    name uuid := md5(concat_ws(' ', fork.sort, steps, fork.session, number))::uuid;
BEGIN
    IF NOT EXISTS (SELECT FROM sortrank.sorts o WHERE o.uuid = name) THEN
        INSERT INTO sortrank.sorts
            (study, uuid, clock, strategy, seed, parent, shared_steps, question, condition)
        SELECT o.study, name, sortrank.tick(fork.study, 1), o.strategy, o.seed, o.uuid, steps,
            o.question, o.condition
        FROM sortrank.sorts o WHERE o.uuid = fork.sort;
    END IF;
    RETURN name;
END $$;

CREATE OR REPLACE FUNCTION sortrank.lend(
    study uuid, sort uuid, session uuid, kept jsonb, wanted jsonb, after bigint
) RETURNS integer {OWNED} AS $$
DECLARE
    pair jsonb;
    place integer := 0;
BEGIN
    IF NOT sortrank.mine(lend.session) THEN
        RETURN NULL;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(lend.sort::text, 0));
    DELETE FROM sortrank.leases l WHERE l.study = lend.study AND l.sort = lend.sort
    AND l.owner = (SELECT sortrank.me()) AND NOT (l.session = lend.session AND EXISTS (
        SELECT FROM jsonb_array_elements(kept) AS k
        WHERE (k.value ->> 0)::integer = l.low AND (k.value ->> 1)::integer = l.high));
    FOR pair IN SELECT value FROM jsonb_array_elements(kept) LOOP
        INSERT INTO sortrank.leases (study, sort, low, high, session, owner, step, place)
        VALUES (lend.study, lend.sort, (pair ->> 0)::integer, (pair ->> 1)::integer, lend.session,
            sortrank.me(), (pair ->> 2)::integer, (pair ->> 3)::integer)
        ON CONFLICT DO NOTHING;
    END LOOP;
    FOR pair IN SELECT value FROM jsonb_array_elements(wanted) LOOP
        IF NOT EXISTS (SELECT FROM sortrank.leases l WHERE l.sort = lend.sort
                AND l.low = (pair ->> 0)::integer AND l.high = (pair ->> 1)::integer
                AND l.session <> lend.session AND sortrank.is_alive(l.study, l.owner))
            AND NOT sortrank.is_told(lend.study, lend.sort, (pair ->> 0)::integer,
                (pair ->> 1)::integer, lend.after)
        THEN
            INSERT INTO sortrank.leases (study, sort, low, high, session, owner, step, place)
            VALUES (lend.study, lend.sort, (pair ->> 0)::integer, (pair ->> 1)::integer,
                lend.session, sortrank.me(), (pair ->> 2)::integer, (pair ->> 3)::integer)
            ON CONFLICT DO NOTHING;
            RETURN place;
        END IF;
        place := place + 1;
    END LOOP;
    RETURN NULL;
END $$;
"""

STATIONS_CALL = (
    "is_known(uuid, integer, bytea)",
    "is_withdrawn(uuid, uuid)",
    "is_told(uuid, uuid, integer, integer, bigint)",
    "append(uuid, jsonb)",
    "fork(uuid, uuid, integer, uuid, bigint)",
    "lend(uuid, uuid, uuid, jsonb, jsonb, bigint)",
)


def order_channel(study: str) -> str:
    """Return where the server tells that the desk asks for something."""
    return f"sortrank_{study.replace('-', '')}_orders"
