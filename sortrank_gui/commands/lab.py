"""`sortrank lab`: studies on the lab's PostgreSQL server, without a window."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sortrank_gui.commands.console import (
    ask_to_delete,
    make_printable,
    print_json,
    print_table,
    progress_bar,
    say,
)
from sortrank_gui.commands.lab_desk import desk
from sortrank_gui.commands.lab_station import station
from sortrank_gui.commands.options import (
    Insecure,
    Json,
    LabServer,
    LabStudy,
    NamingCommand,
    examples,
)
from sortrank_gui.errors import InputError

if TYPE_CHECKING:
    from sortrank_gui.study.items.items import Progress
    from sortrank_gui.study.lab.addresses import LabAddress
    from sortrank_gui.study.lab.replica import ReplicaFile
    from sortrank_gui.study.lab.sharing import LabStudy as Found

app = typer.Typer(
    help="Studies on the lab's PostgreSQL server, which several computers share.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
app.command(cls=NamingCommand)(desk)
app.command(cls=NamingCommand)(station)


def _find(server: str | None, *, insecure: bool, user: str | None = None) -> "LabAddress":
    from sortrank_gui.study.lab.addresses import find_address
    from sortrank_gui.study.lab.connecting import require_psycopg
    from sortrank_gui.study.lab.roles import RESEARCHER

    require_psycopg()
    return find_address(server, user=RESEARCHER if user is None else user, insecure=insecure)


def _find_study(address: "LabAddress", name: str) -> "Found":
    from sortrank_gui.study.lab.connecting import connect_server
    from sortrank_gui.study.lab.sharing import find_study

    with closing(connect_server(address)) as connection:
        return find_study(connection, name)


@app.command(cls=NamingCommand)
@examples(
    "sortrank lab init --server postgresql:///lab",
    "sudo -u postgres sortrank lab init --server postgresql:///lab",
)
def init(server: LabServer = None, insecure: Insecure = False, json: Json = False) -> None:
    """Prepare a database: tables, and the roles sortrank_station and sortrank_researcher.

    Whoever owns the database runs it, once, and again after an update. Give both roles a password
    afterwards. packaging/lab-server.sh does all that on a new computer.
    """
    from sortrank_gui.study.lab.roles import ROLES
    from sortrank_gui.study.lab.setting_up import set_up_lab
    from sortrank_gui.study.lab.tables import FORMAT

    address = _find(server, insecure=insecure, user="")
    is_new = set_up_lab(address)
    if json:
        print_json({"database": address.database, "new": is_new, "format": FORMAT, "roles": ROLES})
        return
    done = "Prepared" if is_new else "Gave both roles their rights anew in"
    say(make_printable(f"{done} {address.database}."))
    if is_new:
        say(f"Give both roles a password, with \\password in psql: {', '.join(ROLES)}.")


@app.command(cls=NamingCommand)
@examples("sortrank lab share study.sortrank --server lab")
def share(
    study: Annotated[Path, typer.Argument(help="The study file.")],
    server: LabServer = None,
    insecure: Insecure = False,
    json: Json = False,
) -> None:
    """Put a study on the server, with pictures and all answers that it has.

    The file stays as it is. What was cut short goes on when the command is given again.
    """
    from sortrank_gui.study.file.opening import open_study
    from sortrank_gui.study.lab.sharing import share_study

    address = _find(server, insecure=insecure)
    with open_study(study) as file, _telling("Sharing") as progress:
        done = share_study(file, address, progress=progress)
        title, items = file.design.title, len(file.content.items)
    if json:
        print_json(asdict(done))
    elif done.new:
        say(
            make_printable(
                f"Shared “{title}” in {address.database}: {items:,} items, "
                f"{done.pictures:,} pictures sent, {done.answers:,} answers."
            )
        )
    else:
        say(make_printable(f"“{title}” is there already, with all that this file has."))


@app.command("list", cls=NamingCommand)
@examples("sortrank lab list --server lab")
def list_(server: LabServer = None, insecure: Insecure = False, json: Json = False) -> None:
    """List the studies on the server."""
    from sortrank_gui.study.lab.sharing import list_studies

    studies = list_studies(_find(server, insecure=insecure))
    if json:
        print_json([asdict(study) for study in studies])
    elif not studies:
        say("There is no study on the server yet.")
    else:
        header = ("study", "items", "people", "sessions", "answers", "stations now", "UUID")
        print_table(
            header,
            [
                (
                    each.title if each.ready else f"{each.title} (not complete)",
                    *(f"{each.items:,}", f"{each.participants:,}", f"{each.sessions:,}"),
                    *(f"{each.answers:,}", ", ".join(each.stations), each.uuid),
                )
                for each in studies
            ],
        )


@app.command(cls=NamingCommand)
@examples('sortrank lab status --server lab --study "Numbers"')
def status(
    server: LabServer = None, study: LabStudy = "", insecure: Insecure = False, json: Json = False
) -> None:
    """Show how a study stands: what it has, and its stations."""
    from sortrank_gui.study.lab.connecting import connect_server
    from sortrank_gui.study.lab.sharing import find_study, read_stations

    with closing(connect_server(_find(server, insecure=insecure))) as connection:
        found = find_study(connection, study)
        stations = read_stations(connection, found.uuid)
    if json:
        print_json({"study": asdict(found), "stations": [asdict(each) for each in stations]})
        return
    say(
        make_printable(
            f"“{found.title}” ({found.uuid}): {found.items:,} items, {found.participants:,} "
            f"participants, {found.sessions:,} sessions, {found.answers:,} answers."
        )
    )
    if stations:
        keys = ("participant", "phase", "answered", "pending")
        print_table(
            ("station", *keys, "seen seconds ago"),
            [
                (s.name, *(str(s.status.get(k, "")) for k in keys), f"{s.seen_seconds:.0f}")
                for s in stations
            ],
        )
    else:
        say("No station has taken part yet.")


@app.command("open", cls=NamingCommand)
@examples("sortrank lab open --server lab", "sortrank lab open --server lab --follow")
def open_(
    server: LabServer = None,
    study: LabStudy = "",
    follow: Annotated[
        bool, typer.Option("--follow", help="Go on taking what stations answer, until Ctrl-C.")
    ] = False,
    insecure: Insecure = False,
    json: Json = False,
) -> None:
    """Bring this computer's replica of a study up to date, and say where it is.

    Other commands can read that file. Its pictures are on the server: use home for a file to keep.
    """
    from sortrank_gui.study.upkeep.checking import count

    with _open_desk(_find(server, insecure=insecure), study) as file:
        counts = count(file.everything)
        if json:
            print_json({"study": str(file.path), "counts": counts})
        else:
            say(make_printable(f"{file.path}: {_tell_counts(counts)}"), flush=True)
            _tell_problems(file.tell_lab().left_out)
        if follow:
            _follow(file)


def _follow(file: "ReplicaFile") -> None:
    """Take what comes, and tell how many answers there are, until somebody interrupts."""
    from time import sleep

    from sortrank_gui.study.upkeep.checking import count

    said = len(file.records)
    try:
        while True:
            file.receive()
            if len(file.records) != said:
                said = len(file.records)
                say(_tell_counts(count(file.everything)), flush=True)
            sleep(0.2)
    except KeyboardInterrupt:
        return


@app.command(cls=NamingCommand)
@examples("sortrank lab home --server lab --output home.sortrank")
def home(
    output: Annotated[Path, typer.Option(help="The file to make.")],
    server: LabServer = None,
    study: LabStudy = "",
    insecure: Insecure = False,
    json: Json = False,
) -> None:
    """Bring a study home: one ordinary file with all pictures and answers.

    The server keeps its copy, and stations may go on. What is not sound there is told, and left
    out; the exit code is 1 then.
    """
    from sortrank_gui.study.lab.bringing_home import bring_home

    address = _find(server, insecure=insecure)
    found = _find_study(address, study)
    with _telling("Bringing home") as progress:
        report = bring_home(address, found.uuid, output, progress=progress)
    if json:
        print_json({"study": str(output), **asdict(report)})
    else:
        say(make_printable(f"Made {output}: {_tell_counts(report.counts)}"))
        _tell_problems(report.problems)
    if report.problems:
        raise typer.Exit(1)


@app.command(cls=NamingCommand)
@examples("sortrank lab withdraw --server lab --participant P03 --yes")
def withdraw(
    participant: Annotated[str, typer.Option(help="Code of the participant.")],
    server: LabServer = None,
    study: LabStudy = "",
    yes: Yes = False,
    insecure: Insecure = False,
) -> None:
    """Delete a participant's answers, notes and code on the server for good.

    Desks that follow the study forget them, too. Files that were brought home, backups of the
    database, and the files of stations have to be seen to as well: docs/lab.md says how.
    """
    from sortrank_gui.study.survey.withdrawing import prepare_withdrawal, withdraw

    code = participant.strip()
    with _open_desk(_find(server, insecure=insecure), study) as file:
        found = prepare_withdrawal(file, code)
        ask_to_delete(found.words, yes=yes)
        withdraw(file, code)
    say(make_printable(f"Deleted {found.words}."))


@app.command(cls=NamingCommand)
@examples('sortrank lab remove --server lab --study "Numbers" --yes')
def remove(
    server: LabServer = None, study: LabStudy = "", yes: Yes = False, insecure: Insecure = False
) -> None:
    """Delete a study from the server with all that it has there. Bring it home first."""
    from sortrank_gui.study.lab.sharing import remove_study

    address = _find(server, insecure=insecure)
    found = _find_study(address, study)
    if found.stations:
        raise InputError(f"It is in use at: {', '.join(found.stations)}. End these stations first.")
    what = f"“{found.title}” with {found.answers:,} answers from {address.database}"
    ask_to_delete(what, yes=yes)
    remove_study(address, found.uuid)
    say(make_printable(f"Deleted {what}."))


@contextmanager
def _open_desk(address: "LabAddress", study: str) -> "Iterator[ReplicaFile]":
    from sortrank_gui.study.lab.replica import open_desk

    found = _find_study(address, study)
    with _telling("Reading") as progress:
        file = open_desk(address, found.uuid, progress=progress)
    with closing(file):
        yield file


@contextmanager
def _telling(what: str) -> "Iterator[Progress | None]":
    """Give what draws a bar in percent."""
    from sortrank_gui.progress import RunProgress

    began = monotonic()
    with progress_bar(what) as draw:

        def tell(done: int, total: int) -> None:
            if draw is not None and total:
                draw(RunProgress(100 * done // total, 100, monotonic() - began))

        yield tell


def _tell_problems(problems: Iterable[str]) -> None:
    for sentence in problems:
        say(make_printable(sentence), file=sys.stderr)


def _tell_counts(counts: dict[str, Any]) -> str:
    return (
        f"{counts['participants']:,} participants, {counts['sessions']:,} sessions and "
        f"{counts['answers']:,} answers."
    )
