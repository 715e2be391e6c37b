"""`sortrank export`: a study's data for other programs, with an option for each export."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from sortrank_gui.commands.console import print_json, say
from sortrank_gui.commands.options import AnchorFile, Json, examples
from sortrank_gui.errors import InputError

if TYPE_CHECKING:
    from sortrank_gui.study.design.conditions import Condition
    from sortrank_gui.study.file.journal import Kind
    from sortrank_gui.study.results.exporting import Export

_SPREADSHEETS = (".xlsx", ".xls", ".ods")
"""Endings of files that spreadsheets write; none of ours is one."""


class ExportCommand(TyperCommand):
    """Looks for the exports, which load the mathematics, only once its options are wanted."""

    def get_params(self, ctx: Any) -> Any:
        """Return all options; those of the exports stand first, after the study."""
        study, *others = super().get_params(ctx)
        return [study, *_make_options(), *others]

    def invoke(self, ctx: Any) -> Any:
        """Hand the paths over by the context: the function has no parameters for them."""
        ctx.obj = {option.name: ctx.params.pop(option.name) for option in _make_options()}
        return super().invoke(ctx)


@examples(
    "sortrank export study.sortrank --answers answers.csv --ranking ranking.csv",
    "sortrank export study.sortrank --comparisons pairs.csv && sortrank rank pairs.csv",
    "sortrank export study.sortrank --report report.html",
    "sortrank export study.sortrank --everything study.json --anonymous",
    "sortrank export new.sortrank --ranking r.csv --anchors old-ranking.csv",
    "sortrank export study.sortrank --ranking r.csv --participant P01 --participant P02",
)
def export(
    context: typer.Context,
    study: Annotated[Path, typer.Argument(help="The study file.")],
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Replace the participants' codes by P001, ...")
    ] = False,
    participant: Annotated[
        list[str] | None,
        typer.Option(help="Whose answers count; may be given several times.  [default: all]"),
    ] = None,
    session: Annotated[
        list[int] | None,
        typer.Option(min=1, help="Which of their sessions; may be given several times."),
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            help="Trials that count in the ranking and are listed: regular, practice, catch or "
            "repeat; may be given several times.  [default: regular ones count, all are listed]"
        ),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option("--from", metavar="TIME", help="The first answers, as 2026-03-01 or with T."),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option("--to", metavar="TIME", help="The last ones: up to this day, or this time."),
    ] = None,
    question: Annotated[
        str | None,
        typer.Option(
            help="The name of one question, where a study has several.  [default: all; of files "
            "that have room for one, the first]"
        ),
    ] = None,
    condition: Annotated[
        list[str] | None,
        typer.Option(help="Whose condition counts; may be given several times.  [default: all]"),
    ] = None,
    robots: Annotated[bool, typer.Option("--robots", help="Count robots, too.")] = False,
    excluded: Annotated[
        bool, typer.Option("--excluded", help="Count what was excluded, too.")
    ] = False,
    anchors: AnchorFile = None,
    excel: Annotated[
        bool, typer.Option("--excel", help="Begin tables with a mark (BOM) that Excel needs.")
    ] = False,
    json: Json = False,
) -> None:
    """Write answers, ranking and more; a file appears complete or not at all.

    Tables come with a data dictionary, name.columns.csv. Robots and what was excluded are left
    out unless they are asked for; every file says which answers it is about.
    """
    from sortrank_gui.study.file.opening import open_study
    from sortrank_gui.study.results.anchoring import read_anchors
    from sortrank_gui.study.results.exporting import Order
    from sortrank_gui.study.results.exports import find_exports
    from sortrank_gui.study.results.focus import list_questions
    from sortrank_gui.study.results.selection import Selection

    exports = find_exports()
    selection = Selection(
        participants=frozenset(participant) if participant else None,
        sessions=frozenset(session) if session else None,
        kinds=_read_kinds(kind or ["regular"]),
        since=None if since is None else _read_time(since, end=False),
        until=None if until is None else _read_time(until, end=True),
        robots=None if robots else False,
        excluded=excluded,
    )
    if selection.since and selection.until and selection.since >= selection.until:
        raise InputError(f"No answer is from {since} to {until}: --from comes before --to.")
    paths = {each: path for each in exports if (path := context.obj[each.name]) is not None}
    if not paths:
        *others, last = map(_tell_option, exports)
        raise InputError(f"Say what to write: {', '.join(others)} or {last}.")
    _require_endings(paths, [*_SPREADSHEETS, *(each.ending for each in exports)])
    _require_different([file for each, path in paths.items() for file in each.list_files(path)])
    written = {}
    with open_study(study, read_only=True) as file:
        _require_known(participant or [], file.participants)
        selection = replace(
            selection,
            question=_find_question(question, list_questions(file.everything)),
            conditions=_find_conditions(condition, file.content.design.conditions),
        )
        names = [item.name for item in file.content.items]
        if anchors is not None and question is None and len(list_questions(file.everything)) > 1:
            raise InputError("Known scores belong to one question: say which by --question.")
        known = None if anchors is None else read_anchors(anchors, names, question)
        for each, path in paths.items():
            order = Order(
                path,
                file.everything,
                selection,
                anonymous,
                source=study,
                excel=excel,
                anchors=known,
                anchors_from="" if anchors is None else anchors.name,
                all_questions=question is None,
            )
            written[each] = each.write(order)
    if json:
        numbers = {str(paths[each]): number for each, number in written.items()}
        print_json({"written": numbers, "notices": file.notices})
    else:
        for each, number in written.items():
            say(f"Wrote {paths[each]} ({each.count(number)}).")
        for notice in file.notices:
            say(notice)


def _read_kinds(names: list[str]) -> "frozenset[Kind]":
    from sortrank_gui.study.file.journal import Kind

    for name in names:
        if name not in list(Kind):
            raise InputError(f"There is no kind “{name}”; choose one of {', '.join(Kind)}.")
    return frozenset(map(Kind, names))


def _read_time(text: str, *, end: bool) -> datetime:
    """Return a moment; a day is taken as a whole. Without a zone it is this computer's time."""
    day = len(text) <= len("2026-03-01")
    try:
        moment = datetime.fromisoformat(text)
        return (moment + timedelta(days=1) if day and end else moment).astimezone(UTC)
    except (ValueError, OverflowError, OSError):  # the first and last days of all calendars, too
        raise InputError(f"“{text}” is no time such as 2026-03-01 or 2026-03-01T14:30.") from None


