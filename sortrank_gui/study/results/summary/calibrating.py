"""A summary whose statements were tried: the same study is run again, and they are corrected."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from sortrank_gui.ranking.diagnostics import MOST_ITEMS, find_groups
from sortrank_gui.ranking.recalibration import PairHistory, recalibrate
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.focus import focus
from sortrank_gui.study.results.summary.columns import read_columns
from sortrank_gui.study.results.summary.summaries import CancelledError, Summary


def calibrate(
    study: Everything,
    summary: Summary,
    *,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Summary:
    """Return the summary with statements that held in simulations of the same study.

    It stays as it is where it is too early for statements, or the study is too large to run again.
    `progress` hears the share done; `CancelledError` ends the work once `cancelled` says so.
    """
    found = summary.ranking.uncertainty
    course = _find_course(study, summary)
    if found.too_early or found.spread is None or not course.is_short:
        return summary

    def tick(share: float) -> None:
        if cancelled is not None and cancelled():
            raise CancelledError
        if progress is not None:
            progress(share)

    tick(0.0)
    calibration = recalibrate(course, found, tick=tick)
    corrected = calibration.correct(found)
    groups = summary.groups
    if groups is not None and len(summary.names) <= MOST_ITEMS:
        groups = find_groups(corrected, summary.ranking.item)
    reliability = summary.reliability
    if reliability is not None:
        reliability = replace(
            reliability,
            separation=corrected.reliability,
            expected_displacement=corrected.displacement,
        )
    return replace(
        summary,
        ranking=summary.ranking.restate(corrected),
        groups=groups,
        reliability=reliability,
        calibration=calibration,
    )


def _find_course(study: Everything, summary: Summary) -> PairHistory:
    """Return how the pairs came about: by the study's strategy, sort by sort."""
    study = focus(study, summary.selection.question)
    columns = read_columns(study, summary.selection)
    which = columns.of_kinds(summary.selection.kinds) & ~np.isnan(columns.chosen)
    pairs = np.column_stack((columns.left[which], columns.right[which]))
    sorts = columns.unit[which] >> 20
    numbers, counts = (each.tolist() for each in np.unique(sorts, return_counts=True))
    known = study.origin is None and 0 not in numbers
    used = {study.sorts[number].strategy for number in numbers} if known else set()
    strategy = used.pop() if len(used) == 1 else None  # conditions may have different ones
    return PairHistory(columns.n_items, strategy, tuple(counts), pairs)
