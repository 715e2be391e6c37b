"""What is said about real judges: whether those who follow nobody contradict themselves, too."""

from collections import Counter
from pathlib import Path

import numpy as np

from benchmarks.tables import Row, Table
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.diagnostics import find_taste_classes, fit_judges
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.results.summary.assessment import assess_participants
from sortrank_gui.study.results.summary.columns import KINDS, Columns
from sortrank_gui.study.results.summary.flags import FlagKind, follows_nobody
from sortrank_gui.study.results.summary.participants import Participant, list_participants
from sortrank_gui.study.results.summary.rankings import rank
from sortrank_gui.tables import read_table

_CHOSEN, _OTHER, _JUDGE = "candidate_chosen", "candidate_not_chosen", "judge"
_UNLIKE_COINS = 0.05


def run(folder: Path) -> list[Table]:
    """Return a row a session: a CSV file with judge, candidate_chosen and candidate_not_chosen."""
    found = [_try_session(path) for path in sorted(folder.glob("*.csv"))]
    return [Table("Judges of real sessions", [row for row in found if row is not None])]


def _try_session(path: Path) -> Row | None:
    columns = _read(path)
    if columns is None:
        return None
    counted = columns.of_kinds([Kind.REGULAR])
    whole = rank(columns, counted)
    people = assess_participants(
        list_participants(columns, counted), columns, counted, whole.estimate, lambda share: None
    )
    answers = columns.judgements(counted)
    model = fit_judges(answers, columns.participant, whole.estimate)
    classes = find_taste_classes(answers, columns.participant, whole.estimate)
    kinds: Counter[FlagKind] = Counter(
        flag.kind for p in people for flag in p.flags if flag.kind is not FlagKind.SIDE
    )
    nobody = [p for p in people if p.agreement is not None and follows_nobody(p.agreement)]
    coins = [p for p in people if any(flag.kind is FlagKind.COIN for flag in p.flags)]
    return {
        "session": path.stem,
        "items": str(columns.n_items),
        "judges": str(len(people)),
        "answers": str(len(columns)),
        "follow nobody": str(len(nobody)),
        "of them unlike 95 % of coins": str(_count_unlike_coins(nobody)),
        "flags": ", ".join(f"{kind.value} {count}" for kind, count in kinds.most_common()),
        "“like a coin” but unlike 95 % of coins": str(_count_unlike_coins(coins)),
        "spread of discrimination": "-" if model is None else f"{model.spread:.2f}",
        "classes of taste": "-" if classes is None else str(classes.count),
    }


def _count_unlike_coins(people: list[Participant]) -> int:
    return sum(p.consistency is not None and p.consistency.p_coin < _UNLIKE_COINS for p in people)


def _read(path: Path) -> Columns | None:
    """Return the answers of a file; sides are not in it, and are drawn."""
    table = read_table(path)
    names = (_CHOSEN, _OTHER, _JUDGE)
    if not set(names) <= set(table.columns):
        return None
    rows = [[row.cells[name] for name in names] for row in table]
    chosen, other, judge = (list(column) for column in zip(*rows, strict=True))
    items = {name: k for k, name in enumerate(dict.fromkeys(chosen + other))}
    codes = {name: k for k, name in enumerate(dict.fromkeys(judge))}
    won, lost = np.array([items[x] for x in chosen]), np.array([items[x] for x in other])
    keep = won != lost
    won, lost = won[keep], lost[keep]
    people = np.array([codes[x] for x in judge])[keep]
    forth = stream("sides", 1).random(len(won)) < 0.5
    zeros = np.zeros(len(won), dtype=np.int64)
    return Columns(
        n_items=len(items),
        codes=tuple(codes),
        participant=people,
        session=people,
        trial=zeros,
        kind=np.full(len(won), KINDS.index(Kind.REGULAR)),
        left=np.where(forth, won, lost),
        right=np.where(forth, lost, won),
        chosen=forth.astype(np.float64),
        seconds=np.ones(len(won)),
        unit=people,
        by_robot=zeros > 0,
    )
