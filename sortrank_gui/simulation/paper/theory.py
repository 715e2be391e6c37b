"""Lemmas and counts, checked by simulation."""

import math
from collections.abc import Callable, Sequence

from sortrank_gui.figures.descriptions import Curve, Figure, Panel
from sortrank_gui.simulation.curves import summarise
from sortrank_gui.simulation.paper.base import (
    Claim,
    DataUse,
    Done,
    PaperSettings,
    claims_table,
    heading,
    judge,
    mean,
    rows_table,
    standard_error,
)
from sortrank_gui.simulation.paper.sorting_checks import (
    KINDS,
    NOISES,
    CheckTask,
    OrderRow,
    OrderTask,
    SortCheck,
    expected_kendall,
    quicksort_comparisons,
)
from sortrank_gui.simulation.reports import ReportTable, SimulationReport, markdown_table, mean_text

SIZES = (50, 100, 200, 500, 1000)
_BATCH = 25
Rows = tuple[SortCheck, ...] | tuple[OrderRow, ...]


class Theory:
    """The experiment."""

    name = "theory"
    title = "Lemmas and counts"
    about = "What the lemmas and counts of the paper say, beside what sorts do."
    data = DataUse.NONE
    alone = False
    rows = (SortCheck, OrderRow)

    def tasks(self, settings: PaperSettings) -> Sequence[CheckTask | OrderTask]:
        """Return sorts of all kinds, and many sorts of a few items."""
        repetitions = settings.size(200, 25)
        checks = [
            CheckTask(sort, kind, n, range(start, start + _BATCH), settings.seed)
            for start in range(0, repetitions, _BATCH)
            for n in SIZES
            for sort in ("quicksort", "mergesort")
            for kind in KINDS
        ]
        orders = [
            OrderTask(sort, batch, 500, settings.seed)
            for batch in range(settings.size(40, 8))
            for sort in ("quicksort", "mergesort")
        ]
        return [*checks, *orders]

    def cost(self, task: CheckTask | OrderTask) -> float:
        """Return about how many seconds a task takes."""
        return 0.25

    def tables(self, done: Sequence[Done[Rows]]) -> tuple[ReportTable, ...]:
        """Return one row a sort, and one a pair of the few items."""
        checks, orders = _split(done)
        return (
            rows_table(self.name, checks, SortCheck),
            rows_table(f"{self.name}-order", orders, OrderRow),
        )

    def report(self, settings: PaperSettings, done: Sequence[Done[Rows]]) -> SimulationReport:
        """Set counts and bounds beside the formulas."""
        checks, orders = _split(done)
        page = f"""{heading(self.title, settings)}

Sorts of items of the Poisson model, {settings.size(200, 25)} of each kind.

![Kendall distance and comparison counts](theory.png)

{claims_table([*_claims(checks), *_order_claims(orders)])}

Mean Kendall distance of one Quicksort, measured (± standard error) and in closed form,
(n − 1) λ ln 2 − λ² π²/12:

{_kendall_table(checks)}

Comparisons of one sort, measured, beside 2(n + 1)H_n − 4n (Quicksort, consistent answers),
n (log₂ n − 1.72) (Quicksort, coin flips) and log₂ n! (the least that consistent answers allow):

{_count_table(checks)}

The paper's illustration of Lemma 3 says 25 < 26; displacement is always even, and the example's is
26 = 26.
"""
        return SimulationReport(self.name, page, self.tables(done), {self.name: _figure(checks)})


def _split(done: Sequence[Done[Rows]]) -> tuple[list[SortCheck], list[OrderRow]]:
    rows = [row for d in done for row in d.value]
    checks = [row for row in rows if isinstance(row, SortCheck)]
    return checks, [row for row in rows if isinstance(row, OrderRow)]


def _select(rows: Sequence[SortCheck], sort: str, kind: str, n: int, measure: str) -> list[int]:
    return [
        getattr(row, measure) for row in rows if (row.sort, row.answers, row.n) == (sort, kind, n)
    ]


def _claims(rows: Sequence[SortCheck]) -> list[Claim]:
    quick = [row for row in rows if row.sort == "quicksort"]
    repeated = sum(row.repeated_pairs > 0 for row in quick)
    beyond = sum(row.displacement > row.bound for row in quick)
    closest = max(row.displacement / row.bound for row in quick if row.bound)
    merges = [row for row in rows if row.sort == "mergesort"]
    merges_beyond = sum(row.displacement > row.bound for row in merges)
    z = max(
        abs(mean(values) - expected_kendall(n, noise)) / standard_error(values)
        for noise in NOISES
        for n in SIZES
        if (values := _select(rows, "quicksort", f"λ = {noise:g}", n, "kendall"))
    )
    fewer = 1 - mean(_select(rows, "mergesort", "noiseless", 200, "comparisons")) / mean(
        _select(rows, "quicksort", "noiseless", 200, "comparisons")
    )
    return [
        Claim(
            "Lemma 1: Quicksort ends and asks every pair at most once, whatever the answers.",
            f"A pair was asked twice in {repeated} of {len(quick):,} sorts.",
            judge(repeated == 0),
        ),
        Claim(
            "Lemma 3: displacement ≤ 2 Σ |i − j| over the inconsistent answers of Quicksort.",
            f"Violated in {beyond} of {len(quick):,} Quicksorts; at most {100 * closest:.0f} % of "
            f"the bound is used. (Mergesort, for which it is not claimed: {merges_beyond:,} of "
            f"{len(merges):,}.)",
            judge(beyond == 0),
        ),
        Claim(
            "(from Ailon's theorem) E[K] = (n − 1) λ ln 2 − λ² π²/12 for one Quicksort.",
            f"The largest deviation of {len(SIZES) * len(NOISES)} means is {z:.1f} standard "
            "errors.",
            judge(z < 3.5),
        ),
        Claim(
            "Mergesort uses about 39 % fewer comparisons than Quicksort (without noise).",
            f"{100 * fewer:.0f} % fewer at n = 200. The 39 % are what Quicksort needs more, and "
            "for n → ∞: 2 ln 2 = 1.39, so that Mergesort needs 28 % fewer.",
            judge(abs(fewer - 0.39) < 0.05),
        ),
    ]


