"""Gives hostile tables, orders and JSON to every reader.

    python -m tests.campaigns.readers --rounds 5000

Each file must be read or refused with a sentence, within 30 seconds.
"""

import gzip
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

from sortrank_gui.errors import SortrankError
from sortrank_gui.simulation.datasets import read_any
from sortrank_gui.simulation.records import load_experiment
from sortrank_gui.study.file.codes import read_codes
from sortrank_gui.study.file.locking import lock_path, read_holder
from sortrank_gui.study.items.importing import import_paths, read_truth
from sortrank_gui.ui.start.start_page import look_at
from sortrank_gui.ui.window.settings import Settings
from tests.campaigns.reporting import LONGEST_SECONDS, Figures, run_campaign

TEXTS = (
    "winner,loser,count,tie\na,b,3,0\nb,c,1,1\n",
    "left;right;choice\na;b;left\nb;c;equal\n",
    "name,text,truth\na,x,1\nb,y,2\n",
    "item,score\na,1\nb,2\n",
    "5 1\n0 3 1 2 3\n0 2 4 0\n",
    "# NUMBER ALTERNATIVES: 3\n# ALTERNATIVE NAME 1: a\n4: 1,{2,3}\n",
    '{"theme": "dark", "recent": ["a"], "sizes": [1, 2]}',
    '[{"left": "a", "right": "b", "choice": "left"}]',
    '{"n_items": 9, "population": {"kind": "uniform"}, "strategies": ["random"]}',
    "code\nP01\nP02\n",
)
PIECES = ("\0", '"', "'", "=1+1", "\r", "\n", ",", ";", "9" * 400, "1e400", "-1", "nan", "inf")
PIECES += ("[" * 3000, "{" * 3000, "\ufeff", "\u202e", "10000000000", "," * 3000, "{1,2", "é")
PIECES += ("\\ud800", "\\u0000", '"\\udfff"', "\x85", "\u2028", "\x1b]0;x\x07", "1_000", "٣")
ENDINGS = (".csv", ".tsv", ".order", ".soc", ".toi", ".json", ".txt", ".csv.gz")


def make(chance: random.Random) -> bytes:
    """Return a text with pieces put in, cut out and doubled, in some encoding."""
    text = chance.choice(TEXTS)
    for _ in range(chance.randrange(5)):
        place = chance.randrange(len(text) + 1)
        end = place + chance.choice((0, 0, 1, 9))
        text = text[:place] + chance.choice(PIECES) * chance.choice((1, 1, 3)) + text[end:]
    if chance.random() < 0.05:
        text *= 2000
    data = text.encode(
        chance.choice(("utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1252")), "replace"
    )
    if chance.random() < 0.3:
        changed = bytearray(data)
        changed[chance.randrange(len(changed))] = chance.randrange(256)
        data = bytes(changed)
    return data


def read_all(path: Path) -> None:
    """Let everybody read a file who could be given it."""
    for read in (read_any, load_experiment, read_codes, _read_scores, _import):
        try:
            read(path)
        except SortrankError:
            continue


def _read_scores(path: Path) -> None:
    read_truth(path, ["a", "b"])


def _import(path: Path) -> None:
    import_paths([path])


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Let every reader read one file after the other."""
    chance, figures, wrong = random.Random(seed), Counter[str](), list[str]()
    for number in range(rounds):
        data, ending = make(chance), chance.choice(ENDINGS)
        path = folder / f"file{ending}"
        path.write_bytes(gzip.compress(data) if ending.endswith("gz") else data)
        lock_path(path).write_bytes(data)
        figures["rounds"] += 1
        began = time.monotonic()
        try:
            read_all(path)
            json.dumps([str(look_at(each)) for each in Settings(path).recent])
            read_holder(path)
        except Exception as error:
            kept = data[:60]
            wrong.append(f"round {number} ({ending}, {kept!r}): {error!r}"[:300])
        if time.monotonic() - began > LONGEST_SECONDS:
            wrong.append(f"round {number} ({ending}): took too long")
        path.unlink()
    return figures, wrong


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 5000))
