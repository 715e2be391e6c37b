"""The report of a study: one HTML file that needs nothing else."""

from dataclasses import replace
from pathlib import Path

from sortrank_gui.safe_files import replacing
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import code_map
from sortrank_gui.study.results.report.page import Page
from sortrank_gui.study.results.summary import Summary, summarise

__all__ = ["hide_codes", "make_report", "write_report"]


def write_report(
    path: Path, study: Everything, *, source: str, summary: Summary | None = None
) -> int:
    """Write the report of a study; return how many items are in it.

    `source` is the name of the study's file. A summary that is there already need not be computed
    again; it must be one of this study.
    """
    page = make_report(study, source=source, summary=summary)
    with replacing(path) as file:
        file.write(page)
    return len(study.content.items)


def make_report(study: Everything, *, source: str, summary: Summary | None = None) -> str:
    """Return the report as a page of HTML."""
    return Page(study, summary or summarise(study), source, utc_now()).render()


def hide_codes(study: Everything) -> Everything:
    """Return the study with P001 and so on in place of the participants' codes, and no seeds."""
    codes = code_map(study, anonymous=True)
    return replace(
        study,
        participants=[codes[code] for code in study.participants],
        sessions={
            number: replace(row, participant=codes[row.participant], seed=0)
            for number, row in study.sessions.items()
        },
    )
