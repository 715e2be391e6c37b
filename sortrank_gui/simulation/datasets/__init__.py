"""Comparisons that others collected: readers of the usual file formats.

Nothing of that data ships with SortRank; `docs/data.md` says where to get it, and what the files
look like.
"""

from pathlib import Path

from sortrank_gui.simulation.datasets.base import Dataset
from sortrank_gui.simulation.datasets.order_files import read_preflib, read_sushi
from sortrank_gui.simulation.datasets.tables import (
    QuestionError,
    read_choices,
    read_comparisons,
    read_scores,
)
from sortrank_gui.tables.orders import PREFLIB, SUSHI, find_ending

__all__ = [
    "Dataset",
    "QuestionError",
    "read_any",
    "read_choices",
    "read_comparisons",
    "read_preflib",
    "read_scores",
    "read_sushi",
]


def read_any(path: Path, *, question: str | None = None) -> Dataset:
    """Read a file by its name's ending: .order, .soc, .soi, .toc, .toi, or CSV."""
    ending = find_ending(path)
    if ending in SUSHI:
        return read_sushi(path)
    if ending in PREFLIB:
        return read_preflib(path)
    return read_comparisons(path, question=question)
