"""How often participants are flagged: careless ones, as they should be, and honest ones."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from benchmarks.tables import Row, Table
from sortrank_gui.ranking import Outcome, strategies
from sortrank_gui.ranking.chance import stream
from sortrank_gui.simulation.populations import Normal, Population, Uniform
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results.summary.assessment import assess_participants
from sortrank_gui.study.results.summary.columns import KINDS, Columns
from sortrank_gui.study.results.summary.participants import list_participants
from sortrank_gui.study.results.summary.rankings import rank
from sortrank_gui.study.survey.schedule import choose_catch_pairs

Floats = NDArray[np.float64]
Trial = tuple[Kind, int, int, bool]
"""Kind, left item, right item, and whether left was chosen."""

_CROWDS = ((2, 1), (3, 1), (4, 1), (6, 2), (12, 5), (12, 7))
"""Participants, and how many of them flip coins."""
_EXTRAS = 10
_FEW = ("random", "mergesort")
"""Strategies of studies with few answers of each."""
_ITEMS, _ANSWERS = (20, 50), (50, 100, 200)
_POPULATIONS: dict[str, Population] = {"clear": Uniform(5.0), "hard": Normal(1.0)}
_BEHAVIOURS = ("honest", "coin", "half coin", "reversed", "left", "own taste", "other taste")
_TASTE = 0.5
"""What a participant's own taste adds to a score, in standard deviations of the true scores; those
of another taste have scores of the same spread that have nothing to do with the others'."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A kind of study, some of whose participants behave in some way."""

    behaviour: str
    population: str
    n_items: int
    answers: int
    strategy: str = "mergesort"
    extras: bool = False
    """Whether there are ten catch trials and ten repeats, too."""
    people: int = 12
    odd: int = 2


def run(studies: int, *, seed: int, jobs: int) -> list[Table]:
    """Return the shares of participants who are flagged, a row a kind of study."""
    plain = [Setting(*x) for x in product(_BEHAVIOURS, _POPULATIONS, _ITEMS, _ANSWERS)]
    extra = product(("honest", "coin", "half coin"), ("clear",), _ITEMS, (100,))
    kinds = ("honest", "coin", "half coin", "other taste")
    others = product(kinds, ("clear",), (20,), (100,), ("random", "quicksort", "matching"))
    few = product(("honest", "coin", "other taste"), ("clear",), (20,), (10, 20), _FEW)
    return [
        _measure("Regular trials alone", plain, studies, seed, jobs),
        _measure("Other strategies", [Setting(*x) for x in others], studies, seed, jobs),
        _measure(
            "With 10 catch trials and 10 repeats",
            [Setting(*x, extras=True) for x in extra],
            studies,
            seed,
            jobs,
        ),
        _measure(
            "Few participants, or many coins",
            [Setting("coin", "clear", 20, 100, people=all_, odd=odd) for all_, odd in _CROWDS],
            studies,
            seed,
            jobs,
        ),
        _measure(
            "Few answers of many",
            [Setting(*x, people=24, odd=4) for x in few],
            studies,
            seed,
            jobs,
        ),
    ]


def _measure(title: str, settings: list[Setting], studies: int, seed: int, jobs: int) -> Table:
    work = [(setting, seed + study) for setting in settings for study in range(studies)]
    with ProcessPoolExecutor(jobs) as pool:
        results = list(pool.map(_try_study, *zip(*work, strict=True), chunksize=8))
    parts = (results[k * studies : (k + 1) * studies] for k in range(len(settings)))
    return Table(title, [_row(*pair) for pair in zip(settings, parts, strict=True)])