def _order_claims(rows: Sequence[OrderRow]) -> list[Claim]:
    z = {
        sort: _order_deviations([r for r in rows if r.sort == sort])
        for sort in ("quicksort", "mergesort")
    }
    return [
        Claim(
            "Ailon: Quicksort puts i above j with the chance that i wins a comparison.",
            f"Over {len(z['quicksort'])} pairs, the largest deviation is "
            f"{max(z['quicksort']):.1f} standard errors.",
            judge(max(z["quicksort"]) < 4),
        ),
        Claim(
            "(negative control) Mergesort does not have this property.",
            f"The largest deviation is {max(z['mergesort']):.1f} standard errors.",
            judge(max(z["mergesort"]) > 4),
        ),
    ]


def _order_deviations(rows: Sequence[OrderRow]) -> list[float]:
    """Return for every pair by how many standard errors its frequency is off."""
    counts: dict[tuple[int, int, float], tuple[int, int]] = {}
    for row in rows:
        sorts, above = counts.get((row.item, row.other, row.chance), (0, 0))
        counts[row.item, row.other, row.chance] = sorts + row.sorts, above + row.above
    return [
        abs(above - sorts * p) / math.sqrt(sorts * p * (1 - p))
        for (_, _, p), (sorts, above) in counts.items()
    ]


def _kendall_table(rows: Sequence[SortCheck]) -> str:
    def cell(n: int, noise: float) -> str:
        values = _select(rows, "quicksort", f"λ = {noise:g}", n, "kendall")
        formula = expected_kendall(n, noise)
        return f"{mean(values):,.0f} ± {standard_error(values):.0f} ({formula:,.0f})"

    return markdown_table(
        ["", *(f"n = {n:,}" for n in SIZES)],
        [[f"λ = {noise:g}", *(cell(n, noise) for n in SIZES)] for noise in NOISES],
    )


def _count_table(rows: Sequence[SortCheck]) -> str:
    formulas: dict[str, Callable[[int], float]] = {
        "2(n + 1)H_n − 4n": quicksort_comparisons,
        "n (log₂ n − 1.72)": lambda n: n * (math.log2(n) - 1.72),
        "log₂ n!": lambda n: math.lgamma(n + 1) / math.log(2),
    }
    measured = [
        [
            f"{sort}, {kind}",
            *(mean_text(_select(rows, sort, kind, n, "comparisons")) for n in SIZES),
        ]
        for sort in ("quicksort", "mergesort")
        for kind in ("noiseless", "coin")
    ]
    known = [[name, *(f"{f(n):,.0f}" for n in SIZES)] for name, f in formulas.items()]
    return markdown_table(["", *(f"n = {n:,}" for n in SIZES)], [*measured, *known])


def _figure(rows: Sequence[SortCheck]) -> Figure:
    x = tuple(float(n) for n in SIZES)
    kendall = [
        summarise(
            f"Quicksort, {kind}",
            [(n, _select(rows, "quicksort", kind, n, "kendall")) for n in SIZES],
        )
        for kind in KINDS[2:]
    ]
    closed = [
        Curve("closed form", x, tuple(expected_kendall(n, noise) for n in SIZES), reference=True)
        for noise in NOISES
    ]
    counts = [
        summarise(
            f"{sort.capitalize()}, {kind}",
            [(n, [c / n for c in _select(rows, sort, kind, n, "comparisons")]) for n in SIZES],
        )
        for sort in ("quicksort", "mergesort")
        for kind in ("noiseless", "coin")
    ]
    formula = Curve(
        "closed form", x, tuple(quicksort_comparisons(n) / n for n in SIZES), reference=True
    )
    return Figure(
        (
            Panel(
                "Kendall distance of one Quicksort",
                "items n",
                "discordant pairs",
                (*kendall, *closed),
                log_x=True,
                log_y=True,
            ),
            Panel(
                "Comparisons of one sort",
                "items n",
                "comparisons / n",
                (*counts, formula),
                log_x=True,
            ),
        ),
        columns=2,
    )
