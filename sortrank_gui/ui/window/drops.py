"""What a drop on the window means: a study to open, or items for a new one."""

from pathlib import Path

from PySide6.QtCore import QMimeData

from sortrank_gui.study.design.outputs import JSON
from sortrank_gui.study.file.opening import SUFFIX
from sortrank_gui.study.items.sources import is_known


def read_drop(data: QMimeData) -> list[Path]:
    """Return what was dropped, if it is one study, or something with items."""
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    if any(map(is_study, paths)):
        return paths if len(paths) == 1 else []
    if len(paths) == 1 and paths[0].suffix.lower() in JSON:  # models' answers
        return paths
    return paths if any(map(is_known, paths)) else []


def is_study(path: Path) -> bool:
    """Say whether a path has the name of a study file."""
    return path.suffix.lower() == SUFFIX
