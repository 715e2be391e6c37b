"""Questions for a file: which one to read, and where to write."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

_COMPARISONS = "Comparisons (*.csv *.csv.gz *.order *.soc *.soi *.toc *.toi);;All files (*)"
SETTINGS, RESULTS = "Settings (*.json)", "Results (*.csv)"


def ask_for_data(parent: QWidget) -> Path | None:
    """Ask for a file of comparisons."""
    return ask_to_open(parent, "Choose a file of comparisons", _COMPARISONS)


def ask_to_open(parent: QWidget, title: str, filters: str) -> Path | None:
    """Ask for a file to read; None where the user changed their mind."""
    name, _ = QFileDialog.getOpenFileName(parent, title, "", filters)
    return Path(name) if name else None


def ask_to_save(parent: QWidget, title: str, name: str, filters: str) -> Path | None:
    """Ask for a file to write; it gets the ending of its kind if it has none."""
    chosen, _ = QFileDialog.getSaveFileName(parent, title, name, filters)
    if not chosen:
        return None
    path = Path(chosen)
    return path if path.suffix else path.with_suffix(Path(name).suffix)


def ask_for_question(parent: QWidget, path: Path, questions: Sequence[str]) -> str | None:
    """Ask which of a file's questions to take."""
    text = f"{path.name} asks several questions. Which one shall be answered?"
    question, taken = QInputDialog.getItem(
        parent, "Choose a question", text, list(questions), 0, False
    )
    return question if taken else None
