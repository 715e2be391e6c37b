"""The page of trials: prompt, two items, key hints and a thin progress bar, nothing else."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.wording import find_text
from sortrank_gui.study.file.journal import Kind, Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.looks import looks_of
from sortrank_gui.ui.participant.messages import direction_of
from sortrank_gui.ui.participant.prompt import FindPrompt, make_prompt, prompt_factor
from sortrank_gui.ui.participant.trial_view import TrialView, find_look
from sortrank_gui.ui.pictures.images import ImageStore, source_of
from sortrank_gui.ui.widgets.stylesheet import make_stylesheet
from sortrank_gui.ui.widgets.theme import dress, scaled_font
from sortrank_gui.ui.widgets.thin_progress import ThinProgress

_LARGER = 1.2
"""How much larger letters are than in a window, on a screen of the usual height."""

_USUAL_HEIGHT, _LARGEST = 800, 2.5


def scale_for(height: int) -> float:
    """Return how much larger to write on a screen of this height: people sit farther away."""
    return round(min(max(height / _USUAL_HEIGHT, 1.0), _LARGEST), 1)


class TrialPage(QWidget):
    """Shows trials on a neutral ground."""

    def __init__(self, images: ImageStore) -> None:
        super().__init__()
        self.view = TrialView(images, brief=True)
        self.view.trial_changed.connect(self._on_trial_changed)
        self._prompt, self._note = make_prompt(), QLabel()
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.progress = ThinProgress()
        self._items: tuple[Item, ...] = ()
        self._words: Callable[[str], str] = str
        self._prompts: FindPrompt | None = None
        self._scale = 1.0
        self._lay_out()

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.progress, stretch=1)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(64, 40, 64, 48)
        column.setSpacing(16)
        column.addWidget(self._prompt)
        column.addWidget(self._note)
        column.addWidget(self.view, stretch=1)
        column.addSpacing(16)
        column.addLayout(foot)

    def set_content(
        self,
        content: Content,
        language: str | None = None,
        prompts: FindPrompt | None = None,
    ) -> None:
        """Take design and items, speak a language, and wear the looks that the design asks for.

        `prompts` has what each block asks, where there are several.
        """
        self._prompts = prompts
        design = content.design
        looks, language = looks_of(design.background), language or design.languages[0]
        self._items = content.items
        self._words = partial(find_text, design, language)
        self._prompt.setText(self._words("prompt"))
        self.progress.setAccessibleName(self._words("progress"))
        self.progress.setLayoutDirection(direction_of(language))
        self.set_scale(self._scale)
        dress(self, looks.page)
        self.view.dress_boxes(looks.items)
        self.setStyleSheet(make_stylesheet(looks.page))
        self.view.set_content(design, content.items, language)

    def set_scale(self, scale: float) -> None:
        """Write larger on a larger screen."""
        self._scale = scale
        larger = _LARGER * scale
        factor = larger * prompt_factor(self._prompt.text())
        self._prompt.setFont(scaled_font(self.font(), factor, bold=True))
        self._note.setFont(scaled_font(self.font(), larger))
        self.view.setFont(scaled_font(self.font(), scale))
        self.view.answer_bar.setFont(scaled_font(self.font(), larger))
        self.view.answer_bar.arrange()

    @Slot(object)
    def _on_trial_changed(self, trial: Trial | None) -> None:
        if trial is None:
            return
        if self._prompts is not None and self._prompt.text() != self._prompts(trial.question):
            self._prompt.setText(self._prompts(trial.question))
            self.set_scale(self._scale)
        is_practice = trial.kind is Kind.PRACTICE
        self._note.setText(self._words("practice_note") if is_practice else "")
        pair = [find_look(self._items, number, trial) for number in (trial.left, trial.right)]
        bare = all(source_of(item) is not None and not item.text for item in pair)
        for box in self.view.boxes.values():
            box.is_bare = bare
