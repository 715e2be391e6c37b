"""Asks before a session stops in its middle, or edits are lost."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.widgets.wording import describe_trials


def describe_farewell(study: OpenStudy) -> str:
    """Say where a session stops that goes on another time; nothing where none runs."""
    state = study.state
    if state is None or state.phase in (Phase.IDLE, Phase.OVER) or study.is_demo:
        return ""
    done = describe_trials(state.answered, state.budget)
    return (
        f"{state.participant} is paused after {done}, and all answers are saved in {study.path}. "
        "Start with the same code to go on another time."
    )


def ask_to_leave(study: OpenStudy | None, unsaved: str, window: QWidget) -> bool:
    """Return whether the window may close; in the middle of a session or of an edit, ask."""
    farewell = "" if study is None else describe_farewell(study)
    if not ask_to_lose(unsaved, window):
        return False
    return not farewell or QuitDialog(farewell, window).exec()


def ask_to_lose(unsaved: str, window: QWidget) -> bool:
    """Return whether a study may close; ask where edits would be lost."""
    return not unsaved or LossDialog(unsaved, window).exec()


class QuitDialog(QMessageBox):
    """Says what happens to the session; `exec` is true if the window may close."""

    def __init__(self, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Close SortRank")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText("A session is under way. If you close SortRank now:")
        self.setInformativeText(sentence)
        self._close = self.addButton("Pause and close", QMessageBox.ButtonRole.AcceptRole)
        self._close.setToolTip("The session can be resumed with its code")
        stay = self.addButton("Keep going", QMessageBox.ButtonRole.RejectRole)
        stay.setToolTip("Close nothing")
        self.setDefaultButton(stay)

    def exec(self) -> bool:
        """Return whether the window may close."""
        super().exec()
        return self.clickedButton() is self._close


class LossDialog(QMessageBox):
    """Says which edits would be lost; `exec` is true if they may."""

    def __init__(self, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Edits that are not saved")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText("Some edits would be lost.")
        self.setInformativeText(sentence)
        self._lose = self.addButton("Close without them", QMessageBox.ButtonRole.DestructiveRole)
        self._lose.setToolTip("The study stays as it was saved last")
        stay = self.addButton("Keep editing", QMessageBox.ButtonRole.RejectRole)
        stay.setToolTip("Close nothing, and solve the problem first")
        self.setDefaultButton(stay)
        self.setEscapeButton(stay)

    def exec(self) -> bool:
        """Return whether the study may close."""
        super().exec()
        return self.clickedButton() is self._lose
