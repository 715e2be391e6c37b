"""Stations that share a sort, with a server in memory: whatever happens, the journal replays."""

from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast
from uuid import UUID, uuid5

import pytest
from hypothesis import given, settings
from hypothesis import strategies as draw

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.journal import Answer, Event, GivenAnswer, Record, Trial, make_record
from sortrank_gui.study.file.reading import Everything, SessionRow, SortRow
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.lab.followed_sort import FollowedSort
from sortrank_gui.study.lab.lab_sort import Heard, LabSort, Pair, order_pair
from sortrank_gui.study.lab.station_cache import StationCache
from sortrank_gui.study.survey.replaying import replay_sort
from sortrank_gui.study.survey.sorts import Sort
from sortrank_gui.study.upkeep.checking import find_problems

NAME = UUID("5f0ad0a5-5c3c-4c3c-8f0a-d0a55c3c4c3c")
AT = "2026-11-18T10:00:00.000Z"


@dataclass
class Server:
    """Takes records, tells the common sort those that fit, and lends pairs."""

    strategy: str
    n_items: int
    told: list[Heard] = field(default_factory=list)
    rows: list[tuple[int, Record]] = field(default_factory=list)
    forks: dict[str, int] = field(default_factory=dict)
    leases: dict[int, set[Pair]] = field(default_factory=dict)

    def append(self, station: int, record: Record, after: int | None) -> None:
        """Keep a record, once."""
        if any(r.seq == record.seq for owner, r in self.rows if owner == station):
            return
        pair = order_pair(record.left or 0, record.right or 0)
        since = [h for h in self.told if after is not None and h.clock > after]
        sort = 1
        if any(order_pair(h.left, h.right) == pair for h in since):
            alike = [
                r
                for owner, r in self.rows
                if owner == station
                and (r.step, r.sort != 1) == (record.step, True)
                and order_pair(r.left or 0, r.right or 0) == pair
            ]
            name = str(uuid5(NAME, f"{record.step} {station} {len(alike)}"))
            sort = self.forks.setdefault(name, 2 + len(self.forks))
        self.rows.append((station, record._replace(sort=sort)))
        if sort == 1:
            clock = 10 + 3 * len(self.rows)
            heard = Heard(clock, record.left or 0, record.right or 0, record.answer or "")
            self.told.append(heard)

    def lend(self, station: int, keep: list[Pair], asked: list[Pair], after: int) -> int | None:
        """Lend the first of the pairs that nobody else holds, beside those that are kept."""
        answered = {order_pair(h.left, h.right) for h in self.told if h.clock > after}
        others = set().union(*(held for k, held in self.leases.items() if k != station))
        free = [k for k, pair in enumerate(asked) if pair not in others | answered]
        self.leases[station] = {*keep, *(asked[k] for k in free[:1])}
        return free[0] if free else None

    def everything(self, stations: int) -> Everything:
        """Return what a home file would have."""
        items = tuple(Item(f"item {k}") for k in range(self.n_items))
        design = Design(title="t", prompt="p", strategy=self.strategy, shared=True)
        sorts = {1: SortRow(1, str(NAME), self.strategy, 7, None, 0)}
        for name, number in self.forks.items():
            steps = next(r.step for _, r in self.rows if r.sort == number)
            sorts[number] = replace(sorts[1], id=number, uuid=name, parent=1, shared_steps=steps)
        sessions = {
            k: SessionRow(k, str(uuid5(NAME, str(k))), f"P{k}", 1, 1, k, 0, b"")
            for k in range(stations)
        }
        records = Records(record for _, record in self.rows)
        codes = [row.participant for row in sessions.values()]
        content = Content(design, items)
        return Everything(str(NAME), AT, content, {}, codes, sorts, sessions, records, [], [])


