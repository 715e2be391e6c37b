"""What an export is, and how its file is written: completely or not at all.

How it works
------------
An export says what stands in its file, as a table or as text, and nothing about files. What is
the same for all of them is done here: codes are replaced before an export sees the study, a table
gets its data dictionary (`name.columns.csv`), and a preview takes the beginning only.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sortrank_gui.safe_files import replacing, replacing_bytes, settle
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.events import EventKind, StudyEvent
from sortrank_gui.study.file.journal import replace_codes
from sortrank_gui.study.file.origin import tell_origin
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.focus import focus, list_questions
from sortrank_gui.study.results.selection import ALL, Selection, tell_selection
from sortrank_gui.tables import Cell, write_rows

if TYPE_CHECKING:
    from sortrank_gui.ranking.anchors import Anchors

MOST_NAMED = 3
"""Of more exclusions than this the screen tells the number."""
_ROWS = 40
_CHARACTERS = 6000
"""How much of a file its preview shows."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to write where."""

    path: Path
    study: Everything
    selection: Selection = ALL
    anonymous: bool = False
    """Whether to write P001 and so on in place of the participants' codes, and no seeds."""
    source: Path = Path()
    """The study's file: its name is told, and a report takes small pictures out of it."""
    find_picture: Callable[[str], bytes] | None = None
    """Finds pictures by their digests, where the file has none of them."""
    excel: bool = False
    """Whether tables begin with a mark (BOM), without which Excel spoils letters such as é."""
    anchors: "Anchors | None" = None
    """Known scores of some items: the exported ranking is on their scale then."""
    anchors_from: str = ""
    """The name of the file that they come from."""
    cancelled: Callable[[], bool] | None = None
    """Says that nobody waits for it any more."""
    all_questions: bool = True
    """Whether files that have room for all questions have them; else that of the selection."""

    @property
    def words(self) -> str:
        """Which answers the file is about."""
        return self._tell(None)

    @property
    def short_words(self) -> str:
        """The same for a line on the screen."""
        return self._tell(MOST_NAMED)

    def _tell(self, most: int | None) -> str:
        return tell_selection(
            self.study, self.selection, most=most, all_questions=self.all_questions
        )

    def by_question(self) -> "Iterator[tuple[str, Order]]":
        """Yield the names of the questions that it is about, each with an order for it alone."""
        names, chosen = list_questions(self.study), self.selection.question
        numbers = range(len(names)) if self.all_questions else [min(chosen, len(names) - 1)]
        for number in numbers:
            selection = replace(self.selection, question=number)
            study = focus(self.study, number)
            yield (
                names[number],
                replace(self, study=study, selection=selection, all_questions=False),
            )

    def choose_question(self) -> "Order":
        """Return an order that is about the selection's question alone."""
        return next(order for _, order in replace(self, all_questions=False).by_question())

    def hide(self) -> "Order":
        """Return an order whose study and selection have no codes, if that is wanted."""
        if not self.anonymous:
            return self
        codes = map_codes(self.study)
        study, selection = hide_codes(self.study, codes), self.selection.rename(codes)
        return replace(self, study=study, selection=selection)


