"""Results as files: answers and ranking as CSV, a summary as JSON."""

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sortrank_gui import __version__, ranking
from sortrank_gui.errors import StudyFileError
from sortrank_gui.ranking import Comparisons
from sortrank_gui.study.items import Study
from sortrank_gui.study.journal import GivenAnswer, count_answers


def write_results(
    folder: Path, study: Study, answers: Sequence[GivenAnswer], *, strategy: str, seed: int
) -> None:
    """Write answers.csv, ranking.csv and summary.json into a folder, which is made if needed."""
    table = Comparisons(len(study.items))
    count_answers(table, answers)
    estimate = ranking.fit(table)
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
        summary["displacement"] = ranking.displacement(estimate.scores, study.truth)
        summary["random_displacement"] = ranking.random_displacement(len(study.items))
    make_folder(folder)
    try:
        write_answers(folder / "answers.csv", study, answers)
        write_ranking(folder / "ranking.csv", study, estimate.scores, estimate.standard_errors)
        text = json.dumps(summary, indent=1, ensure_ascii=False)
        (folder / "summary.json").write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise StudyFileError(f"Results can't be written to {folder}: {error.strerror}.") from error


def make_folder(folder: Path) -> None:
    """Make a folder for results, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StudyFileError(f"The folder {folder} can't be made: {error.strerror}.") from error


def write_answers(path: Path, study: Study, answers: Iterable[GivenAnswer]) -> None:
    """Write one row an answer, in the order they were given."""
    names = [item.name for item in study.items]
    rows = (
        (
            given.trial.number,
            names[given.trial.left],
            names[given.trial.right],
            given.answer.value,
            f"{given.seconds:.3f}",
            "robot" if given.by_robot else "person",
        )
        for given in answers
    )
    _write(path, ("trial", "left", "right", "answer", "seconds", "given_by"), rows)


def write_ranking(
    path: Path, study: Study, scores: NDArray[np.float64], standard_errors: NDArray[np.float64]
) -> None:
    """Write one row an item, best first, with the true score where it is known."""
    truth = [""] * len(scores) if study.truth is None else [f"{t:.6f}" for t in study.truth]
    rows = (
        (rank, study.items[i].name, f"{scores[i]:.6f}", f"{standard_errors[i]:.6f}", truth[i])
        for rank, i in enumerate(np.argsort(-scores, kind="stable"), start=1)
    )
    _write(path, ("rank", "item", "score", "standard_error", "true_score"), rows)


def _write(path: Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