class Booth:
    """A station: a session that answers, and a link that is called by hand."""

    def __init__(self, number: int, server: Server) -> None:
        self.number, self.server = number, server
        self.records: list[Record] = []
        self.on_server = 0
        self.is_cut = False
        self.begin(0)

    def begin(self, known: int) -> None:
        """Start the program, with a cache of so much of the server's list, and its own file."""
        server = self.server
        self.sort = LabSort(server.strategy, range(server.n_items), 7)
        self.sort.hear(server.told[:known])
        for record in self.records[self.on_server :]:
            self.sort.expect(record.left or 0, record.right or 0)

    def answer(self, answer: Answer) -> Trial:
        """Answer the pair on the screen: it is in the station's own file at once."""
        asked = self.sort.ask(self)
        number = len(self.records) + 1
        trial = Trial(number, *asked.pair, round=asked.round, step=asked.step, place=asked.place)
        given = GivenAnswer(trial, answer, 1.0)
        self.records.append(
            make_record(self.number, number, Event.ANSWER, AT, b"", given=given, sort=1)
        )
        self.sort.tell(given, self)
        return trial

    def sync(self, *, lost: bool = False, first: bool = False) -> None:
        """Push, listen, and get a lease; the server's reply may be lost on the way.

        Before its first pair a session gets a lease, too.
        """
        if self.is_cut:
            return
        sort, server = self.sort, self.server
        if not all(sort.has_step(r.step or 0) for r in self.records[self.on_server :]):
            sort.hear(server.told[sort.steps :])
        pushed = self.records[self.on_server :]
        for record in pushed:
            after = sort.clock_at(record.step or 0) if sort.verifies else None
            server.append(self.number, record, after)
        candidates = sort.list_candidates(3) if first or sort.wants(1) else []
        keep = [order_pair(*asked.pair) for asked in sort.list_held()]
        after = sort.clock_at(sort.steps)
        pairs = [order_pair(*asked.pair) for asked in candidates]
        lent = server.lend(self.number, keep, pairs, after)
        if lost:
            return
        settled = [order_pair(r.left or 0, r.right or 0) for r in pushed]
        sort.hear(server.told[sort.steps :], settled)
        self.on_server = len(self.records)
        held = (pairs for k, pairs in server.leases.items() if k != self.number)
        sort.know_elsewhere(set().union(*held))
        if lent is not None:
            sort.grant(candidates[lent])
        elif candidates:  # all were taken meanwhile; now it is known which are
            self.sync(first=first)


ACTS = draw.lists(
    draw.tuples(
        draw.integers(0, 3),
        draw.sampled_from(["answer"] * 6 + ["sync"] * 4 + ["cut", "mend", "kill", "lose", "die"]),
        draw.sampled_from(list(Answer)),
        draw.integers(0, 100),
    ),
    max_size=120,
)


