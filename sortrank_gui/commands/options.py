"""Options that several commands share, and the reading of those that have a grammar."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand

from sortrank_gui.errors import InputError

Command = TypeVar("Command", bound=Callable[..., Any])

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of all chance.")]
Jobs = Annotated[
    int | None, typer.Option(min=1, help="Processes on this machine.  [default: one a core]")
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Address of a Dask scheduler to run on instead."),
]
LabServer = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|URL",
        help="An entry of PostgreSQL's service file, or postgresql://HOST/DATABASE.  "
        "[default: SORTRANK_LAB]",
    ),
]
LabStudy = Annotated[
    str, typer.Option(help="Title or UUID of the study.  [default: the only one there is]")
]
Insecure = Annotated[
    bool,
    typer.Option(
        "--insecure", help="Take a connection that is not verified; only on a network you trust."
    ),
]
Strategy = Annotated[str, typer.Option(help="How the next pair is picked: STRATEGIES.")]
Strategies = Annotated[
    list[str] | None,
    typer.Option("--strategy", help="One of STRATEGIES; may be given several times."),
]
Question = Annotated[
    str | None, typer.Option(help="Which question to take from a file that asks several.")
]
AnchorFile = Annotated[
    Path | None,
    typer.Option(
        "--anchors",
        help="Table with item, score and standard_error of known items, such as an older "
        "ranking.csv: scores are on its scale then.",
    ),
]
Prior = Annotated[
    str,
    typer.Option(
        metavar="learned|ml|vague|VARIANCE", help="Prior variance of the scores in the fit."
    ),
]

TWO_SPREADS = "The noise or the spread says how hard the answers are: give one of the two."


class NamingCommand(TyperCommand):
    """A command whose help names what there is to choose from; that loads only for the help."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with all names in it."""
        from sortrank_gui.ranking import strategies
        from sortrank_gui.simulation import populations, respondents

        known = {
            "STRATEGIES": strategies.names(),
            "POPULATIONS": populations.names(),
            "RESPONDENTS": respondents.names(),
        }
        for option in self.params:
            text: str | None = getattr(option, "help", None)
            for word, names in known.items():
                text = text and text.replace(word, ", ".join(names))
            vars(option)["help"] = text
        super().format_help(ctx, formatter)


def examples(*lines: str) -> Callable[[Command], Command]:
    """Put examples under the help of a command."""

    def add(command: Command) -> Command:
        # \b keeps the lines of a paragraph as they are.
        shown = "\n".join(f"  {line}" for line in lines)
        command.__doc__ = f"{inspect.cleandoc(command.__doc__ or '')}\n\n\b\nExamples:\n{shown}"
        return command

    return add


def require_strategy(name: str) -> None:
    """Raise where there is no such strategy."""
    from sortrank_gui.ranking import strategies

    if name not in strategies.names():
        known = ", ".join(strategies.names())
        raise InputError(f"There is no strategy “{name}”; choose one of {known}.")


def read_prior(text: str) -> float | None:
    """Return the prior variance that `fit` takes."""
    from sortrank_gui.ranking import VAGUE_PRIOR_VARIANCE

    named = {"learned": None, "ml": float("inf"), "vague": VAGUE_PRIOR_VARIANCE}
    if text in named:
        return named[text]
    try:
        variance = float(text)
    except ValueError:
        variance = 0.0
    if not variance > 0:
        raise InputError(f"“{text}” is no prior: choose learned, ml, vague, or a variance above 0.")
    return variance
