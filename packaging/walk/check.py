"""Compares the files that were exported with what was done in the walk."""

import csv
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from diary import CODES, REASON, Diary, Given, values

from sortrank_gui.study.results.exports import find_exports

_COLUMNS = ("participant", "trial", "kind", "left", "right", "answer", "input", "key", "undone")


def compare(path: Path, diary: Diary) -> list[str]:
    """Return what the files say otherwise than the diary; nothing where all is right."""
    files, every = _export(path, "walk"), _export(path, "walk-excluded-too", "--excluded")
    counted = [each for each in diary.answers if each.participant == CODES[0]]
    told = json.loads(files["everything"].read_text(encoding="utf-8"))
    return [
        *_compare_answers(_read(every["answers"]), diary.answers, diary.language),
        *_compare_answers(_read(files["answers"]), counted, diary.language),
        *_compare_answers(_read(path.with_name("window-answers.csv")), counted, diary.language),
        *_compare_ranking(_read(files["ranking"]), counted),
        *_compare_pairs(_read(files["comparisons"]), counted),
        *_compare_events(told["events"], diary.language),
        *_compare_report(files["report"].read_text(encoding="utf-8")),
        *_find_left_overs([path, *files.values(), *every.values()]),
    ]


def _export(path: Path, stem: str, *options: str) -> dict[str, Path]:
    """Write every export by the command line."""
    files = {each.name: path.with_name(each.suggest_name(stem)) for each in find_exports()}
    wanted = [part for name, file in files.items() for part in (f"--{name}", str(file))]
    command = [sys.executable, "-m", "sortrank_gui", "export", str(path), *wanted, *options]
    subprocess.run(command, check=True, capture_output=True)
    return files


def _read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _compare_answers(
    rows: list[dict[str, str]], given: list[Given], language: str
) -> Iterator[str]:
    """Compare answer by answer, with what it was given by, and the reason of who is excluded."""
    told = [tuple(row[name] for name in _COLUMNS) for row in rows]
    done = [tuple(str(int(v) if isinstance(v, bool) else v) for v in values(g)) for g in given]
    if told != done:
        yield f"answers: {told} are not {done}"
    for row in rows:
        why = REASON if row["participant"] == CODES[1] else ""
        if (row["excluded"], row["language"], row["given_by"]) != (why, language, "person"):
            yield f"answers: {row}"


def _list_wins(given: list[Given]) -> list[tuple[str, str]]:
    """Return who won and who lost in the trials that count."""
    return [
        (g.left, g.right) if g.answer == "left" else (g.right, g.left)
        for g in given
        if g.kind == "regular" and not g.undone
    ]


def _compare_ranking(rows: list[dict[str, str]], given: list[Given]) -> Iterator[str]:
    wins, losses = (Counter(names) for names in zip(*_list_wins(given), strict=True))
    for row in rows:
        found = (float(row["wins"]), float(row["losses"]))
        if found != (wins[row["item"]], losses[row["item"]]):
            yield f"ranking: {row}"


def _compare_pairs(rows: list[dict[str, str]], given: list[Given]) -> Iterator[str]:
    if [(row["winner"], row["loser"]) for row in rows] != _list_wins(given):
        yield f"comparisons: {rows}"


def _compare_events(events: list[dict[str, Any]], language: str) -> Iterator[str]:
    """Compare who agreed, declined, withdrew and was excluded."""
    found = Counter((event["kind"], event["participant"]) for event in events)
    wanted = [("consent", code) for code in CODES[:2]]
    wanted += [("declined", None), ("withdraw", None), ("exclude", CODES[1])]
    yield from (f"events: {found[each]} of {each}" for each in wanted if found[each] != 1)
    if {e["facts"]["language"] for e in events if e["kind"] == "consent"} != {language}:
        yield "events: consent in another language"


def _compare_report(page: str) -> Iterator[str]:
    for sentence in (
        "1 did not consent, and nothing of them is kept.",
        "1 withdrew, and their data was deleted.",
        f"1 excluded: {REASON} ({CODES[1]}).",
    ):
        if sentence not in page:
            yield f"report: “{sentence}” is missing"


def _find_left_overs(files: list[Path]) -> Iterator[str]:
    """Look for the code of who withdrew: in the study, beside it, in backups and in exports."""
    beside = files[0].parent.glob(f"{files[0].name}-*")
    home = (path for path in Path(os.environ["SORTRANK_HOME"]).rglob("*") if path.is_file())
    for file in (*files, *beside, *home):
        if CODES[2].encode() in file.read_bytes():
            yield f"{file.name} still has {CODES[2]}"
