"""Looks into the recent studies on a thread of its own: titles and counts for the start page."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.errors import SortrankError
from sortrank_gui.study.file.glance import glance
from sortrank_gui.ui.threads.failures import reports_failure


class RecentWorker(QObject):
    """Looks at one study after another; what it finds comes one by one."""

    seen = Signal(object, object)
    """A path, and a Glance or a sentence that says why there is none."""
    failed = Signal(object)

    @Slot(object)
    @reports_failure
    def look(self, paths: Sequence[Path]) -> None:
        """Look at these studies."""
        for path in paths:
            if not path.is_file():
                self.seen.emit(path, "not found")
                continue
            try:
                self.seen.emit(path, glance(path))
            except (SortrankError, OSError):
                self.seen.emit(path, "can't be read")
