"""A dataset by the rules of Psych-DS: tables, their dictionary and a description, in one archive.

How it works
------------
Psych-DS asks for `dataset_description.json` (schema.org's Dataset, as JSON-LD) and for a folder
`data` whose tables are named by keywords, as `study-Sharp_description-answers_data.csv`. Every
column of every table is listed in the description, and nothing else is.
"""

import io
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sortrank_gui import __version__
from sortrank_gui.study.design.versions import list_blocks, list_questionnaires
from sortrank_gui.study.file.origin import tell_origin
from sortrank_gui.study.results.exporting import ArchiveFile, Export, Order
from sortrank_gui.study.results.exports import (
    answers,
    participants,
    questionnaires,
    ranking,
)
from sortrank_gui.tables import Cell, write_rows

_KEYWORDS = ("pairwise comparison", "paired comparisons", "ranking", "Bradley-Terry model")
_CONTENTS = """A dataset by the Psych-DS standard (psych-ds.github.io), in one archive:

    · dataset_description.json with the meaning of every column
    · data: answers, rankings, participants and questionnaires as tables
    · README.md, CHANGES.md

Authors, licence and address are yours to add: they stand in dataset_description.json.
"""
Table = tuple[Mapping[str, str], Iterable[Sequence[Cell]]]


def _make(order: Order) -> ArchiveFile:
    tables = dict(_list_tables(order))
    study = name_study(order.study.content.design.title)
    files = {
        "dataset_description.json": _describe(order, [columns for columns, _ in tables.values()]),
        "README.md": _write_readme(order, study),
        "CHANGES.md": f"# Changes\n\n- Written by SortRank {__version__}.\n",
    }
    count = 0
    for name, (columns, rows) in tables.items():
        kept, text = list(rows), io.StringIO(newline="")
        write_rows(text, list(columns), kept)
        files[f"data/study-{study}_description-{name}_data.csv"] = text.getvalue()
        count += len(kept) if name == "answers" else 0
    return ArchiveFile(files, count)


def _list_tables(order: Order) -> Iterator[tuple[str, Table]]:
    yield "answers", (answers.COLUMNS, answers.list_answers(order))
    yield "ranking", (ranking.COLUMNS, ranking.rank_selected(order))
    yield "participants", (participants.COLUMNS, participants.list_participants(order))
    if list_questionnaires(order.study.content.design):
        columns = questionnaires.describe_columns(order.study)
        yield "questionnaires", (columns, questionnaires.list_forms(order))


def name_study(title: str) -> str:
    """Return a title as a keyword's value: letters and digits alone."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    words = re.findall(r"[A-Za-z0-9]+", plain)
    return "".join(word[:1].upper() + word[1:] for word in words)[:60] or "Study"


def _describe(order: Order, tables: Sequence[Mapping[str, str]]) -> str:
    """Return the description; a column of several tables is explained once."""
    given, meanings = order.study.content.design, dict[str, str]()
    for columns in tables:
        for name, meaning in columns.items():
            meanings.setdefault(name, meaning)
    prompts = [
        given.prompt if not step.block.prompt else step.block.prompt for step in list_blocks(given)
    ]
    content = {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "name": given.title or "Study",
        "description": "Answers to pairs of items, and their ranking. People were asked: "
        + " ".join(f"“{' '.join(prompt.split())}”" for prompt in prompts),
        "keywords": list(_KEYWORDS),
        "dateCreated": order.study.created_at[:10],
        "measurementTechnique": "pairwise comparison",
        "variableMeasured": [
            {"@type": "PropertyValue", "name": name, "description": meaning}
            for name, meaning in meanings.items()
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _write_readme(order: Order, study: str) -> str:
    return f"""# {order.study.content.design.title or "Study"}

Answers to pairs of items and what follows from them, written by SortRank {__version__} by the
rules of Psych-DS. `dataset_description.json` explains every column.

- Answers: {order.words}{_tell_import(order)}
- `data/study-{study}_description-answers_data.csv` has a row for each answer; `participant`,
  `session` and `seq` together tell rows apart.
- `..._ranking_data.csv` has a row for each item and question, `..._participants_data.csv` for each
  participant and question; `..._questionnaires_data.csv`, where there is one, for each session.
"""


def _tell_import(order: Order) -> str:
    origin = order.study.origin
    return "" if origin is None else "\n- " + " ".join(tell_origin(origin))


EXPORT = Export(
    name="psych_ds",
    title="Psych-DS dataset",
    about="Tables, data dictionary and description in an archive, by the Psych-DS standard.",
    ending=".zip",
    kind="ZIP archive",
    unit="answer",
    place=10,
    make=_make,
    hides_codes=True,
    contents=_CONTENTS,
)
