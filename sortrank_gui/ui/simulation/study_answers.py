"""The answers of an open study, counted on the thread that owns its file."""

from sortrank_gui.simulation.datasets import Dataset
from sortrank_gui.study.exporting import count_study
from sortrank_gui.study.storage import StudyFile


def count_answers(file: StudyFile) -> Dataset:
    """Return who beat whom in a study."""
    names = tuple(item.name for item in file.content.items)
    return Dataset(names, count_study(file.everything))
