"""Whether a strategy asks the same questions on every processor.

How it works
------------
OpenBLAS, NumPy and the C library choose their kernels by processor when they are loaded, and the
last bits of what they compute differ. Variables of the environment make them choose as they would
elsewhere, so every setting gets a process of its own. All processes ask and answer with the same
seed, and the questions are compared with those of the first one.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from zlib import crc32

import numpy as np
import scipy
from numpy._core import _multiarray_umath as umath  # type: ignore[attr-defined]

from benchmarks.tables import Table
from sortrank_gui.ranking import strategies
from sortrank_gui.simulation.respondents import BradleyTerryRespondent

_FEATURES: dict[str, bool] = umath.__cpu_features__
Questions = list[list[int]]
_NOISE = 5.0
_MORE_EVERY, _MORE = 50, 8


@dataclass(frozen=True, slots=True)
class Setting:
    """Variables that make libraries compute as on another processor, and what that needs."""

    title: str
    variables: dict[str, str] = field(default_factory=dict)
    needs: tuple[str, ...] = ()

    @property
    def available(self) -> bool:
        """Say whether this processor can run what the variables ask for."""
        return all(_FEATURES.get(name, False) for name in self.needs)


@dataclass(frozen=True, slots=True)
class Answers:
    """What one process found: the questions of each strategy, and a sum over the last bits."""

    bits: int
    questions: dict[str, Questions]


def find_settings() -> list[Setting]:
    """Return the settings to compare; the first one is the processor as it is."""
    vector = " ".join(name for name in umath.__cpu_dispatch__ if _FEATURES.get(name, False))
    tunables = "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F,-AVX2_Usable,-FMA_Usable"
    return [
        Setting("as it is"),
        Setting("OpenBLAS for Prescott", {"OPENBLAS_CORETYPE": "Prescott"}, ("SSE3",)),
        Setting("OpenBLAS for Haswell", {"OPENBLAS_CORETYPE": "Haswell"}, ("AVX2", "FMA3")),
        Setting("OpenBLAS for SkylakeX", {"OPENBLAS_CORETYPE": "SkylakeX"}, ("AVX512_SKX",)),
        # Since NumPy 2.4 AVX2 and FMA3 are parts of X86_V3, which has to be named instead.
        Setting("NumPy without AVX2, FMA3", {"NPY_DISABLE_CPU_FEATURES": vector}, ("AVX2", "FMA3")),
        Setting("C library without AVX2, FMA", {"GLIBC_TUNABLES": tunables}, ("AVX2", "FMA3")),
    ]


def run(n_items: int, count: int, seed: int) -> list[Table]:
    """Compare all strategies over all settings."""
    first, *others = find_settings()
    names = strategies.names()
    reference = ask_elsewhere(first, names, n_items, count, seed)
    title = f"First answer after which questions differ, n={n_items:,}, {count:,} answers"
    table = Table(title, [{"strategy": name} for name in (*names, "last bits of products")])
    for setting in others:
        if setting.available:
            print(f"… {setting.title}", file=sys.stderr, flush=True)
            found = ask_elsewhere(setting, names, n_items, count, seed)
            column = [first_difference(reference.questions[k], found.questions[k]) for k in names]
            column.append("same" if found.bits == reference.bits else "differ")
        else:
            column = ["not on this processor"] * len(table.rows)
        for row, cell in zip(table.rows, column, strict=True):
            row[setting.title] = cell
    return [table]


def first_difference(ours: Questions, theirs: Questions) -> str:
    """Return after how many answers the questions differ, or "none"."""
    differing = (k for k, pair in enumerate(ours) if pair != theirs[k])
    place = next(differing, None)
    return "none" if place is None else f"{place:,}"


def ask_elsewhere(
    setting: Setting, names: Sequence[str], n_items: int, count: int, seed: int
) -> Answers:
    """Return what a process with this setting asks."""
    command = [sys.executable, "-m", "benchmarks.determinism"]
    command += [json.dumps([list(names), n_items, count, seed])]
    done = subprocess.run(
        command,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | setting.variables,
        cwd=Path(__file__).parents[1],
    )
    return Answers(**json.loads(done.stdout))


def _ask(name: str, n_items: int, count: int, seed: int) -> Questions:
    """Return every question; at times with those that further people would get."""
    scores = np.random.default_rng(seed).uniform(0, (n_items + 1) / _NOISE, n_items)
    respondent = BradleyTerryRespondent(scores, seed=seed)
    strategy = strategies.create(name, n_items=n_items, seed=seed)
    questions = []
    for step in range(count):
        first, second = strategy.ask()
        more = strategy.ask_many(_MORE).ravel().tolist() if step % _MORE_EVERY == 0 else []
        questions.append([first, second, *more])
        strategy.tell(first, second, respondent.answer(first, second))
    return questions


def _last_bits() -> int:
    """Return a number that changes with any bit of some products and exponentials."""
    values = np.random.default_rng(0).standard_normal((150, 150))
    products = (values @ values.T, scipy.linalg.blas.ddot(*values[:2]), np.exp(values))
    return crc32(
        b"".join(np.asarray(x).tobytes() for x in (*products, scipy.special.expit(values)))
    )


def _main(names: list[str], n_items: int, count: int, seed: int) -> None:
    questions = {name: _ask(name, n_items, count, seed) for name in names}
    print(json.dumps({"bits": _last_bits(), "questions": questions}))


if __name__ == "__main__":
    _main(*json.loads(sys.argv[1]))
