"""A line for notes about the session, above the stage, so that nothing is interrupted."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from sortrank_gui.study.survey.survey_state import Phase, SurveyState


class NoteBar(QWidget):
    """Hidden until a note is to be written."""

    written = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.setMaxLength(2000)
        self.field.returnPressed.connect(self._on_save)
        self.save, cancel = QPushButton("Save note"), QPushButton("Cancel")
        self.save.setProperty("primary", True)
        self.save.setToolTip("Keep it in the study file (Enter)")
        self.save.clicked.connect(self._on_save)
        cancel.setToolTip("Write nothing (Esc)")
        cancel.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.field, stretch=1)
        for button in (self.save, cancel):
            button.setAccessibleName(button.text())
            row.addWidget(button)
        self.hide()

    def open(self) -> None:
        """Take a note."""
        self.field.clear()
        self.show()
        self.field.setFocus()

    def follow(self, state: SurveyState) -> None:
        """Name the session that a note is about; there is none while nobody takes part."""
        name = f"Note about the session of {state.participant}"
        self.field.setPlaceholderText(name)
        self.field.setAccessibleName(name)
        if state.phase is Phase.IDLE:
            self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up by Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_save(self) -> None:
        text = self.field.text().strip()
        self.hide()
        if text:
            self.written.emit(text)