def _row(setting: Setting, results: list[tuple[Counter[str], Counter[str]]]) -> Row:
    odd: Counter[str] = sum((odd for odd, _ in results), Counter())
    rest: Counter[str] = sum((rest for _, rest in results), Counter())
    kinds = (
        f"{kind} {_percent(number, odd['all'])}"
        for kind, number in odd.most_common()
        if kind not in ("any", "all")
    )
    return {
        "participant": setting.behaviour,
        "who": f"{'all' if setting.behaviour == 'honest' else setting.odd} of {setting.people}",
        "items": f"{setting.n_items}, {setting.population}",
        "strategy": setting.strategy,
        "answers": str(setting.answers),
        "flagged": _percent(odd["any"], odd["all"]),
        "as": ", ".join(kinds),
        "honest others flagged": _percent(rest["any"], rest["all"]),
    }


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _try_study(setting: Setting, seed: int) -> tuple[Counter[str], Counter[str]]:
    """Return the flags of those who behave in this way, and of the honest others.

    Where all are honest, all count as the former.
    """
    truth = _POPULATIONS[setting.population].draw(setting.n_items, stream("truth", seed))
    items = [Item(str(k)) for k in range(setting.n_items)]
    pairs = choose_catch_pairs(Design(), items, truth.tolist())
    columns = _collect(setting, truth, pairs, seed)
    counted = columns.of_kinds([Kind.REGULAR])
    people = assess_participants(
        list_participants(columns, counted, pairs),
        columns,
        counted,
        rank(columns, counted).estimate,
        lambda share: None,
    )
    tallies: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for number, person in enumerate(people):
        tally = tallies[number >= setting.odd and setting.behaviour != "honest"]
        tally.update(flag.kind.value for flag in person.flags)
        tally.update(all=1, any=int(bool(person.flags)))
    return tallies


def _collect(setting: Setting, truth: Floats, pairs: list[tuple[int, int]], seed: int) -> Columns:
    """Return the answers of all participants, each with a sort of their own."""
    trials: list[Trial] = []
    owner: list[int] = []
    for number in range(setting.people):
        behaviour = setting.behaviour if number < setting.odd else "honest"
        person = _Person(behaviour, truth, seed, number, setting.strategy)
        own = list(person.sort(setting.answers))
        if setting.extras:
            own += [*person.pass_catches(pairs), *person.repeat(own)]
        trials += own
        owner += [number] * len(own)
    kinds, left, right, chosen = zip(*trials, strict=True)
    people, zeros = np.array(owner), np.zeros(len(owner), dtype=np.int64)
    return Columns(
        n_items=setting.n_items,
        codes=tuple(f"P{number + 1:02}" for number in range(setting.people)),
        participant=people,
        session=people,
        trial=zeros,
        kind=np.array([KINDS.index(kind) for kind in kinds]),
        left=np.array(left),
        right=np.array(right),
        chosen=np.array(chosen, dtype=np.float64),
        seconds=np.ones(len(owner)),
        unit=people,
        by_robot=zeros > 0,
    )


class _Person:
    """A participant with a behaviour, who sees both items and where they stand."""

    def __init__(
        self, behaviour: str, truth: Floats, seed: int, number: int, strategy: str
    ) -> None:
        self._strategy = strategy
        self._rng = stream("answers", seed, number)
        self._behaviour = behaviour
        self._seed = 1000 * seed + number
        self._scores = truth
        if behaviour == "own taste":
            taste = self._rng.standard_normal(len(truth))
            self._scores = truth + _TASTE * float(np.std(truth)) * taste
        if behaviour == "other taste":
            self._scores = self._rng.permutation(truth)

    def sort(self, count: int) -> Iterator[Trial]:
        """Answer what a sort asks; sides are drawn."""
        n_items = len(self._scores)
        sort = strategies.create(self._strategy, n_items=n_items, seed=self._seed)
        for _ in range(count):
            pair = sort.ask()
            left, right = self._rng.permutation(pair).tolist()
            chose_left = self._choose(left, right)
            sort.tell(left, right, Outcome.FIRST if chose_left else Outcome.SECOND)
            yield Kind.REGULAR, left, right, chose_left

    def pass_catches(self, pairs: list[tuple[int, int]]) -> Iterator[Trial]:
        """Answer pairs with a known answer."""
        for place in self._rng.integers(len(pairs), size=_EXTRAS).tolist():
            left, right = self._rng.permutation(pairs[place]).tolist()
            yield Kind.CATCH, left, right, self._choose(left, right)

    def repeat(self, trials: list[Trial]) -> Iterator[Trial]:
        """Answer some of the sort's pairs again, with the sides swapped."""
        for _, right, left, _ in trials[:_EXTRAS]:
            yield Kind.REPEAT, left, right, self._choose(left, right)

    def _choose(self, left: int, right: int) -> bool:
        """Say whether the left item is chosen."""
        gap = self._scores[left] - self._scores[right]
        lapse = self._behaviour == "half coin" and self._rng.random() < 0.5
        match self._behaviour:
            case "left":
                return True
            case "reversed":
                gap = -gap
            case "coin":
                lapse = True
        return bool(self._rng.random() < (0.5 if lapse else expit(gap)))
