"""How far the reading of new items is."""

from PySide6.QtCore import Slot

from sortrank_gui.ui.widgets.work_bar import WorkBar


class ImportBar(WorkBar):
    """Stands on the card of the items, without a frame of its own."""

    def __init__(self) -> None:
        super().__init__("Reading", "Stop reading; the study stays as it was")
        self.setObjectName("")
        self.body.setContentsMargins(0, 0, 0, 0)

    @Slot()
    def start(self) -> None:
        """Show that the reading begins."""
        self.begin("Reading…")
