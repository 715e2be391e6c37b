"""Lets a panel leave its splitter for a window of its own, and come back."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

_SIZE = (480, 720)


class FloatWindow(QWidget):
    """A window around one panel; closing it gives the panel back."""

    closed = Signal()

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Tool)
        self.setWindowTitle(title)
        self.setObjectName("float")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.resize(*_SIZE)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 16, 16, 16)

    def hold(self, panel: QWidget) -> None:
        """Take a panel in."""
        self._column.addWidget(panel)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Say so first, while the panel is still here."""
        self.closed.emit()
        super().closeEvent(event)


class Floating(QObject):
    """Moves a panel between its place in a splitter and a window, by its `action`.

    Hiding the panel hides its window too.
    """

    def __init__(self, panel: QWidget, splitter: QSplitter, title: str, action: QAction) -> None:
        super().__init__(splitter)
        self._panel, self._splitter, self._title = panel, splitter, title
        self._index = splitter.indexOf(panel)
        self._sizes: list[int] = []
        self._window: FloatWindow | None = None
        self.action = action
        self.action.toggled.connect(self._on_toggled)
        panel.addAction(self.action)
        panel.installEventFilter(self)

    @property
    def window(self) -> FloatWindow | None:
        """The window, while the panel floats."""
        return self._window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide and show the window with its panel."""
        if self._window is not None and event.type() is QEvent.Type.HideToParent:
            self._window.hide()
        elif self._window is not None and event.type() is QEvent.Type.ShowToParent:
            self._window.show()
        return super().eventFilter(watched, event)

    @Slot(bool)
    def _on_toggled(self, floats: bool) -> None:
        if floats:
            self._leave()
        else:
            self._return()

    def _leave(self) -> None:
        self._sizes = self._splitter.sizes()
        window = FloatWindow(self._title, self._splitter.window())
        window.closed.connect(self._on_window_closed)
        window.hold(self._panel)
        self._window = window
        self._panel.show()
        window.show()

    def _return(self) -> None:
        window, self._window = self._window, None
        if window is None:
            return
        self._splitter.insertWidget(self._index, self._panel)
        self._splitter.setSizes(self._sizes)
        self._panel.show()
        window.closed.disconnect(self._on_window_closed)
        window.close()
        window.deleteLater()

    @Slot()
    def _on_window_closed(self) -> None:
        self.action.setChecked(False)
