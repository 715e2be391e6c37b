"""A button that shows the current choice and opens a menu of the others."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QPushButton, QWidget


class ChoiceMenu(QMenu):
    """A menu of which exactly one entry is chosen.

    `chosen` says when a user picks one, `marked` when the mark moves for any reason.
    """

    chosen = Signal(str)
    marked = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._on_triggered)
        self.current = ""

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The (value, text) pairs that are offered."""
        return [(action.data(), action.text()) for action in self._group.actions()]

    def set_choices(self, choices: Iterable[tuple[str, str]], current: str) -> None:
        """Offer (value, text) pairs."""
        for action in self._group.actions():
            self._group.removeAction(action)
        self.clear()
        for value, text in choices:
            action = self.addAction(text)
            action.setCheckable(True)
            action.setData(value)
            self._group.addAction(action)
        self.set_current(current)

    def set_current(self, value: str) -> None:
        """Mark a choice, without a signal."""
        self.current = value
        for action in self._group.actions():
            action.setChecked(action.data() == value)
        self.marked.emit()

    def current_text(self) -> str:
        """Return the text of the choice that is marked."""
        checked = self._group.checkedAction()
        return checked.text() if checked is not None else ""

    @Slot(QAction)
    def _on_triggered(self, action: QAction) -> None:
        self.set_current(action.data())
        self.chosen.emit(self.current)


class ChoiceButton(QPushButton):
    """Shows a menu's current choice; several buttons and menu bars may share one menu."""

    def __init__(self, menu: ChoiceMenu, *, name: str, tip: str, quiet: bool = False) -> None:
        super().__init__()
        self._choices = menu
        self.setMenu(menu)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setProperty("quiet", quiet)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu.marked.connect(self._on_marked)
        self._on_marked()

    @Slot()
    def _on_marked(self) -> None:
        self.setText(f"{self._choices.current_text()}  ▾")
