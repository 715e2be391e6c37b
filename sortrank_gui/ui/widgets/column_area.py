"""An area that scrolls up and down only, and is as broad as what is in it needs."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class ColumnArea(QScrollArea):
    """Has no frame and takes no focus; larger letters make it broader instead of cutting it."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        self.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)
        content.installEventFilter(self)

    def minimumSizeHint(self) -> QSize:
        """Ask for the width of the content, and of the bar beside it."""
        bar = self.verticalScrollBar().sizeHint().width()
        width = self._content.minimumSizeHint().width() + bar
        return QSize(width, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Be content with that width."""
        return QSize(self.minimumSizeHint().width(), super().sizeHint().height())

    def eventFilter(self, content: QObject, event: QEvent) -> bool:
        """Ask anew when something unfolds, or letters get larger."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(content, event)

    def settle(self) -> None:
        """Lay out what has just changed, before its time.

        Only for whom this is due: if events of all were asked for, what is shown in the same moment
        would be drawn twice.
        """
        for part in (self._content, self.viewport()):
            QCoreApplication.sendPostedEvents(part, QEvent.Type.LayoutRequest)
