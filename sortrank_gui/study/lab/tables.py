"""The tables that studies have on a lab's server, and what the server itself keeps in order.

How it works
------------
All is in one schema. Sorts, sessions, records, events and notes have the columns that they have in
a study file, with names that all computers share (UUIDs) in the place of a file's own numbers. Each
of these rows has a place in one order, its clock. `tick` gives out clocks and holds the study's row
of `clocks` until the transaction ends, so that rows become visible in the order of their clocks,
and who has read up to one has missed nothing before it. All wait in line by an advisory lock: who
waits for a row that changes all the time is overtaken by whoever comes later. A trigger lets no row
take a clock that its transaction was not given, and no record come before the one that it follows.

What rows say is verified by who reads them, as a stranger's file is. `generation` grows when
something was deleted, so that copies know that theirs is out of date.
"""

SCHEMA = "sortrank"
FORMAT = 1
"""Of these tables."""
OLDEST_SERVER = 13
"""What has all that the tables need."""
ALIVE_SECONDS = 15
"""How old a station's last sign of life may be."""

TABLES = """
CREATE TABLE sortrank.lab (format integer NOT NULL);

CREATE TABLE sortrank.studies (
    uuid uuid PRIMARY KEY,
    title text NOT NULL,
    created_at text NOT NULL,
    design text NOT NULL,
    digest bytea NOT NULL,
    format integer NOT NULL,
    shared boolean NOT NULL,
    demo boolean NOT NULL DEFAULT false,
    ready boolean NOT NULL DEFAULT false,
    shared_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sortrank.clocks (
    study uuid PRIMARY KEY REFERENCES sortrank.studies (uuid) ON DELETE CASCADE,
    clock bigint NOT NULL DEFAULT 0,
    before bigint NOT NULL DEFAULT 0,
    transaction xid8,
    generation integer NOT NULL DEFAULT 1
) WITH (fillfactor = 20);

CREATE TABLE sortrank.images (
    study uuid NOT NULL REFERENCES sortrank.studies (uuid) ON DELETE CASCADE,
    digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
    format text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    size integer NOT NULL CHECK (size = octet_length(bytes)),
    bytes bytea NOT NULL,
    PRIMARY KEY (study, digest)
);
ALTER TABLE sortrank.images ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE sortrank.items (
    study uuid NOT NULL REFERENCES sortrank.studies (uuid) ON DELETE CASCADE,
    id integer NOT NULL CHECK (id >= 0),
    name text NOT NULL,
    text text NOT NULL,
    image text,
    truth double precision,
    tags text NOT NULL DEFAULT '',
    PRIMARY KEY (study, id),
    FOREIGN KEY (study, image) REFERENCES sortrank.images (study, digest)
);

CREATE TABLE sortrank.variants (
    study uuid NOT NULL,
    item integer NOT NULL,
    name text NOT NULL,
    text text NOT NULL,
    image text,
    PRIMARY KEY (study, item, name),
    FOREIGN KEY (study, item) REFERENCES sortrank.items (study, id) ON DELETE CASCADE,
    FOREIGN KEY (study, image) REFERENCES sortrank.images (study, digest)
);

CREATE TABLE sortrank.sorts (
    study uuid NOT NULL REFERENCES sortrank.studies (uuid) ON DELETE CASCADE,
    uuid uuid PRIMARY KEY,
    clock bigint NOT NULL,
    strategy text NOT NULL CHECK (length(strategy) <= 64),
    seed bigint NOT NULL CHECK (seed >= 0),
    parent uuid,
    shared_steps integer NOT NULL DEFAULT 0 CHECK (shared_steps >= 0),
    question integer NOT NULL DEFAULT 0 CHECK (question >= 0),
    condition text NOT NULL DEFAULT '' CHECK (length(condition) <= 1000),
    UNIQUE (study, clock),
    UNIQUE (study, uuid),
    FOREIGN KEY (study, parent) REFERENCES sortrank.sorts (study, uuid)
);

CREATE TABLE sortrank.sessions (
    study uuid NOT NULL REFERENCES sortrank.studies (uuid) ON DELETE CASCADE,
    uuid uuid PRIMARY KEY,
    clock bigint NOT NULL,
    participant text NOT NULL CHECK (length(participant) BETWEEN 1 AND 64),
    number integer NOT NULL CHECK (number >= 1),
    sort uuid NOT NULL,
    seed bigint NOT NULL CHECK (seed >= 0),
    robot boolean NOT NULL,
    owner bytea CHECK (octet_length(owner) = 32),
    station text CHECK (length(station) <= 64),
    UNIQUE (study, clock),
    UNIQUE (study, uuid),
    UNIQUE (study, participant, number),
    FOREIGN KEY (study, sort) REFERENCES sortrank.sorts (study, uuid)
);

CREATE TABLE sortrank.journal (
    study uuid NOT NULL,
    session uuid NOT NULL,
    seq integer NOT NULL CHECK (seq >= 1),
    clock bigint NOT NULL,
    event text NOT NULL CHECK (event IN ('start', 'answer', 'undo', 'pause', 'resume', 'end')),
    at text NOT NULL CHECK (length(at) = 24),
    trial integer CHECK (trial >= 1),
    kind text CHECK (kind IN ('regular', 'practice', 'catch', 'repeat')),
    left_item integer,
    right_item integer,
    answer text CHECK (answer IN ('left', 'right', 'equal', 'neither')),
    response_ms double precision CHECK (response_ms >= 0),
    round integer CHECK (round >= 0),
    step integer CHECK (step >= 0),
    place integer CHECK (place >= 0),
    robot integer CHECK (robot IN (0, 1)),
    undoes integer,
    digest bytea NOT NULL CHECK (octet_length(digest) = 16),
    sort uuid,
    detail text CHECK (length(detail) <= 100000),
    question integer CHECK (question >= 1),
    PRIMARY KEY (session, seq),
    UNIQUE (study, clock),
    FOREIGN KEY (study, session) REFERENCES sortrank.sessions (study, uuid) ON DELETE CASCADE,
    FOREIGN KEY (study, left_item) REFERENCES sortrank.items (study, id),
    FOREIGN KEY (study, right_item) REFERENCES sortrank.items (study, id),
    FOREIGN KEY (study, sort) REFERENCES sortrank.sorts (study, uuid),
    CHECK (left_item <> right_item),
    CHECK ((event = 'answer') = (trial IS NOT NULL AND kind IS NOT NULL AND left_item IS NOT NULL
        AND right_item IS NOT NULL AND answer IS NOT NULL AND response_ms IS NOT NULL)),
    CHECK ((event = 'undo') = (undoes IS NOT NULL)),
    CHECK ((step IS NULL) = (sort IS NULL))
);
CREATE INDEX journal_told ON sortrank.journal (sort, clock) WHERE sort IS NOT NULL;

CREATE TABLE sortrank.events (
    study uuid NOT NULL REFERENCES sortrank.studies (uuid) ON DELETE CASCADE,
    uuid uuid PRIMARY KEY,
    clock bigint NOT NULL,
    at text NOT NULL CHECK (length(at) = 24),
    kind text NOT NULL CHECK (length(kind) <= 64),
    session uuid,
    data text NOT NULL CHECK (length(data) <= 2000000 AND data::json IS NOT NULL),
    UNIQUE (study, clock),
    FOREIGN KEY (study, session) REFERENCES sortrank.sessions (study, uuid) ON DELETE CASCADE
);

CREATE TABLE sortrank.notes (
    study uuid NOT NULL REFERENCES sortrank.studies (uuid) ON DELETE CASCADE,
    uuid uuid PRIMARY KEY,
    clock bigint NOT NULL,
    session uuid,
    at text NOT NULL CHECK (length(at) = 24),
    kind text NOT NULL CHECK (kind IN ('note', 'reason', 'event', 'incident')),
    text text NOT NULL CHECK (length(text) <= 100000),
    UNIQUE (study, clock),
    FOREIGN KEY (study, session) REFERENCES sortrank.sessions (study, uuid) ON DELETE CASCADE,
    CHECK ((kind = 'incident') = (session IS NULL))
);

CREATE TABLE sortrank.stations (
    study uuid NOT NULL REFERENCES sortrank.studies (uuid) ON DELETE CASCADE,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    owner bytea NOT NULL CHECK (octet_length(owner) = 32),
    seen timestamptz NOT NULL,
    status jsonb NOT NULL CHECK (length(status::text) <= 10000),
    PRIMARY KEY (study, name)
) WITH (fillfactor = 20);

CREATE TABLE sortrank.orders (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    study uuid NOT NULL REFERENCES sortrank.studies (uuid) ON DELETE CASCADE,
    station text NOT NULL CHECK (length(station) BETWEEN 1 AND 64),
    at timestamptz NOT NULL DEFAULT now(),
    kind text NOT NULL CHECK (length(kind) <= 64),
    data jsonb NOT NULL DEFAULT '{}' CHECK (length(data::text) <= 10000),
    done_at timestamptz,
    outcome text CHECK (length(outcome) <= 10000)
);
CREATE INDEX orders_open ON sortrank.orders (study, station) WHERE done_at IS NULL;

CREATE TABLE sortrank.leases (
    study uuid NOT NULL REFERENCES sortrank.studies (uuid) ON DELETE CASCADE,
    sort uuid NOT NULL,
    low integer NOT NULL,
    high integer NOT NULL CHECK (low < high),
    session uuid NOT NULL,
    owner bytea NOT NULL CHECK (octet_length(owner) = 32),
    step integer NOT NULL CHECK (step >= 0),
    place integer NOT NULL CHECK (place >= 0),
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (sort, low, high, session),
    FOREIGN KEY (study, sort) REFERENCES sortrank.sorts (study, uuid) ON DELETE CASCADE,
    FOREIGN KEY (study, session) REFERENCES sortrank.sessions (study, uuid) ON DELETE CASCADE
);
"""

NAMES = (
    *("lab", "studies", "clocks", "images", "items", "variants", "sorts", "sessions", "journal"),
    *("events", "notes", "stations", "orders", "leases"),
)
"""Of all tables."""
IN_ORDER = ("sorts", "sessions", "journal", "events", "notes")
"""The tables whose rows have clocks."""
RECORD_COLUMNS = (
    "session, seq, event, at, trial, kind, left_item, right_item, answer, response_ms, "
    "round, step, place, robot, undoes, digest, sort, detail, question"
)
"""Of the journal, in the order of the file's, behind study and clock."""


def channel(study: str) -> str:
    """Return where the server tells that there is something new in a study."""
    return f"{SCHEMA}_{study.replace('-', '')}"
