"""What stands in the place of the items while there are none: it says what to do next."""

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sortrank_gui.study.file.opening import SUFFIX
from sortrank_gui.ui.study_editor.item_actions import ItemActions
from sortrank_gui.ui.widgets.actions import ActionButton
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import scaled_font


class EmptyItems(QWidget):
    """Takes drops, and offers the buttons for those who do not drag."""

    dropped = Signal(QMimeData)

    def __init__(self, actions: ItemActions) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        title = QLabel("What shall be ranked?")
        title.setFont(scaled_font(title.font(), 1.5, bold=True))
        hint = soft_label(
            "Drop a folder of pictures here, or files, a CSV table or lines of text. "
            "Every picture and every line becomes an item."
        )
        hint.setWordWrap(True)
        hint.setFixedWidth(400)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch()
        for action in (actions.folder, actions.files, actions.paste):
            row.addWidget(ActionButton(action, primary=action is actions.folder))
        row.addStretch()
        column = QVBoxLayout(self)
        column.setSpacing(16)
        column.addStretch(2)
        for label in (title, hint):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(row)
        column.addStretch(3)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome files, pictures and text."""
        if is_welcome(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take in what comes."""
        event.acceptProposedAction()
        self.dropped.emit(event.mimeData())


def is_welcome(data: QMimeData) -> bool:
    """Say whether something could become items; a study is left to the window, which opens it."""
    if any(url.path().endswith(SUFFIX) for url in data.urls()):
        return False
    return data.hasUrls() or data.hasText() or data.hasImage()
