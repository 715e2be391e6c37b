"""The results of a session that is kept nowhere else: the demo's, as files in a folder."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sortrank_gui import __version__, ranking
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.safe_files import make_folder, replacing
from sortrank_gui.study.file.given_answers import count_answers
from sortrank_gui.study.file.journal import GivenAnswer
from sortrank_gui.study.items.items import Study
from sortrank_gui.study.results.exports.ranking import COLUMNS, list_ranking
from sortrank_gui.tables import write_table


def write_results(
    folder: Path, study: Study, answers: Sequence[GivenAnswer], *, strategy: str, seed: int
) -> None:
    """Write answers.csv, ranking.csv and summary.json into a folder, which is made if needed."""
    table = Comparisons(len(study.items))
    count_answers(table, answers)
    found = assess(table)
    summary: dict[str, Any] = {
        "study": study.title,
        "prompt": study.prompt,
        "items": len(study.items),
        "strategy": strategy,
        "seed": seed,
        "answers": len(answers),
        "sortrank": __version__,
    }
    if study.truth is not None:
        summary["displacement"] = ranking.displacement(found.scores, study.truth)
        summary["random_displacement"] = ranking.random_displacement(len(study.items))
    make_folder(folder)
    _write_answers(folder / "answers.csv", study, answers)
    names = [item.name for item in study.items]
    truth = None if study.truth is None else study.truth.tolist()
    rows = list_ranking(names, table, found, truth)
    write_table(folder / "ranking.csv", list(COLUMNS), rows)
    with replacing(folder / "summary.json") as file:
        file.write(json.dumps(summary, indent=1, ensure_ascii=False) + "\n")


def _write_answers(path: Path, study: Study, answers: Sequence[GivenAnswer]) -> None:
    """Write one row an answer, in the order they were given."""
    names = [item.name for item in study.items]
    rows = (
        (
            given.trial.number,
            names[given.trial.left],
            names[given.trial.right],
            given.answer.value,
            round(given.seconds, 3),
            "robot" if given.by_robot else "person",
        )
        for given in answers
    )
    write_table(path, ("trial", "left", "right", "answer", "seconds", "given_by"), rows)