def _require_endings(paths: "Mapping[Export, Path]", known: list[str]) -> None:
    """Raise where a file would be named as one of another kind, as by swapped options."""
    for each, path in paths.items():
        if path.suffix.lower() in set(known) - {each.ending}:
            raise InputError(
                f"{path} is no name for what {_tell_option(each)} writes ({each.kind}); choose a "
                f"name that ends in {each.ending}."
            )


def _tell_option(export: "Export") -> str:
    return f"--{export.name.replace('_', '-')}"


def _require_different(files: list[Path]) -> None:
    """Raise where one export would take the place of another one, or of its dictionary."""
    known = set[Path]()
    for file in map(Path.absolute, files):
        if file in known:
            raise InputError(f"{file} would be written twice; choose a name for each file.")
        known.add(file)


def _require_known(codes: list[str], known: list[str]) -> None:
    for code in codes:
        if code not in known:
            raise InputError(f"There is no participant “{code}” in this study.")


def _find_question(name: str | None, known: Sequence[str]) -> int:
    if name is None:
        return 0
    if name not in known:
        raise InputError(f"There is no question “{name}” in this study; it has {', '.join(known)}.")
    return list(known).index(name)


def _find_conditions(
    names: list[str] | None, conditions: "Sequence[Condition]"
) -> frozenset[str] | None:
    known = [each.name for each in conditions]
    for name in names or []:
        if name not in known:
            some = ", ".join(known) or "none"
            raise InputError(f"There is no condition “{name}” in this study; it has {some}.")
    return frozenset(names) if names else None


def _make_options() -> Any:
    """Return an option for each export, made by typer from a signature that has them."""
    from sortrank_gui.study.results.exports import find_exports

    def take() -> None:
        """Stand for a function with these parameters."""

    command: Any = take
    command.__signature__ = Signature([_make_parameter(each) for each in find_exports()])
    app = typer.Typer(add_completion=False)
    app.command()(command)
    return typer.main.get_command(app).params


def _make_parameter(each: "Export") -> Parameter:
    option = Annotated[Path | None, typer.Option(help=each.line)]
    return Parameter(each.name, Parameter.KEYWORD_ONLY, default=None, annotation=option)
