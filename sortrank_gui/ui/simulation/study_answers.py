"""What simulations take from the open study, and whether they may give it a plan."""

from sortrank_gui.simulation.datasets import Dataset
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.results.focus import focus
from sortrank_gui.study.results.selection import count_study
from sortrank_gui.ui.open_study.open_study import OpenStudy


def count_answers(file: StudyFile) -> Dataset:
    """Return who beat whom in a study, in the first of its questions."""
    study = focus(file.everything, 0)
    names = tuple(item.name for item in study.content.items)
    return Dataset(names, count_study(study))


def describe_obstacle(study: OpenStudy | None) -> str | None:
    """Say why a plan can't be put into the open study; nothing stands for no study."""
    if study is None or study.content is None:
        return ""
    if study.read_only:
        return "The study is open for reading only."
    if study.lab is not None:
        return "The study is on the lab’s server and keeps its design; duplicate it to change it."
    if study.is_frozen:
        return "The study has answers, so its design is frozen; duplicate it to change it."
    return None
