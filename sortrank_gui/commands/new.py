"""`sortrank new`: a study file from pictures, lines of text, a table or models' answers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sortrank_gui.commands.console import print_json, say
from sortrank_gui.commands.options import Json, Seed, Strategy, examples, require_strategy
from sortrank_gui.errors import InputError, StudyFileError

if TYPE_CHECKING:
    from sortrank_gui.study.design.design import Design
    from sortrank_gui.study.design.timeline import Context
    from sortrank_gui.study.items.importing import Imported


@examples(
    'sortrank new sharp.sortrank --images photos --prompt "Which photo is sharper?"',
    'sortrank new songs.sortrank --texts songs.txt --prompt "Which do you prefer?" --budget 100',
    'sortrank new dots.sortrank --csv dots.csv --prompt "Which has more dots?" --shared',
    "sortrank new again.sortrank --csv items.csv --design design.json",
    'sortrank new models.sortrank --outputs answers.jsonl --prompt "Which answer is better?"',
)
def new(
    study: Annotated[Path, typer.Argument(help="The file to make, such as name.sortrank.")],
    prompt: Annotated[
        str | None, typer.Option(help="The question that participants answer.")
    ] = None,
    images: Annotated[Path | None, typer.Option(help="Folder of pictures.")] = None,
    texts: Annotated[Path | None, typer.Option(help="Text file, one item a line.")] = None,
    csv: Annotated[
        Path | None,
        typer.Option(help="Table with name, text, image, tags (a; b) and truth (or rank)."),
    ] = None,
    outputs: Annotated[
        Path | None,
        typer.Option(help="JSONL or table of models' answers: prompt, model, answer."),
    ] = None,
    truth: Annotated[
        Path | None, typer.Option(help="Table with item and score, truth or rank.")
    ] = None,
    design: Annotated[
        Path | None,
        typer.Option(help="JSON with all settings, as “sortrank export --design” writes it."),
    ] = None,
    title: Annotated[str | None, typer.Option(help="Of the study.  [default: its name]")] = None,
    strategy: Strategy = "mergesort",
    budget: Annotated[
        int | None,
        typer.Option(
            help="Answers a participant gives in a session.  [default: fit for the items]"
        ),
    ] = None,
    sorts: Annotated[int | None, typer.Option(help="End after so many complete sorts.")] = None,
    minutes: Annotated[float | None, typer.Option(help="End after so much time.")] = None,
    target: Annotated[
        float | None, typer.Option(help="End at this expected displacement per item.")
    ] = None,
    shared: Annotated[
        bool, typer.Option("--shared", help="All participants carry on one common sort.")
    ] = False,
    equal: Annotated[bool, typer.Option("--equal", help="Offer the answer “equal”.")] = False,
    neither: Annotated[bool, typer.Option("--neither", help="Offer the answer “neither”.")] = False,
    practice: Annotated[int, typer.Option(help="Practice trials.")] = 0,
    catch: Annotated[float, typer.Option(help="Share of catch trials.")] = 0.0,
    repeat: Annotated[float, typer.Option(help="Share of repeat trials.")] = 0.0,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Make a study file. It holds the pictures too, so that nothing else is needed."""
    from dataclasses import replace

    from sortrank_gui.study.design.design import Design, Display, TextSize
    from sortrank_gui.study.design.edits import MOST_ANSWERS
    from sortrank_gui.study.design.stop_rules import StopRules
    from sortrank_gui.study.file.making import suggest_answers
    from sortrank_gui.study.file.opening import create_study
    from sortrank_gui.study.items.importing import read_truth

    require_strategy(strategy)
    given = None if design is None else _read_design(design)
    if given is not None:
        _refuse_settings(
            {
                "strategy": strategy != "mergesort",
                "budget": budget is not None,
                "sorts": sorts is not None,
                "minutes": minutes is not None,
                "target": target is not None,
                "shared": shared,
                "equal": equal,
                "neither": neither,
                "practice": practice != 0,
                "catch": catch != 0,
                "repeat": repeat != 0,
                "seed": seed != 1,
            }
        )
    elif prompt is None:
        raise InputError("Say what people are asked: --prompt, or a whole design: --design.")
    found, contexts = _read(images, texts, csv, outputs)
    scores = found.truth
    if truth is not None:
        scores = read_truth(truth, [item.name for item in found.items])
    if budget is None:
        other_end = sorts or minutes or target
        budget = MOST_ANSWERS if other_end else suggest_answers(len(found.items), len(contexts))
    made = Design(
        title=study.stem if title is None else title,
        prompt=prompt or "",
        strategy=strategy,
        shared=shared,
        offer_equal=equal,
        offer_neither=neither,
        practice=practice,
        catch_share=catch,
        repeat_share=repeat,
        seed=seed,
        stop=StopRules(budget, sorts, minutes, target),
        display=Display(text=TextSize.SAME) if contexts else Display(),
        contexts=contexts,
    )
    if given is not None:
        made = replace(
            given,
            title=given.title if title is None else title,
            prompt=given.prompt if prompt is None else prompt,
            contexts=given.contexts or contexts,
        )
    try:
        create_study(study, made, found.items, scores)
    except InputError as error:
        if not found.left_out:
            raise
        raise InputError(f"{error} {found.report}") from error  # why there are too few items
    if json:
        counts = {"items": len(found.items), "left_out": found.left_out}
        print_json({"study": str(study), **counts})
        return
    say(f"Made {study} with {len(found.items):,} items.")
    if found.report:
        say(found.report)


def _read_design(path: Path) -> "Design":
    from sortrank_gui.study.design.design import design_from_json
    from sortrank_gui.tables import read_text

    try:
        return design_from_json(read_text(path), probes=True)
    except StudyFileError as error:
        raise InputError(f"{path}: {error}") from error


def _refuse_settings(given: dict[str, bool]) -> None:
    """Raise where a setting is given twice: nobody would know which one counts."""
    for name, is_given in given.items():
        if is_given:
            raise InputError(
                f"The design has all settings: leave --{name} out, or change it there."
            )


def _read(
    images: Path | None, texts: Path | None, csv: Path | None, outputs: Path | None
) -> "tuple[Imported, tuple[Context, ...]]":
    from sortrank_gui.study.design.outputs import read_outputs
    from sortrank_gui.study.items.importing import Imported, import_paths
    from sortrank_gui.study.items.sources import read_folder, read_items, read_lines

    given = 4 - [images, texts, csv, outputs].count(None)
    if given != 1:
        what = "Items come from one place" if given else "Say where the items are"
        raise InputError(f"{what}: --images, --texts, --csv or --outputs.")
    if outputs is not None:
        found = read_outputs(outputs)
        return Imported(found.items, left_out=found.left_out), found.contexts
    pairs = zip((images, texts, csv), (read_folder, read_lines, read_items), strict=True)
    path, read = next((path, read) for path, read in pairs if path is not None)
    return import_paths([path], read=read), ()
