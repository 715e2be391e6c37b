"""The report of a study: one HTML page that needs nothing else."""

from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.report.page import ReportPage
from sortrank_gui.study.results.summary import Summary, summarise

__all__ = ["make_report"]


def make_report(study: Everything, *, source: str, summary: Summary | None = None) -> str:
    """Return the report as a page of HTML.

    `source` is the name of the study's file. A summary that is there already need not be computed
    again; it must be one of this study.
    """
    return ReportPage(study, summary or summarise(study), source, utc_now()).render()