@dataclass(frozen=True, slots=True)
class TableFile:
    """Rows under columns."""

    columns: Mapping[str, str]
    """Names with their meaning, for the data dictionary."""
    rows: Iterable[Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class TextFile:
    """Text in pieces."""

    pieces: Iterable[str]
    count: int
    """Of what the export counts."""


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """Texts by their paths in an archive."""

    files: Mapping[str, str]
    count: int
    """Of what the export counts."""


@dataclass(frozen=True, slots=True, eq=False)
class Preview:
    """The beginning of a file: rows of a table, or a text."""

    export: "Export"
    words: str
    """Which answers it is about."""
    rows: list[list[str]]
    text: str


@dataclass(frozen=True, slots=True)
class Export:
    """A file that a study can be written to; menus, lists and the command line are made of it."""

    name: str
    """The option of the command line, and the end of the file's name."""
    title: str
    about: str
    """One sentence."""
    ending: str
    kind: str
    """Of the file, for the dialog."""
    unit: str
    """What is counted, in the singular."""
    place: int
    """Where it stands in lists, from 0."""
    make: Callable[[Order], TableFile | TextFile | ArchiveFile]
    hides_codes: bool = False
    """Whether there are codes to hide."""
    contents: str = ""
    """Stands for the preview of a file that is not read line by line."""
    one_question: bool = False
    """Whether its file has room for one question only."""
    has_answers: bool = True
    """Whether it is about answers, so that it matters which are selected."""

    @property
    def is_table(self) -> bool:
        """Whether a spreadsheet can open it."""
        return self.ending == ".csv"

    @property
    def line(self) -> str:
        """The kind of file and what is in it, for tooltips and the command line's help."""
        return f"{self.kind}: {self.about[:1].lower()}{self.about[1:]}"

    @property
    def dialog_filter(self) -> str:
        """What a file dialog shows."""
        return f"{self.kind} (*{self.ending})"

    def list_files(self, path: Path) -> list[Path]:
        """Return what is written where this is wanted: a table has its dictionary beside it."""
        return [path, _name_dictionary(path)] if self.is_table else [path]

    def suggest_name(self, stem: str) -> str:
        """Return a name for the file of the study with this name."""
        return f"{stem}-{self.name}{self.ending}"

    def complete_name(self, path: Path) -> Path:
        """Return the path with our ending, if it has none."""
        return path if path.suffix else path.with_name(path.name + self.ending)

    def count(self, number: int) -> str:
        """Return such as “1 answer” or “1,200 answers”."""
        return f"{number:,} {self.unit}{'s' * (number != 1)}"

    def prepare(self, order: Order) -> Order:
        """Return the order as the export sees it: without codes and other questions, if need be."""
        order = order.hide()
        return order.choose_question() if self.one_question else order

    def write(self, order: Order) -> int:
        """Write the file; return how many rows or items are in it."""
        order = self.prepare(order)
        match self.make(order):
            case TableFile(columns, rows):
                return _write_table(order, columns, list(rows))
            case TextFile(pieces, count):
                with replacing(order.path) as file:
                    file.writelines(pieces)
                return count
            case ArchiveFile(files, count):
                with replacing_bytes(order.path) as archive:
                    archive.write(_pack(files))
                return count

    def preview(self, order: Order) -> Preview:
        """Return what the file would begin with."""
        order = self.prepare(order)
        if self.contents:
            return Preview(self, order.short_words, [], self.contents)
        match self.make(order):
            case TableFile(columns, rows):
                file = io.StringIO(newline="")
                write_rows(file, list(columns), islice(rows, _ROWS))
                lines = csv.reader(io.StringIO(file.getvalue(), newline=""))
                return Preview(self, order.short_words, list(lines), "")
            case TextFile(pieces):
                text = "".join(islice(_letters(pieces), _CHARACTERS))
                return Preview(self, order.short_words, [], text)
            case ArchiveFile(files):
                return Preview(self, order.short_words, [], "\n".join(files))


def map_codes(study: Everything) -> dict[str, str]:
    """Return what stands for each participant's code: P001 and so on, in the order they came."""
    codes = dict.fromkeys([*study.participants, *(s.participant for s in study.sessions.values())])
    return {code: f"P{number:03}" for number, code in enumerate(codes, start=1)}


def hide_codes(study: Everything, codes: Mapping[str, str]) -> Everything:
    """Return the study with other codes, also in notes, and without the sessions' seeds."""
    notes = [note._replace(text=replace_codes(note.text, codes)) for note in study.notes]
    content = study.content
    return replace(
        study,
        content=replace(content, design=_hide_design(content.design)),
        participants=[codes[code] for code in study.participants],
        sessions={
            number: replace(row, participant=codes[row.participant], seed=0)
            for number, row in study.sessions.items()
        },
        notes=notes,
        events=list(_hide_events(study.events, codes))[::-1],
        cache={},
    )


def _hide_design(design: Design) -> Design:
    conditions = tuple(replace(each, codes=()) for each in design.conditions)
    return replace(design, codes=(), conditions=conditions)


def _hide_events(events: Sequence[StudyEvent], codes: Mapping[str, str]) -> Iterator[StudyEvent]:
    """Yield the events, the last one first, without codes and without those that corrected any."""
    later: dict[str, str] = {}
    for event in reversed(events):
        facts = event.facts
        if event.kind == EventKind.RENAME:
            later[facts["old"]] = later.get(facts["new"], facts["new"])
            continue
        if "participant" in facts:
            code = facts["participant"]
            facts["participant"] = codes.get(later.get(code, code), "")
        if "reason" in facts:
            facts["reason"] = replace_codes(facts["reason"], codes)
        if "given" in facts:
            facts["given"] = {
                name: replace_codes(answer, codes) if isinstance(answer, str) else answer
                for name, answer in facts["given"].items()
            }
        yield event._replace(data=json.dumps(facts, ensure_ascii=False))


def _write_table(order: Order, columns: Mapping[str, str], rows: Sequence[Sequence[Cell]]) -> int:
    chosen = ("(selection)", f"which answers: {order.words}")
    dictionary = _name_dictionary(order.path)
    with replacing(order.path) as file:
        write_rows(file, list(columns), rows, bom=order.excel)
        settle(file)  # before its dictionary is there: a disk may be full
        with replacing(dictionary) as other:
            meanings = [*columns.items(), chosen, *_tell_origin(order.study), *_tell_scale(order)]
            write_rows(other, ("column", "meaning"), meanings, bom=order.excel)
    return len(rows)


def _name_dictionary(path: Path) -> Path:
    return path.with_name(f"{path.stem}.columns.csv")


def _tell_origin(study: Everything) -> Iterator[tuple[str, str]]:
    """Yield what a reader of a table must know about answers that were imported."""
    if study.origin is not None:
        yield "(imported)", " ".join(tell_origin(study.origin))


def _tell_scale(order: Order) -> Iterator[tuple[str, str]]:
    if order.anchors is not None:
        known = len(order.anchors.item)
        yield (
            "(anchors)",
            f"scores of a ranking are on the scale of {order.anchors_from} ({known:,} known items "
            "with their errors); their mean is not 0",
        )


def _pack(files: Mapping[str, str]) -> bytes:
    """Return an archive; the same files make the same bytes."""
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, text in files.items():
            entry = ZipInfo(name)
            entry.compress_type, entry.external_attr = ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, text.encode())
    return packed.getvalue()


def _letters(pieces: Iterable[str]) -> Iterable[str]:
    return (letter for piece in pieces for letter in piece)
