"""A questionnaire as a participant fills it in: one sheet that scrolls, checked at each question.

How it works
------------
Tab goes from control to control. Enter checks the question that has the focus and goes to the next
one; at the last, or on the button, it leaves the page if all answers can stand. Otherwise every
question says what it lacks, and the first of them gets the focus. A question that is left with a
wrong answer says so at once; one that is left empty, only when the page is to be left.
"""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.study.design.questionnaire import Words
from sortrank_gui.study.design.timeline import Step
from sortrank_gui.ui.participant.messages import direction_of
from sortrank_gui.ui.participant.page_text import FormattedText
from sortrank_gui.ui.participant.query_box import QueryBox
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.stylesheet import make_stylesheet
from sortrank_gui.ui.widgets.theme import Theme, dress, make_palette, scaled_font

_WIDEST = 920
_SIDES, _TOP, _AROUND = 56, 48, 32
_NARROW, _SMALL_SIDES = 560, 20
_TEXT, _LETTERS, _HINT = 1.5, 1.35, 1.1
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class QuestionnairePage(QWidget):
    """Shows one questionnaire at a time; `finished` has the answers by the names of fields."""

    finished = Signal(dict)

    def __init__(self) -> None:
        super().__init__()
        self.boxes: list[QueryBox] = []
        self._shown: tuple[Step, str] | None = None
        self._scale = 1.0
        self._text, self._hint, self.button = FormattedText(), soft_label(), QPushButton()
        self._hint.setWordWrap(True)
        self.button.setProperty("primary", True)
        self.button.clicked.connect(self.go_on)
        self._settling = QTimer(self, singleShot=True, interval=0)
        self._settling.timeout.connect(self._reveal)
        self._lay_out()
        self.set_scale(1.0)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)

    def _lay_out(self) -> None:
        self._sheet = Card()
        self._questions = QVBoxLayout()
        self._questions.setSpacing(36)
        foot = QHBoxLayout()
        foot.setSpacing(16)
        foot.addWidget(self._hint, stretch=1)
        foot.addWidget(self.button)
        self._sheet.body.setSpacing(36)
        self._sheet.body.addWidget(self._text)
        self._sheet.body.addLayout(self._questions)
        self._sheet.body.addLayout(foot)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._sheet, stretch=1000)
        row.addStretch(1)
        ground = QWidget()
        ground.setObjectName("ground")
        self._margins = column = QVBoxLayout(ground)
        column.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        self._scroll.setStyleSheet("QScrollArea, QWidget#ground { background: transparent; }")
        self._scroll.setWidget(ground)
        ground.setAutoFillBackground(False)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._scroll)

    def wear(self, theme: Theme) -> None:
        """Have colours of its own, whatever the application's are."""
        dress(self, theme)
        self.setPalette(make_palette(theme))
        self.setStyleSheet(make_stylesheet(theme))

    def set_scale(self, scale: float) -> None:
        """Write larger on a larger screen."""
        self._scale = scale
        self._text.setFont(scaled_font(self.font(), scale * _TEXT))
        self._hint.setFont(scaled_font(self.font(), scale * _HINT))
        self.button.setFont(scaled_font(self.font(), scale * _LETTERS))
        for box in self.boxes:
            box.set_letters(scaled_font(self.font(), scale * _LETTERS))
        self._sheet.setMaximumWidth(round(scale * _WIDEST))
        self._fit()

    def show_step(
        self,
        step: Step,
        language: str,
        words: Words,
        pictures: Mapping[str, QImage] | None = None,
    ) -> None:
        """Ask the questions of a step, all empty; what is shown already keeps its answers."""
        if (step, language) == self._shown:
            return
        self._shown = step, language
        self.setLayoutDirection(direction_of(language))
        text = step.find_text(language)
        self._text.setVisible(bool(text.strip()))
        self._text.show_text(text, Qt.AlignmentFlag.AlignLeft, pictures or {})
        self._hint.setText(words("form_hint"))
        self.button.setText(words("continue"))
        self.setAccessibleName(step.name)
        self.setAccessibleDescription(self._text.toPlainText())
        self._ask(step, language, words)
        self.set_scale(self._scale)
        self._scroll.verticalScrollBar().setValue(0)

    def clear(self) -> None:
        """Forget what was answered: the next person starts anew."""
        self._shown = None
        self._drop_boxes()

    def _drop_boxes(self) -> None:
        for box in self.boxes:
            self._questions.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.boxes = []

    def _ask(self, step: Step, language: str, words: Words) -> None:
        self._drop_boxes()
        self.boxes = [QueryBox(field, language, words) for field in step.fields]
        for box in self.boxes:
            self._questions.addWidget(box)

    @property
    def answers(self) -> dict[str, Any]:
        """All answers by the names of fields; what was left empty is absent."""
        found = {box.field.name: box.answer for box in self.boxes}
        return {name: answer for name, answer in found.items() if answer is not None}

    def take_focus(self) -> None:
        """Let the keyboard act on the first question."""
        if self.boxes:
            self.boxes[0].take_focus()

    @Slot()
    def go_on(self) -> None:
        """Leave the page if all answers can stand; else say what is wrong, and go there."""
        if not self.isEnabled():  # they are on their way
            return
        wrong = [box for box in self.boxes if not box.check()]
        if not wrong:
            self.finished.emit(self.answers)
            return
        wrong[0].take_focus()
        self._settling.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from question to question by Enter."""
        if event.key() not in _ENTER:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self._go_from(self._find_box(self.focusWidget()))

    def scroll_page(self, pages: float) -> None:
        """Scroll a long questionnaire."""
        bar = self._scroll.verticalScrollBar()
        bar.setValue(bar.value() + round(pages * bar.pageStep()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave less around the sheet in a small window."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow other letters of the system."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationFontChange:
            self.set_scale(self._scale)

    def _fit(self) -> None:
        small = self.width() < _NARROW
        sides, around = (_SMALL_SIDES, 8) if small else (_SIDES, _AROUND)
        top = sides if small else _TOP
        self._sheet.body.setContentsMargins(sides, top, sides, top)
        self._margins.setContentsMargins(around, around, around, around)
        width = min(self._sheet.maximumWidth(), self.width() - 2 * around) - 2 * sides
        self._text.expect_width(width)
        self._text.setMinimumHeight(self._text.maximumHeight())

    def _go_from(self, box: QueryBox | None) -> None:
        if box is None or box is self.boxes[-1]:
            self.go_on()
        else:
            if box.check():
                self.boxes[self.boxes.index(box) + 1].take_focus()
            self._settling.start()

    def _find_box(self, widget: QWidget | None) -> QueryBox | None:
        return next((box for box in self.boxes if widget and box.isAncestorOf(widget)), None)

    @Slot()
    def _reveal(self) -> None:
        """Scroll to the question as a whole, with what is wrong, once all has its place."""
        box = self._find_box(self.focusWidget())
        if box is not None and box.height() <= self._scroll.viewport().height():
            self._scroll.ensureWidgetVisible(box, 0, _AROUND)

    @Slot(QWidget, QWidget)
    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        """Check what is left, and show where the focus is."""
        left, entered = self._find_box(before), self._find_box(now)
        if left is not None and left is not entered:
            left.check(if_empty=bool(left.problem))
        if now is not None and (entered is not None or now is self.button):
            self._scroll.ensureWidgetVisible(now, 0, _AROUND)
