"""Help > About: versions and folders, ready to be copied into a report."""

import platform

import numpy as np
import pyqtgraph as pg
import PySide6
import scipy
from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui import __version__
from sortrank_gui.paths import data_folder, resource
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import scaled_font

_PACKAGES = (PySide6, pg, np, scipy)


def describe_versions() -> str:
    """Return one line for each part that SortRank runs on."""
    lines = [
        f"SortRank {__version__}",
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}",
        f"Qt {qVersion()}",
        *(f"{package.__name__} {package.__version__}" for package in _PACKAGES),
        f"Data folder: {data_folder()}",
    ]
    return "\n".join(lines)


class AboutDialog(QDialog):
    """Says what this is, and on what it runs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About SortRank")
        icon = QLabel()
        icon.setPixmap(
            QIcon(str(resource("icon.svg"))).pixmap(QSize(72, 72), self.devicePixelRatioF())
        )
        column = QVBoxLayout()
        column.setSpacing(12)
        for widget in self._make_texts():
            column.addWidget(widget)
        top = QHBoxLayout()
        top.setSpacing(24)
        top.addWidget(icon, alignment=Qt.AlignmentFlag.AlignTop)
        top.addLayout(column, stretch=1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(24, 24, 24, 16)
        outer.setSpacing(24)
        outer.addLayout(top)
        outer.addWidget(self._make_buttons())

    def _make_texts(self) -> list[QLabel]:
        title = QLabel("SortRank")
        title.setFont(scaled_font(title.font(), 1.6, bold=True))
        purpose = QLabel("Pairwise surveys that sort: few answers, a good ranking.")
        versions = soft_label(describe_versions())
        versions.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        versions.setAccessibleName("Versions")
        return [title, purpose, versions]

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = QPushButton("Copy")
        copy.setToolTip("Copy the versions, for a report")
        copy.clicked.connect(self._on_copy)
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        return buttons

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(describe_versions())
