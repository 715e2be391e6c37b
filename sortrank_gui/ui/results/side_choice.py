"""Who stands on each of two sides: people who are ticked, or groups that answers make."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from sortrank_gui.study.results.groupings import Grouping
from sortrank_gui.ui.results.sheets import PeopleSheet, PopupButton
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu
from sortrank_gui.ui.widgets.wording import shorten

_PEOPLE = ("", "People")
_MOST_LETTERS = 32
_SIDES = ("First side", "Second side")


class SideChoice(QWidget):
    """Tells by `changed` when somebody chose other sides."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._groupings: Sequence[Grouping] = ()
        self.first, self.second = (PeopleSheet(name) for name in _SIDES)
        self._people = [
            PopupButton(name, f"Choose who is on the {name.lower()}", sheet)
            for name, sheet in zip(_SIDES, (self.first, self.second), strict=True)
        ]
        self.split = ChoiceMenu("Compare by", self)
        self.split.set_choices([_PEOPLE], "")
        self.groups = [ChoiceMenu(name, self) for name in _SIDES]
        self._group_buttons = [
            ChoiceButton(menu, name=f"{name}: group", tip=f"Choose the group of the {name.lower()}")
            for name, menu in zip(_SIDES, self.groups, strict=True)
        ]
        tip = "Part people by condition, or by what they answered"
        self.split_button = ChoiceButton(self.split, name="Compare by", tip=tip)
        self.split_button.hide()
        self.split.chosen.connect(self._on_split)
        for menu in self.groups:
            menu.chosen.connect(self._on_group)
        for sheet in (self.first, self.second):
            sheet.changed.connect(self._on_people)
        self._lay_out()
        self._show_kind()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.split_button)
        row.addWidget(self._people[0])
        row.addWidget(self._group_buttons[0])
        row.addWidget(soft_label("with"))
        row.addWidget(self._people[1])
        row.addWidget(self._group_buttons[1])

    def offer_people(self, codes: Sequence[str]) -> None:
        """Offer all participants; at first, one is compared with all others."""
        fresh = not self.first.codes
        for sheet in (self.first, self.second):
            sheet.set_people(codes, ticked=False)
        if fresh and codes:
            self.first.tick(codes[:1])
            self.second.tick(codes[1:])
        self.describe()

    def offer_groups(self, groupings: Sequence[Grouping]) -> None:
        """Offer ways to part people; the chosen one stays, as far as it is still there."""
        self._groupings = groupings
        choices = [_PEOPLE, *((each.name, _label(each.title)) for each in groupings)]
        if choices != self.split.choices:
            known = [value for value, _ in choices]
            self.split.set_choices(choices, self.split.current * (self.split.current in known))
        self.split_button.setVisible(len(choices) > 1)
        self._offer_sides()

    def _find(self) -> Grouping | None:
        return next((each for each in self._groupings if each.name == self.split.current), None)

    def _offer_sides(self) -> None:
        grouping = self._find()
        if grouping is not None:
            words = list(grouping.groups)
            for menu, usual in zip(self.groups, words, strict=False):
                current = menu.current if menu.current in words else usual
                menu.set_choices([(word, _label(word)) for word in words], current)
            self._tick(grouping)
        self._show_kind()

    def _tick(self, grouping: Grouping) -> None:
        for menu, sheet in zip(self.groups, (self.first, self.second), strict=True):
            sheet.tick(grouping.groups.get(menu.current, frozenset()))

    def _show_kind(self) -> None:
        by_group = bool(self.split.current)
        for people, group in zip(self._people, self._group_buttons, strict=True):
            people.setVisible(not by_group)
            group.setVisible(by_group)

    def describe(self) -> None:
        """Show on the buttons who is chosen."""
        for button, sheet in zip(self._people, (self.first, self.second), strict=True):
            ticked = sheet.ticked
            many = f"{len(ticked)} participants"
            button.say(next(iter(ticked)) if len(ticked) == 1 else many if ticked else "nobody")

    @Slot(str)
    def _on_split(self, _name: str) -> None:
        self._offer_sides()

    @Slot(str)
    def _on_group(self, _word: str) -> None:
        grouping = self._find()
        if grouping is not None:
            self._tick(grouping)

    @Slot()
    def _on_people(self) -> None:
        self.describe()
        self.changed.emit()


def _label(text: str) -> str:
    return shorten(text, _MOST_LETTERS).replace("&", "&&")
