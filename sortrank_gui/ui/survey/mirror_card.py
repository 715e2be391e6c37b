"""What the researcher sees while the participant has a window: the trial, small, and how far."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey_state import Phase, SurveyState
from sortrank_gui.ui.participant.trial_mirror import TrialMirror
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.widgets import wording
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.theme import scaled_font
from sortrank_gui.ui.widgets.thin_progress import ThinProgress

_HEIGHT = 280


class MirrorCard(Card):
    """Shows the participant's trial, and takes no answers."""

    close_wanted = Signal()

    def __init__(self, images: ImageStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mirror, self.progress = TrialMirror(images), ThinProgress()
        self.mirror.setMaximumHeight(_HEIGHT)
        self._title, self._text = QLabel(), soft_label()
        self._title.setFont(scaled_font(self._title.font(), 1.5, bold=True))
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        button = QPushButton("Close the participant window")
        button.setToolTip("The session stays as it is")
        button.setAccessibleName(button.text())
        button.clicked.connect(self.close_wanted)
        self.body.setContentsMargins(32, 24, 32, 24)
        self.body.setSpacing(16)
        self.body.addStretch(1)
        for label in (self._title, self._text):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self.body.addWidget(label)
        self.body.addWidget(self.mirror, stretch=4)
        self.body.addWidget(self.progress)
        self.body.addWidget(button, alignment=Qt.AlignmentFlag.AlignHCenter)
        self.body.addStretch(1)

    def set_items(self, items: tuple[Item, ...]) -> None:
        """Take the items that trials refer to."""
        self.mirror.set_items(items)

    def follow(self, state: SurveyState) -> None:
        """Show what the participant sees."""
        runs = state.phase is Phase.RUNNING
        self._title.setText(f"{state.participant} answers in the participant window")
        self._text.setText(wording.describe_trials(state.answered, state.budget))
        self.mirror.show_trial(state.trial if runs else None)
        share = state.answered / state.budget if state.budget else 0.0
        self.progress.set_share(share, self._text.text())