def play(server: Server, acts: list[tuple[int, str, Answer, int]]) -> list[Booth]:
    """Let four stations do what was drawn, and come together in the end."""
    booths = [Booth(number, server) for number in range(4)]
    for number, act, answer, share in acts:
        booth = booths[number]
        match act:
            case "answer":
                booth.answer(answer)
                if share > 30:  # usually the link follows at once
                    booth.sync()
            case "sync":
                booth.sync()
            case "cut" | "mend":
                booth.is_cut = act == "cut"
            case "lose":
                booth.sync(lost=True)
            case "kill":  # the cache may be older than what was known
                booth.begin(booth.sort.steps * share // 100 if share < 50 else booth.sort.steps)
            case "die":  # no sign of life for long
                server.leases.pop(number, None)
    for booth in booths:
        booth.is_cut = False
        booth.sync()
    for booth in booths:
        booth.sync()
    return booths


@pytest.mark.parametrize("strategy", [*strategies.names(), "matching+probes"])
@settings(max_examples=25, deadline=None)
@given(acts=ACTS, n_items=draw.sampled_from([2, 3, 5, 9, 40]))
def test_every_answer_arrives_once_and_all_replay(
    strategy: str, acts: list[tuple[int, str, Answer, int]], n_items: int
) -> None:
    """Cuts, kills, lost replies, doubled pairs: the journal is sound, and nothing is missing."""
    server = Server(strategy, n_items)
    booths = play(server, acts)
    given_ = [(b.number, r.seq, r.left, r.right, r.answer) for b in booths for r in b.records]
    kept = [(owner, r.seq, r.left, r.right, r.answer) for owner, r in server.rows]
    assert Counter(kept) == Counter(given_)
    study = server.everything(len(booths))
    assert list(find_problems(study)) == []
    home = replay_sort(study, 1)
    assert {booth.sort.steps for booth in booths} == {home.steps}
    assert len({tuple(map(tuple, b.sort._strategy.ask_many(9).tolist())) for b in booths}) == 1


@pytest.mark.parametrize("strategy", [*strategies.names(), "matching+probes"])
def test_nobody_holds_the_pair_of_another(strategy: str) -> None:
    """While all are connected, leases keep people apart, and no sort but the common one is told."""
    server = Server(strategy, 30)
    booths = [Booth(number, server) for number in range(4)]
    for booth in booths:
        booth.sync(first=True)
    for turn in range(80):
        for booth in booths:
            booth.sort.ask(booth)
            booth.sync()
        on_screen = [order_pair(*booth.sort.ask(booth).pair) for booth in booths]
        assert len(set(on_screen)) == len(on_screen)
        booths[turn % 4].answer(Answer.LEFT)
        booths[turn % 4].sync()
    assert not server.forks


def test_next_pair_is_a_lease() -> None:
    """After a look at the server, the next pair is there without computing anything."""
    server = Server("mergesort", 12)
    booth = Booth(0, server)
    booth.answer(Answer.LEFT)
    booth.sort.ask(booth)
    booth.sync()
    (_, lease) = booth.sort.list_held()
    booth.answer(Answer.LEFT)
    assert booth.sort.ask(booth) == lease


def test_two_who_answer_one_pair_while_cut_off_begin_another_sort() -> None:
    """The second answer to a pair that was asked at the same state is told to a fork."""
    server = Server("quicksort", 2)
    booths = [Booth(0, server), Booth(1, server)]
    for booth in booths:
        booth.answer(Answer.LEFT)
    for booth in booths:
        booth.sync()
    assert [record.sort for _, record in server.rows] == [1, 2]
    assert list(find_problems(server.everything(2))) == []


def test_forks_are_verified_along_with_their_sort(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check replays the common sort once, however many forks there are, and sees wrong ones."""
    server = Server("mergesort", 9)
    booths = [Booth(number, server) for number in range(4)]
    for _ in range(5):
        for booth in booths:  # all are cut off, so that all answer the same pairs
            booth.answer(Answer.LEFT)
            booth.answer(Answer.RIGHT)
        for booth in booths:
            booth.sync()
    study = server.everything(4)
    assert len(study.sorts) > 4
    replays = []
    replay = Sort.replay
    monkeypatch.setattr(
        Sort, "replay", lambda self, *a, **k: replays.append(self) or replay(self, *a, **k)
    )
    assert list(find_problems(study)) == []
    assert len(replays) == 1
    for index, record in enumerate(study.records):
        if record.sort == 1:
            continue
        other = next(k for k in range(9) if k not in (record.left, record.right))
        rows = list(study.records)
        rows[index] = record._replace(left=other)
        assert list(find_problems(replace(study, records=Records(rows)))), record


def test_server_may_have_an_answer_before_the_sort_is_told() -> None:
    """The link may be quicker than the session: the pair is not taken for ever then."""
    sort = LabSort("quicksort", range(2), 7)
    asked = sort.ask("holder")
    trial = Trial(1, *asked.pair, round=1, step=0)
    sort.hear([Heard(1, *asked.pair, "left")], [order_pair(*asked.pair)])
    sort.tell(GivenAnswer(trial, Answer.LEFT, 1.0), "holder")
    assert [each.pair for each in sort.list_candidates(1)] != []


def test_answers_are_not_taken_back() -> None:
    """Others may have gone on with an answer, wherever they are."""
    booth = Booth(0, Server("mergesort", 5))
    booth.answer(Answer.LEFT)
    with pytest.raises(InputError, match="others have gone on"):
        booth.sort.require_last(booth.records[0].given, booth)


@dataclass
class _Answerless:
    """A server that was told nothing and lends nothing."""

    rows: list[tuple[None]] = field(default_factory=list)

    def execute(self, query: str, parameters: tuple[object, ...]) -> "_Answerless":
        """Answer a question: no pair, or no rows."""
        return _Answerless([(None,)] if "lend" in query else [])

    def fetchall(self) -> list[tuple[None]]:
        """Return the rows."""
        return self.rows


def test_station_rests_while_others_hold_all_open_pairs(tmp_path: Path) -> None:
    """Where no pair can be lent it does not ask again and again: fifty would keep all waiting."""
    with closing(StationCache(tmp_path / "told.cache")) as cache:
        sort = LabSort("mergesort", [1, 2], seed=1)
        followed = FollowedSort(str(NAME), sort, cache)
        sort.ask("somebody")
        for _ in range(2):
            followed.send(cast(Any, _Answerless()), str(NAME), "session")
            followed.take([])
        assert sort.wants(1)
        assert not followed.has_more
