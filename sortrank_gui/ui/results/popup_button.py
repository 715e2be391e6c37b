"""A button that shows a choice and opens a small sheet to change it, which stays open meanwhile."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton, QWidget, QWidgetAction


class PopupButton(QPushButton):
    """Opens a sheet below itself."""

    def __init__(self, name: str, tip: str, sheet: QWidget) -> None:
        super().__init__()
        self.sheet = sheet
        menu = QMenu(self)
        action = QWidgetAction(menu)
        action.setDefaultWidget(sheet)
        menu.addAction(action)
        self.setMenu(menu)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def say(self, text: str) -> None:
        """Show the current choice."""
        short = text if len(text) <= 28 else f"{text[:27]}…"
        self.setText(f"{short.replace('&', '&&')}  ▾")
        self.setAccessibleDescription(text)
