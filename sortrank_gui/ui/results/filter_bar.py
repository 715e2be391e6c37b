"""The line above the results: which answers they are about."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from sortrank_gui.study.results.summary import Selection, Summary
from sortrank_gui.ui.results.sheets import DatesSheet, KindsSheet, PeopleSheet, PopupButton
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu
from sortrank_gui.ui.widgets.wording import shorten

_PAUSE_MS = 250
_MOST_LETTERS = 28
_NUMBERS = tuple(map(str, range(1000)))
_ROBOTS = (("people", "People only"), ("both", "People and robots"), ("robots", "Robots only"))
_GIVEN_BY = {"both": None, "people": False, "robots": True}
_ALL = (("", "All conditions"),)
_FITS = (("pooled", "One ranking of all"), ("each", "One ranking each"))


class FilterBar(QWidget):
    """Tells by `changed` that other answers are to be summarised."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.people, self.kinds, self.dates = (
            PeopleSheet("Participants"),
            KindsSheet(),
            DatesSheet(),
        )
        tip = "Choose whose answers count"
        self.people_button = PopupButton("Participants", tip, self.people)
        self.kinds_button = PopupButton("Kinds", "Choose which trials count", self.kinds)
        self.dates_button = PopupButton(
            "Dates", "Choose from when to when answers count", self.dates
        )
        self.questions = self._make_menu("Question", (("0", ""),))
        self.conditions = self._make_menu("Conditions", _ALL)
        self.robots = self._make_menu("Given by", _ROBOTS)
        self.fits = self._make_menu("Rankings", _FITS)
        self.reset_button = QPushButton("Reset")
        self.reset_button.setToolTip("Let all answers pass again")
        self.reset_button.setAccessibleName("Reset the filters")
        self.reset_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.reset_button.clicked.connect(self.reset)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.changed)
        for sheet in (self.people, self.kinds, self.dates):
            sheet.changed.connect(self._on_changed)
        self._lay_out()
        self._describe()

    def _make_menu(self, name: str, choices: Sequence[tuple[str, str]]) -> ChoiceMenu:
        menu = ChoiceMenu(name, self)
        menu.set_choices(choices, choices[0][0])
        menu.chosen.connect(self._on_changed)
        return menu

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        tip = "Choose the question that all results are about"
        self.question_button = ChoiceButton(self.questions, name="Question", tip=tip)
        tip = "Choose whose condition counts"
        self.conditions_button = ChoiceButton(self.conditions, name="Conditions", tip=tip)
        row.addWidget(self.question_button)
        for button in (self.people_button, self.kinds_button, self.dates_button):
            row.addWidget(button)
        row.addWidget(self.conditions_button)
        for choice in (self.question_button, self.conditions_button):
            choice.hide()
        tip = "Robots count only if you say so"
        self.robots_button = ChoiceButton(self.robots, name="Given by", tip=tip)
        self.robots_button.hide()
        row.addWidget(self.robots_button)
        tip = "Fit one ranking to all answers, or one to each participant's, too"
        row.addWidget(ChoiceButton(self.fits, name="Rankings", tip=tip))
        row.addWidget(self.reset_button)

    @property
    def selection(self) -> Selection:
        """What is to be summarised."""
        ticked = self.people.ticked
        everybody = len(ticked) == len(self.people.codes)
        return Selection(
            participants=None if everybody else ticked,
            kinds=self.kinds.kinds,
            since=self.dates.since,
            until=self.dates.until,
            sessions=self.dates.sessions,
            robots=_GIVEN_BY[self.robots.current],
            excluded=self.kinds.excluded.isChecked(),
            per_participant=self.fits.current == "each",
            question=int(self.questions.current),
            conditions=frozenset({name}) if (name := self.conditions.current) else None,
        )

    @property
    def is_narrow(self) -> bool:
        """Whether the filters leave something out."""
        chosen = self.selection
        usual = Selection(per_participant=chosen.per_participant, question=chosen.question)
        return chosen != usual

    def follow(self, summary: Summary) -> None:
        """Offer what the study has; who comes new is ticked."""
        before, sessions = self.selection, summary.sessions
        self._offer_parts(summary)
        robots = before.robots
        whose = [each for each in sessions if robots is None or each.is_robot == robots]
        self.people.set_people(list(dict.fromkeys(e.participant for e in whose)), ticked=True)
        self.dates.set_span([e.started_at for e in sessions] + [e.last_at for e in sessions])
        self.dates.set_sessions(max((each.number for each in sessions), default=0))
        self.kinds.excluded.setVisible(bool(summary.exclusions) or before.excluded)
        has_robots = any(each.is_robot for each in sessions)
        self.robots_button.setVisible(has_robots or robots is not False)
        self._describe()
        if self.selection != before:
            self._pause.start()

    def _offer_parts(self, summary: Summary) -> None:
        """Offer questions and conditions, where there are several."""
        for menu, button, choices in (
            (self.questions, self.question_button, _list(_NUMBERS, summary.questions)),
            (
                self.conditions,
                self.conditions_button,
                [*_ALL, *_list(summary.conditions, summary.conditions)],
            ),
        ):
            if choices != menu.choices:
                known = [value for value, _ in choices]
                menu.set_choices(choices, menu.current if menu.current in known else known[0])
            button.setVisible(len(choices) > 1)

    @Slot()
    def reset(self) -> None:
        """Let all answers pass."""
        self.people.tick(self.people.codes)
        self.kinds.reset()
        self.dates.reset()
        self.robots.set_current("people")
        self.conditions.set_current("")
        self._on_changed()

    @Slot()
    def _on_changed(self) -> None:
        self._describe()
        self._pause.start()

    def _describe(self) -> None:
        ticked, codes = self.people.ticked, self.people.codes
        if len(ticked) == len(codes):
            text = "All participants"
        elif len(ticked) == 1:
            text = next(iter(ticked))
        else:
            text = f"{len(ticked)} of {len(codes)} participants"
        self.people_button.say(text)
        self.kinds_button.say(self.kinds.words)
        self.dates_button.say(self.dates.words)
        self.reset_button.setVisible(self.is_narrow)


def _list(values: Iterable[str], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return choices; an & in a name is no mark of a shortcut."""
    return [
        (value, shorten(name, _MOST_LETTERS).replace("&", "&&"))
        for value, name in zip(values, names, strict=False)
    ]
