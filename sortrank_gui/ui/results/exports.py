"""What can be exported: formats with their names, and the first rows of each."""

import csv
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from sortrank_gui.study.exporting import (
    export_answers,
    export_comparisons,
    export_json,
    export_preflib,
    export_ranking,
)
from sortrank_gui.study.reading import Everything

_ROWS = 40
_CHARACTERS = 6000
_RECORDS = 200
"""Of how many records a preview of answers is made."""


@dataclass(frozen=True, slots=True)
class Export:
    """One format."""

    title: str
    about: str
    ending: str
    kind: str
    """Of the file, for the dialog."""
    write: Callable[[Path, Everything, bool], int]
    """Writes a study, with codes replaced or not; returns how many rows."""
    unit: str
    hides_codes: bool = False
    by_record: bool = False
    """Whether the first records make the first rows."""


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """The beginning of a file: rows of a table, or a text."""

    export: Export
    rows: list[list[str]]
    text: str


def _write_answers(path: Path, study: Everything, anonymous: bool) -> int:
    return export_answers(path, study, anonymous=anonymous)


def _write_ranking(path: Path, study: Everything, _anonymous: bool) -> int:
    return export_ranking(path, study)


def _write_comparisons(path: Path, study: Everything, anonymous: bool) -> int:
    return export_comparisons(path, study, anonymous=anonymous)


def _write_json(path: Path, study: Everything, anonymous: bool) -> int:
    return export_json(path, study, anonymous=anonymous)


def _write_preflib(path: Path, study: Everything, _anonymous: bool) -> int:
    return export_preflib(path, study)


EXPORTS = (
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
    if export.by_record:
        study = replace(study, records=study.records[:_RECORDS])
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"preview{export.ending}"
        export.write(path, study, anonymous)
        with path.open(encoding="utf-8-sig", newline="") as file:
            if export.ending == ".csv":
                return Preview(export, list(islice(csv.reader(file), _ROWS + 1)), "")
            return Preview(export, [], file.read(_CHARACTERS))
