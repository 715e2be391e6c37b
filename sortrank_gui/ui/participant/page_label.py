"""Words on a page that stand at the side where the page begins, whatever letters they have."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel

_LEFT, _RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


class PageLabel(QLabel):
    """Plain words that wrap; Qt alone would send English words to the left of an Arabic page."""

    def __init__(self, text: str = "", *, at_end: bool = False, soft: bool = False) -> None:
        super().__init__(text)
        self._at_end = at_end
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setProperty("soft", soft)
        self._align()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the page's direction."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LayoutDirectionChange:
            self._align()

    def _align(self) -> None:
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        side = _RIGHT if mirrored is not self._at_end else _LEFT
        self.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter)
