"""Compares the files that were exported with what was done in the walk."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from diary import CODES, REASON, Diary, values

from sortrank_gui.study.results.exports import find_exports


def export_all(path: Path) -> dict[str, Path]:
    """Write every export by the command line."""
    files = {each.name: path.with_name(each.suggest_name("walk")) for each in find_exports()}
    options = [part for name, file in files.items() for part in (f"--{name}", str(file))]
    subprocess.run(
        [sys.executable, "-m", "sortrank_gui", "export", str(path), *options, "--excluded"],
        check=True,
        capture_output=True,
    )
    return files


def compare(path: Path, diary: Diary) -> list[str]:
    """Return what the files say otherwise than the diary; nothing where all is right."""
    files = export_all(path)
    wrong: list[str] = []
    rows = list(csv.DictReader(files["answers"].open(encoding="utf-8", newline="")))
    names = ("participant", "trial", "kind", "left", "right", "answer", "input", "key", "undone")
    told = [tuple(row[name] for name in names) for row in rows]
    done = [
        tuple(str(int(v) if isinstance(v, bool) else v) for v in values(g)) for g in diary.answers
    ]
    if told != done:
        wrong += [f"answers: {t} is not {d}" for t, d in zip(told, done, strict=False) if t != d]
        wrong.append(f"answers: {len(told)} in the file, {len(done)} in the diary")
    for row in rows:
        why = REASON if row["participant"] == CODES[1] else ""
        if (row["excluded"], row["language"], row["given_by"]) != (why, diary.language, "person"):
            wrong.append(f"answers: {row}")
    window = path.with_name("window-answers.csv")
    kept = list(csv.DictReader(window.open(encoding="utf-8", newline="")))
    if kept != [row for row in rows if row["participant"] == CODES[0]]:
        wrong.append("answers saved in the window: not those of the one who counts")
    wrong += _compare_everything(json.loads(files["everything"].read_text(encoding="utf-8")), diary)
    for file in (path, *path.parent.glob(f"{path.name}-*"), *_list_backups(), *files.values()):
        if CODES[2].encode() in file.read_bytes():
            wrong.append(f"{file.name} still has {CODES[2]}")
    return wrong


def _compare_everything(told: dict[str, Any], diary: Diary) -> list[str]:
    """Compare what happened to the study beside the answers."""
    events = [(each["kind"], each["participant"]) for each in told["events"]]
    kinds = [kind for kind, _ in events]
    people = {code for kind, code in events if kind == "consent"}
    wrong = []
    if people != set(CODES[:2]) or kinds.count("declined") != 1 or kinds.count("withdraw") != 1:
        wrong.append(f"everything: {events}")
    if ("exclude", CODES[1]) not in events:
        wrong.append("everything: nobody is excluded")
    if {each["facts"]["language"] for each in told["events"] if each["kind"] == "consent"} != {
        diary.language
    }:
        wrong.append("everything: consent in another language")
    return wrong


def _list_backups() -> list[Path]:
    return [path for path in Path(os.environ["SORTRANK_HOME"]).rglob("*") if path.is_file()]
