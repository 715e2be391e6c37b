"""The `sortrank` command. Qt is imported only by the commands that open a window."""

import sys
from multiprocessing import freeze_support
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from sortrank_gui import __version__, program
from sortrank_gui.commands.answer import answer
from sortrank_gui.commands.backup import backup
from sortrank_gui.commands.check import check
from sortrank_gui.commands.console import make_printable, take_all_letters
from sortrank_gui.commands.exclude import exclude, include
from sortrank_gui.commands.export import ExportCommand, export
from sortrank_gui.commands.import_answers import import_answers
from sortrank_gui.commands.lab import app as lab
from sortrank_gui.commands.merge import merge
from sortrank_gui.commands.new import new
from sortrank_gui.commands.options import NamingCommand, Strategy
from sortrank_gui.commands.plan import plan
from sortrank_gui.commands.rank import rank
from sortrank_gui.commands.rename_participant import rename_participant
from sortrank_gui.commands.reproduce import reproduce
from sortrank_gui.commands.restore import restore
from sortrank_gui.commands.simulate import simulate
from sortrank_gui.commands.withdraw import withdraw
from sortrank_gui.errors import InputError, SortrankError

app = typer.Typer(
    name="sortrank",
    help="Pairwise surveys that sort: a good ranking from few answers.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_THEMES = ("system", "light", "dark")
Theme = Annotated[
    str | None, typer.Option(help="system, light or dark.  [default: as the last time]")
]
Size = Annotated[
    str | None, typer.Option(metavar="WIDTHxHEIGHT", help="Size of the window, as 1024x700.")
]
# Typer does not name it: it is of the click that typer brings along, or of the one installed.
_UsageError: Any = typer.BadParameter.__mro__[1]

for command in (
    *(new, import_answers, answer, export, check, merge, backup, restore),
    *(exclude, include, withdraw, rename_participant),
    *(rank, simulate, reproduce, plan),
):
    app.command(cls=ExportCommand if command is export else NamingCommand)(command)
app.add_typer(lab, name="lab")


def main() -> None:
    """Run the command line; an error that a user can mend is one sentence and exit code 2."""
    program.begin()
    take_all_letters()
    freeze_support()  # a worker process of a frozen program starts here, and goes no further
    arguments = sys.argv[1:]
    if len(arguments) == 1 and Path(arguments[0]).suffix.lower() == ".sortrank":
        arguments.insert(0, "open")  # so desktops start us by a double click on a study
    try:
        sys.exit(app(arguments, standalone_mode=False))
    except SortrankError as error:
        _stop_with(str(error))
    except (OSError, MemoryError, RecursionError) as error:
        _stop_with(_explain(error))
    except typer.Abort:
        sys.exit(130)
    except _UsageError as error:
        _stop_with(error.format_message())


def _stop_with(sentence: str) -> NoReturn:
    sentence = make_printable(" ".join(sentence.split()))
    if sys.stderr is None:  # a bundle that Windows started without a terminal
        from sortrank_gui.ui.window.application import show_sentence

        show_sentence(sentence)
    else:
        print(sentence, file=sys.stderr)
    sys.exit(2)


def _explain(error: OSError | MemoryError | RecursionError) -> str:
    """Return a sentence about what the system refused."""
    if isinstance(error, MemoryError):
        return "There is not enough memory for this; nothing was changed."
    if isinstance(error, RecursionError):
        return "This is nested too deeply to be read; it may be damaged."
    where = "" if error.filename is None else f"{error.filename}: "
    return f"{where}{error.strerror or error}."


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"sortrank {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Open SortRank."""
    if context.invoked_subcommand is None:
        from sortrank_gui.ui.window.application import WindowOptions, run_window

        sys.exit(run_window(WindowOptions()))


@app.command("open")
def open_(
    study: Annotated[Path, typer.Argument(help="The study file.")],
    theme: Theme = None,
    size: Size = None,
) -> None:
    """Open a study in a window."""
    _check_choice("theme", theme or "system", _THEMES)
    if not study.is_file():
        raise InputError(f"There is no study {study}.")

    from sortrank_gui.ui.widgets.theme import Choice
    from sortrank_gui.ui.window.application import WindowOptions, run_window

    sys.exit(
        run_window(WindowOptions(study, Choice(theme) if theme else None, size=_read_size(size)))
    )


@app.command(cls=NamingCommand)
def demo(
    unattended: Annotated[
        bool, typer.Option("--unattended", help="Let a robot answer everything, then end.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(help="Folder for the results, and for screenshots of an unattended run."),
    ] = None,
    answers: Annotated[int, typer.Option(min=1, help="How many answers to ask for.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Seed of pairs, sides and robot.")] = 1,
    strategy: Strategy = "mergesort",
    theme: Theme = None,
    size: Size = None,
) -> None:
    """Show the demo study: which picture has more dots? A robot can answer."""
    from sortrank_gui.ranking import strategies

    _check_choice("strategy", strategy, strategies.names())
    _check_choice("theme", theme or "system", _THEMES)

    from sortrank_gui.study.file.demo import DemoSettings
    from sortrank_gui.ui.widgets.theme import Choice
    from sortrank_gui.ui.window.application import WindowOptions, run_window

    options = WindowOptions(
        DemoSettings(strategy=strategy, seed=seed, budget=answers),
        theme=Choice(theme) if theme else None,
        output=output,
        unattended=unattended,
        size=_read_size(size),
    )
    sys.exit(run_window(options))


def _check_choice(what: str, value: str, choices: list[str] | tuple[str, ...]) -> None:
    if value not in choices:
        raise InputError(f"There is no {what} “{value}”; choose one of {', '.join(choices)}.")


def _read_size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise InputError(f"“{text}” is not a window size such as 1024x700.")
    return int(width), int(height)
