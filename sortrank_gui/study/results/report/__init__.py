"""The report of a study: one HTML page that needs nothing else."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sortrank_gui.errors import LabGoneError
from sortrank_gui.study.design.content import read_image_row
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.database import connect, sentences
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.items.pictures import make_thumbnail
from sortrank_gui.study.results.focus import focus
from sortrank_gui.study.results.report.page import ReportPage
from sortrank_gui.study.results.summary import CancelledError, Summary, summarise

__all__ = ["make_report"]

_SIDE = 64
"""How many pixels a small picture has at the most; the page shows it half as large, and sharp."""
MOST_PICTURES = 500
"""Of the best items: a page with more of them would be slow to open."""


def make_report(
    study: Everything,
    *,
    source: Path,
    summary: Summary | None = None,
    cancelled: Callable[[], bool] | None = None,
    find_picture: Callable[[str], bytes] | None = None,
) -> str:
    """Return the report as a page of HTML.

    `source` is the study's file, out of which small pictures are taken if there are some;
    `find_picture` finds those of a study whose file has none, by their digests. A
    summary that is there already need not be computed again; it must be one of this study.
    """
    summary = summary or summarise(study, cancelled=cancelled)
    study = focus(study, summary.selection.question)
    pictures = _read_pictures(study, source, summary, cancelled, find_picture)
    return ReportPage(study, summary, source.name, utc_now(), pictures).render()


def _read_pictures(
    study: Everything,
    source: Path,
    summary: Summary,
    cancelled: Callable[[], bool] | None,
    find_picture: Callable[[str], bytes] | None,
) -> dict[int, str]:
    """Return small pictures of the best items as data URIs, by the items' numbers."""
    items = study.content.items
    best = [item for item in summary.ranking.item.tolist() if items[item].digest]
    if not best or not source.is_file():
        return {}
    found = {}
    with sentences(source, "read a picture"), closing(connect(source, read_only=True)) as file:
        for item in best[:MOST_PICTURES]:
            if cancelled is not None and cancelled():
                raise CancelledError
            if find_picture is None:
                data = read_image_row(file, items[item].digest)[5]
            else:
                try:
                    data = find_picture(items[item].digest)
                except LabGoneError:  # the page does without the rest of them
                    break
            found[item] = make_thumbnail(data, _SIDE)
    return {item: picture for item, picture in found.items() if picture}
