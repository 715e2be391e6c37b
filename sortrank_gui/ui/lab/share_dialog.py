"""Share with the lab: what goes to which server, said before it goes."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.lab.lab_services import LabServices
from sortrank_gui.ui.lab.lab_words import count_answers
from sortrank_gui.ui.lab.server_form import ServerForm
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import scaled_font

_ABOUT = (
    "The study’s items, pictures and design go to the server, with all answers that it has. The "
    "lab’s stations can take part then, and this window shows what they do. The file stays where "
    "it is, as it is now."
)


class ShareDialog(QDialog):
    """Asks for the server; `confirmed` names it."""

    confirmed = Signal(str)

    def __init__(
        self, services: LabServices, server: str, state: SurveyState, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Share with the lab")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        design, items = state.file.content.design, len(state.file.content.items)
        title = QLabel(design.title or "This study")
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setWordWrap(True)
        title.setFont(scaled_font(title.font(), 1.3, bold=True))
        answers = sum(each.answered for each in state.sittings)
        things = "1 item" if items == 1 else f"{items:,} items"
        counts, about = soft_label(f"{things} · {count_answers(answers)}"), soft_label(_ABOUT)
        about.setWordWrap(True)
        self.form = ServerForm(services, server)
        self.form.changed.connect(self._on_changed)
        self.cancel = self._make_button("Cancel", "Share nothing (Esc)")
        self.cancel.clicked.connect(self.reject)
        self.share = self._make_button("Share", "Put the study on the server, and open it there")
        self.share.setProperty("primary", True)
        self.share.clicked.connect(self._on_share)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.cancel)
        row.addWidget(self.share)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        for widget in (title, counts, about):
            column.addWidget(widget)
        column.addSpacing(8)
        column.addWidget(self.form)
        column.addStretch()
        column.addLayout(row)
        self.resize(620, 340)
        self.form.field.editor.setFocus()
        self._on_changed()

    def _make_button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(text)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        return button

    @Slot()
    def _on_changed(self) -> None:
        self.share.setEnabled(bool(self.form.server))

    @Slot()
    def _on_share(self) -> None:
        self.confirmed.emit(self.form.server)
        self.accept()

    def done(self, result: int) -> None:
        """Try nothing more."""
        self.form.close_workers()
        super().done(result)
