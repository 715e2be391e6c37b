"""What a drop on the window means: a study to open, or items for a new one."""

from pathlib import Path

from PySide6.QtCore import QMimeData

from sortrank_gui.study.file.opening import SUFFIX
from sortrank_gui.ui.start.study_maker import LINES, TABLES


def read_drop(data: QMimeData) -> Path | None:
    """Return the one path that was dropped, if it is one that we can open."""
    urls = data.urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    known = path.suffix.lower() in (SUFFIX, LINES, *TABLES)
    return path if known or path.is_dir() else None


def is_study(path: Path) -> bool:
    """Say whether a path has the name of a study file."""
    return path.suffix.lower() == SUFFIX
