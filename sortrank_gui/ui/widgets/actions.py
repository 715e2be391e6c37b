"""Actions that say what they do: with a text, a shortcut and a tooltip, in menus and on buttons."""

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QPushButton

_USUAL = "usual tip"
"""The property that keeps the tooltip of an action that can't be chosen now."""


def make_action(
    parent: QObject, text: str, shortcut: str | QKeySequence.StandardKey, tip: str
) -> QAction:
    """Return an action whose tooltip also names its shortcut."""
    action = QAction(text, parent)
    action.setShortcut(QKeySequence(shortcut))
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    action.setToolTip(f"{tip} ({keys})" if keys else tip)
    action.setStatusTip("")
    return action


def allow(action: QAction, obstacle: str = "") -> None:
    """Let an action be chosen, or say in the place of its tooltip why it can't be."""
    usual = action.property(_USUAL) or action.toolTip()
    action.setProperty(_USUAL, usual)
    action.setToolTip(obstacle or usual)
    action.setEnabled(not obstacle)


class ActionButton(QPushButton):
    """A push button that follows an action's text, tooltip and state."""

    def __init__(self, action: QAction, *, primary: bool = False) -> None:
        super().__init__()
        self._action = action
        self.setProperty("primary", primary)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._on_changed)
        self._on_changed()

    @Slot()
    def _on_changed(self) -> None:
        self.setText(self._action.iconText())
        self.setToolTip(self._action.toolTip())
        self.setAccessibleName(self._action.iconText())
        self.setEnabled(self._action.isEnabled())
