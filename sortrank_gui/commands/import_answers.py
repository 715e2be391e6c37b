"""`sortrank import-answers`: a study out of answers that others collected."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortrank_gui.commands.console import print_json, say
from sortrank_gui.commands.options import Json, Question, examples
from sortrank_gui.errors import InputError

if TYPE_CHECKING:
    from sortrank_gui.study.file.journal import Answer
    from sortrank_gui.study.imports.grammar import Grammar, Meaning
    from sortrank_gui.tables import RowSource

_MOST_SHOWN = 10
_UNITS = ("s", "ms")


def _column(what: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(metavar="COLUMN", help=f"Column: {what}.")
    return option


@examples(
    "sortrank import-answers judgements.csv judgements.sortrank",
    "sortrank import-answers log.csv log.sortrank --who rater --first a --second b --chosen pick",
    'sortrank import-answers jspsych.json study.sortrank --prompt "Which is sharper?"',
    "sortrank import-answers gifgif.csv happy.sortrank --question happiness --skip-problems",
)
def import_answers(
    table: Annotated[
        Path, typer.Argument(help="CSV, TSV, JSON (jsPsych), .order or PrefLib file.")
    ],
    study: Annotated[Path, typer.Argument(help="The file to make, such as name.sortrank.")],
    who: Annotated[str | None, _column("who answered")] = None,
    first: Annotated[str | None, _column("the first item, or that on the left")] = None,
    second: Annotated[str | None, _column("the second item, or that on the right")] = None,
    chosen: Annotated[str | None, _column("which of both was chosen")] = None,
    winner: Annotated[str | None, _column("the item that was chosen")] = None,
    loser: Annotated[str | None, _column("the item that was not")] = None,
    time: Annotated[str | None, _column("how long the answer took")] = None,
    session: Annotated[str | None, _column("which sitting of that person it was")] = None,
    question_column: Annotated[str | None, _column("what was asked")] = None,
    question: Question = None,
    time_unit: Annotated[
        str | None, typer.Option(metavar="s|ms", help="Unit of the time.  [default: guessed]")
    ] = None,
    coding: Annotated[
        str | None,
        typer.Option(
            help="What stands in the chosen column: name, word, index (0, 1), number (1, 2) or "
            "share (1, 0, 0.5).  [default: guessed]"
        ),
    ] = None,
    left_word: Annotated[list[str] | None, typer.Option(help="Means the first item.")] = None,
    right_word: Annotated[list[str] | None, typer.Option(help="Means the second item.")] = None,
    tie_word: Annotated[list[str] | None, typer.Option(help="Means that both are equal.")] = None,
    skip_word: Annotated[list[str] | None, typer.Option(help="Means that none was chosen.")] = None,
    sides: Annotated[
        bool | None,
        typer.Option("--sides/--no-sides", help="Whether the first item stood on the left."),
    ] = None,
    skip_problems: Annotated[
        bool,
        typer.Option(
            "--skip-problems",
            help="Leave out all rows that can't be read, also where these are over 5 %.",
        ),
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Leave out none: every row must be read.")
    ] = False,
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Write P001, ... in place of who answered.")
    ] = False,
    title: Annotated[str | None, typer.Option(help="Of the study.  [default: its name]")] = None,
    prompt: Annotated[str | None, typer.Option(help="What people were asked.")] = None,
    json: Json = False,
) -> None:
    """Make a study of answers that others collected: a table with a row for each answer.

    Columns are found by their names (judge, candidate_chosen, left, right, response, rt, ...);
    those that are named otherwise are given by options. The study has all results, flags and the
    report; it says that it was imported, claims no strategy and can't be continued.
    """
    from sortrank_gui.study.imports.grammar import Meaning
    from sortrank_gui.study.imports.making import (
        USUAL_PROBLEMS,
        ImportOrder,
        make_study,
        tell_left_out,
        tell_reading,
    )
    from sortrank_gui.study.imports.reading import read_answers
    from sortrank_gui.study.imports.sources import open_rows

    rows = open_rows(table)
    columns = {
        Meaning.WHO: who,
        Meaning.FIRST: first,
        Meaning.SECOND: second,
        Meaning.CHOSEN: chosen,
        Meaning.WINNER: winner,
        Meaning.LOSER: loser,
        Meaning.TIME: time,
        Meaning.SESSION: session,
        Meaning.QUESTION: question_column,
    }
    words = _read_words(left_word, right_word, tie_word, skip_word)
    grammar = _choose_grammar(rows, columns, words, question, time_unit, coding, sides)
    reading = read_answers(rows, grammar)
    order = ImportOrder(
        table,
        study,
        grammar,
        title=title or "",
        prompt=prompt or "",
        most_problems=1.0 if skip_problems else 0.0 if strict else USUAL_PROBLEMS,
        hide_codes=anonymous,
    )
    if not json:
        for problem in reading.problems[:_MOST_SHOWN]:
            say(f"{table}, {problem.where}: {problem.sentence}", file=sys.stderr)
        if reading.n_problems > _MOST_SHOWN:
            more = reading.n_problems - _MOST_SHOWN
            say(f"... and {more:,} more rows that can't be read.", file=sys.stderr)
    origin = make_study(order, reading)
    if json:
        print_json({"study": str(study), **origin.facts})
        return
    say(f"Made {study}: {tell_reading(reading, grammar)}.")
    told = ", ".join(f"{role} from “{column}”" for role, column in grammar.columns.items())
    unit = f"; times in {'milliseconds' if grammar.in_ms else 'seconds'}" * origin.times
    say(f"Columns: {told}{unit}.")
    if origin.problems:
        say(f"Rows left out because they can't be read: {origin.problems:,}.")
    if left_out := tell_left_out([*origin.left_out.items()]):
        say(f"Rows that are no answers to this: {left_out}.")


def _read_words(
    left: list[str] | None, right: list[str] | None, tie: list[str] | None, skip: list[str] | None
) -> "dict[str, Answer]":
    from sortrank_gui.study.file.journal import Answer

    given = (
        (left, Answer.LEFT),
        (right, Answer.RIGHT),
        (tie, Answer.EQUAL),
        (skip, Answer.NEITHER),
    )
    return {word.strip().lower(): answer for words, answer in given for word in words or ()}


def _choose_grammar(
    rows: "RowSource",
    columns: "dict[Meaning, str | None]",
    words: "dict[str, Answer]",
    question: str | None,
    time_unit: str | None,
    coding: str | None,
    sides: bool | None,
) -> "Grammar":
    from dataclasses import replace

    from sortrank_gui.study.imports.grammar import Coding, guess, require_column

    given = {role: require_column(rows, name) for role, name in columns.items() if name}
    grammar = guess(rows, given)
    if grammar.problem:
        there = ", ".join(f"“{name}”" for name in rows.columns[:_MOST_SHOWN] if name)
        raise InputError(
            f"{grammar.problem} {rows.source} has the columns {there}: give them by --winner and "
            "--loser, or by --first, --second and --chosen."
        )
    grammar = replace(grammar, words=words, question=question)
    if time_unit is not None:
        _require("time unit", time_unit, _UNITS)
        grammar = replace(grammar, in_ms=time_unit == "ms")
    if coding is not None:
        _require("coding", coding, tuple(Coding))
        grammar = replace(grammar, coding=Coding(coding))
    if sides is not None:
        grammar = replace(grammar, has_sides=sides)
    return grammar


def _require(what: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise InputError(f"There is no {what} “{value}”; choose one of {', '.join(choices)}.")
