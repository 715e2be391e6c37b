"""`sortrank export`: a study's data for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from sortrank_gui.commands.console import print_json
from sortrank_gui.commands.options import Json, examples
from sortrank_gui.errors import InputError


@examples(
    "sortrank export study.sortrank --answers answers.csv --ranking ranking.csv",
    "sortrank export study.sortrank --comparisons pairs.csv && sortrank rank pairs.csv",
    "sortrank export study.sortrank --report report.html",
    "sortrank export study.sortrank --everything study.json --anonymous",
)
def export(
    study: Annotated[Path, typer.Argument(help="The study file.")],
    answers: Annotated[Path | None, typer.Option(help="CSV, one row a trial.")] = None,
    ranking: Annotated[Path | None, typer.Option(help="CSV, one row an item, best first.")] = None,
    comparisons: Annotated[
        Path | None, typer.Option(help="CSV with winner and loser, for “sortrank rank”, choix.")
    ] = None,
    preflib: Annotated[Path | None, typer.Option(help="PrefLib file (.toi).")] = None,
    report: Annotated[
        Path | None, typer.Option(help="HTML page with ranking, figures, reliability, flags.")
    ] = None,
    everything: Annotated[Path | None, typer.Option(help="JSON with all of it.")] = None,
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Replace the participants' codes by P001, ...")
    ] = False,
    json: Json = False,
) -> None:
    """Write answers, ranking and more; a file appears complete or not at all.

    Tables come with a data dictionary, name.columns.csv.
    """
    from sortrank_gui.study.file.opening import open_study
    from sortrank_gui.study.results import exporting
    from sortrank_gui.study.results.report import hide_codes, write_report

    if not any((answers, ranking, comparisons, preflib, report, everything)):
        raise InputError(
            "Say what to write: --answers, --ranking, --comparisons, --preflib, --report or "
            "--everything."
        )
    written: dict[str, int] = {}
    with open_study(study, read_only=True) as file:
        found = file.everything
        if answers is not None:
            number = exporting.export_answers(answers, found, anonymous=anonymous)
            written[str(answers)] = number
        if ranking is not None:
            written[str(ranking)] = exporting.export_ranking(ranking, found)
        if comparisons is not None:
            number = exporting.export_comparisons(comparisons, found, anonymous=anonymous)
            written[str(comparisons)] = number
        if preflib is not None:
            written[str(preflib)] = exporting.export_preflib(preflib, found)
        if report is not None:
            shown = hide_codes(found) if anonymous else found
            written[str(report)] = write_report(report, shown, source=study.name)
        if everything is not None:
            number = exporting.export_json(everything, found, anonymous=anonymous)
            written[str(everything)] = number
    if json:
        print_json({"written": written, "notices": file.notices})
    else:
        for path, number in written.items():
            what = "items" if report is not None and path == str(report) else "rows"
            print(f"Wrote {path} ({number:,} {what}).")
        for notice in file.notices:
            print(notice)
