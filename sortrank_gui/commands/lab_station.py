"""`sortrank lab station`: a booth of the lab, in a window or with a robot."""

import sys
from contextlib import closing
from functools import partial
from time import monotonic, sleep
from typing import TYPE_CHECKING, Annotated

import typer

from sortrank_gui.commands.console import print_json, say
from sortrank_gui.commands.options import Insecure, Json, LabServer, LabStudy, examples
from sortrank_gui.errors import InputError, SortrankError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sortrank_gui.study.items.items import Progress
    from sortrank_gui.study.lab.station_file import StationFile
    from sortrank_gui.study.survey.engine import Engine

_FULL_SPEED = 1e6
"""Answers a second; one a turn all the same, so that each is counted."""
_PATIENCE = 30.0
"""Seconds that a robot's last answers may take to the server."""


@examples(
    "sortrank lab station booth-1 --server lab",
    "sortrank lab station booth-1 --server lab --robot 1 --count 200 --echo",
)
def station(
    name: Annotated[str, typer.Argument(help="The station's name, as the desk shows it.")],
    server: LabServer = None,
    study: LabStudy = "",
    insecure: Insecure = False,
    windowed: Annotated[
        str, typer.Option(metavar="WIDTHxHEIGHT", help="An ordinary window instead of the screen.")
    ] = "",
    robot: Annotated[
        float | None,
        typer.Option(
            min=0, help="No window: a robot gives so many answers a second; 0 is full speed."
        ),
    ] = None,
    participant: Annotated[
        str | None, typer.Option(help="Code of the robot.  [default: its last one, or a new one]")
    ] = None,
    count: Annotated[
        int | None, typer.Option(min=1, help="Answers of the robot.  [default: to the end]")
    ] = None,
    echo: Annotated[
        bool, typer.Option("--echo", help="Print each sequence number once it is on disk.")
    ] = False,
    json: Json = False,
) -> None:
    """Open a station: its window waits for participants, and shows them the study.

    Answers are safe on this computer before the next pair is shown, and then go to the server.
    Without the server, sessions under way go on.
    """
    from sortrank_gui.study.lab.connecting import require_psycopg
    from sortrank_gui.study.lab.stations import open_station

    require_psycopg()
    opener = partial(open_station, name, server, study, insecure=insecure)
    if robot is None:
        raise typer.Exit(_show(name, opener, windowed))
    given, code, waiting = _let_robot_answer(opener, robot, participant, count, echo=echo)
    if json:
        print_json({"participant": code, "given": given, "pending": waiting})
        return
    rest = f"; not yet on the server: {waiting:,}" if waiting else ""
    say(f"{code} gave {given:,} answers{rest}.", file=sys.stderr if echo else sys.stdout)


def _show(name: str, opener: "Callable[..., StationFile]", windowed: str) -> int:
    from sortrank_gui.ui.window.station_program import StationOptions, run_station

    def open_it(notice: "Callable[[], object]", progress: "Progress") -> "StationFile":
        return opener(notice=notice, progress=progress)

    return run_station(StationOptions(name, open_it, _read_size(windowed)))


def _read_size(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) > 0 and int(height) > 0):
        raise InputError(f"“{text}” is no size of a window; write 1280x800.")
    return int(width), int(height)


def _let_robot_answer(
    opener: "Callable[[], StationFile]",
    rate: float,
    participant: str | None,
    count: int | None,
    *,
    echo: bool,
) -> tuple[int, str, int]:
    """Return how many answers it gave, its code, and how many are not on the server."""
    from sortrank_gui.simulation.respondents import BradleyTerryRespondent
    from sortrank_gui.study.design.design import Resume
    from sortrank_gui.study.survey.engine import Engine
    from sortrank_gui.study.survey.robot import RobotOrder

    engine = Engine(BradleyTerryRespondent)
    file = opener()
    engine.open_by(lambda: file)
    with closing(engine):
        engine.start_session(participant or _find_unfinished(file), Resume.RESUME, robot=True)
        code = engine.state().participant
        engine.start_robot(RobotOrder(answers_per_second=rate or _FULL_SPEED))
        given = _take_turns(engine, 1 / rate if rate else 0.0, count, echo=echo)
        file.link.wait_until_quiet(_PATIENCE)
        return given, code, file.link.pending


def _take_turns(engine: "Engine", pause: float, count: int | None, *, echo: bool) -> int:
    """Answer one by one, evenly, until the session or the count is over."""
    given, due = 0, monotonic()
    while (state := engine.state()).trial is not None and (count is None or given < count):
        if not state.robot_runs:
            break
        due += pause
        sleep(max(0.0, due - monotonic()))
        try:
            engine.let_robot_answer()
            engine.obey()
        except SortrankError as error:
            say(error, file=sys.stderr)
            break
        given += 1
        if echo:
            say(engine.file.records[-1].seq, flush=True)
    return given


def _find_unfinished(file: "StationFile") -> str | None:
    """Return the robot's code whose session was not ended here."""
    from sortrank_gui.study.survey.survey import Survey

    codes = [row.participant for row in file.sessions if row.is_robot]
    return codes[-1] if codes and Survey(file).unfinished(codes[-1]) is not None else None
