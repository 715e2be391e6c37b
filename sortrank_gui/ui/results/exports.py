"""What can be exported: formats with their names, and the first rows of each."""

import csv
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import (
    export_answers,
    export_comparisons,
    export_json,
    export_preflib,
    export_ranking,
)
from sortrank_gui.study.results.report import hide_codes, write_report
from sortrank_gui.study.results.summary import summarise

_ROWS = 40
_CHARACTERS = 6000
_RECORDS = 200
"""Of how many records a preview of answers is made."""
_REPORT = """One page for readers, which needs nothing else and no network:

    · title, question and design, with the numbers of items, participants and answers
    · a sentence for the methods section, with what to cite
    · the ranking with scores, intervals and groups
    · figures: ranking, win matrix, history, response times
    · reliability, fit of the model, position bias
    · participants with their flags
    · versions and seed, so that others can repeat it

It prints well, also to PDF. Save it, then open it in a browser.
"""


@dataclass(frozen=True, slots=True)
class Order:
    """What to write where; `stop` is set once nobody waits for it any more."""

    path: Path
    study: Everything
    anonymous: bool = False
    source: str = ""
    """Name of the study's file."""
    stop: Event = field(default_factory=Event)


@dataclass(frozen=True, slots=True)
class Export:
    """One format."""

    title: str
    about: str
    ending: str
    kind: str
    """Of the file, for the dialog."""
    write: Callable[[Order], int]
    """Writes the file, and returns how many rows or items are in it."""
    unit: str
    hides_codes: bool = False
    by_record: bool = False
    """Whether the first records make the first rows."""
    contents: str = ""
    """Stands for the preview of a file that is not read line by line."""


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """The beginning of a file: rows of a table, or a text."""

    export: Export
    rows: list[list[str]]
    text: str


def _write_report(order: Order) -> int:
    study = hide_codes(order.study) if order.anonymous else order.study
    summary = summarise(study, cancelled=order.stop.is_set)
    return write_report(order.path, study, source=order.source, summary=summary)


def _write_answers(order: Order) -> int:
    return export_answers(order.path, order.study, anonymous=order.anonymous)


def _write_ranking(order: Order) -> int:
    return export_ranking(order.path, order.study)


def _write_comparisons(order: Order) -> int:
    return export_comparisons(order.path, order.study, anonymous=order.anonymous)


def _write_json(order: Order) -> int:
    return export_json(order.path, order.study, anonymous=order.anonymous)


def _write_preflib(order: Order) -> int:
    return export_preflib(order.path, order.study)


EXPORTS = (
    Export(
        "Report",
        "Method, ranking, figures, reliability and flags in one HTML file.",
        ".html",
        "HTML page",
        _write_report,
        "items",
        hides_codes=True,
        contents=_REPORT,
    ),
    Export(
        "Answers",
        "One row an answer, with times and sides; those taken back are marked.",
        ".csv",
        "CSV table",
        _write_answers,
        "answers",
        hides_codes=True,
        by_record=True,
    ),
    Export(
        "Ranking",
        "One row an item, best first, with scores, intervals and counts of all regular answers.",
        ".csv",
        "CSV table",
        _write_ranking,
        "items",
    ),
    Export(
        "Comparisons",
        "Winner and loser of every answer that counts, for other programs.",
        ".csv",
        "CSV table",
        _write_comparisons,
        "comparisons",
        hides_codes=True,
        by_record=True,
    ),
    Export(
        "Everything",
        "Design, items, answers and ranking in one JSON file; pictures by their digests.",
        ".json",
        "JSON file",
        _write_json,
        "answers",
        hides_codes=True,
    ),
    Export(
        "PrefLib",
        "Counts of orders of two items, in the format of the PrefLib collection.",
        ".toi",
        "PrefLib file",
        _write_preflib,
        "comparisons",
    ),
)


def preview(export: Export, study: Everything, anonymous: bool) -> Preview:
    """Write a file to a temporary place and return its beginning."""
    if export.contents:
        return Preview(export, [], export.contents)
    if export.by_record:
        study = replace(study, records=study.records[:_RECORDS])
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"preview{export.ending}"
        export.write(Order(path, study, anonymous))
        with path.open(encoding="utf-8-sig", newline="") as file:
            if export.ending == ".csv":
                return Preview(export, list(islice(csv.reader(file), _ROWS + 1)), "")
            return Preview(export, [], file.read(_CHARACTERS))
