"""The fields of a condition: its name, and what it changes; empty is as in the study."""

from typing import Any

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout

from sortrank_gui.study.design.condition_edits import (
    change_condition,
    find_condition_text,
    reword_condition,
)
from sortrank_gui.study.design.conditions import AssignBy, Condition
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.item_sets import list_tags, list_variants
from sortrank_gui.study.design.versions import list_blocks
from sortrank_gui.study.design.wording import find_text, list_keys
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.study_editor.editors import ChoiceEditor, LineEditor, TextEditor
from sortrank_gui.ui.study_editor.language_bar import name_word
from sortrank_gui.ui.study_editor.list_editors import CodesEditor
from sortrank_gui.ui.study_editor.section import FormField
from sortrank_gui.ui.study_editor.strategy_editor import looks_for_top, strategy_settings
from sortrank_gui.ui.study_editor.timeline.part_form import PartForm
from sortrank_gui.ui.study_editor.timeline.tags_field import TagsEditor
from sortrank_gui.ui.widgets.fields import make_choice
from sortrank_gui.ui.widgets.wording import shorten

_PAGES = ("welcome", "consent", "instructions", "thanks", "pause")
_NAMES = {"prompt": "The question", "pause": "The page Break", "thanks": "The page Thanks"}
_BLOCK = "prompt "


class ConditionForm(PartForm):
    """Words are edited one at a time: a box chooses which, and marks those that differ."""

    def __init__(self) -> None:
        super().__init__("conditions")
        self._key = "prompt"
        self._items: tuple[Item, ...] | None = None
        self._listed: object = None
        self._tags, self.text = TagsEditor("All items"), TextEditor(lines=4)
        self.pictures = ChoiceEditor([("", "As in the study")])
        self.which = make_choice(())
        self.which.setAccessibleName("Words to change")
        self.which.setToolTip("Which text participants of this condition read in other words")
        self.which.currentIndexChanged.connect(self._on_which)
        self.add(FormField("name", "Name", LineEditor(), "In results and files; only you see it."))
        self.add(FormField("codes", "Codes of its participants, one a line", CodesEditor()))
        label = QLabel("Other words than in the study")
        label.setBuddy(self.which)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(label)
        words.addWidget(self.which)
        self.column.addLayout(words)
        self.add(FormField("text", "", self.text, "Empty: as in the study."), worded=True)
        self.text.box.setAccessibleName("Other words")
        self.add(FormField("tags", "Only items with one of these tags", self._tags))
        strategy, self._top = (each.make_field() for each in strategy_settings("As in the study"))
        self.add(strategy)
        self.add(self._top)
        self.add(
            FormField(
                "pictures",
                "Pictures",
                self.pictures,
                "Another set of pictures is added in the list of items.",
            )
        )

    @property
    def condition(self) -> Condition:
        """The condition that is shown."""
        return self.content.design.conditions[self.place]

    def show_part(self, content: Content, place: int, language: str) -> None:
        """Show a condition, and offer what can be chosen."""
        self._content, self.place, self.language = content, place, language
        design = content.design
        if content.items is not self._items:
            self._items = content.items
            self._tags.offer(list_tags(content.items))
            variants = list_variants(content.items)
            named = [(name, shorten(name, 40)) for name in variants]
            self.pictures.offer([("", "As in the study"), *named])
        self._offer_words(design)
        super().show_part(content, place, language)
        by_codes = design.assignment.by is AssignBy.CODES
        self.fields["codes"].setVisible(by_codes)
        self._top.setVisible(looks_for_top(self.condition.strategy))
        key = "prompt" if self._key.startswith(_BLOCK) else self._key
        own = [step for step in list_blocks(design) if self._key == _BLOCK + step.name]
        usual = own[0].find_prompt(language) if own else ""
        self.text.box.setPlaceholderText(usual or find_text(design, language, key))

    def _offer_words(self, design: Design) -> None:
        """List all words that there are; a mark says which of them differ."""
        keys = list_word_keys(design)
        changed = {key for at, key, _ in self.condition.words if at == self.language}
        listed = (keys, changed)
        if listed == self._listed:
            return
        self._listed = listed
        if self._key not in keys:
            self._key = "prompt"
        with QSignalBlocker(self.which):
            if self.which.count() != len(keys):
                self.which.clear()
                for key in keys:
                    self.which.addItem("", key)
            for row, key in enumerate(keys):
                mark = "• " if key in changed else ""
                self.which.setItemData(row, key)
                self.which.setItemText(row, mark + shorten(name_key(key), 50))
            self.which.setCurrentIndex(keys.index(self._key))

    def read(self, name: str) -> Any:
        """Return a value of the condition, or its own words."""
        if name == "text":
            return find_condition_text(self.condition, self.language, self._key)
        return getattr(self.condition, name)

    def change(self, name: str, value: Any) -> Content:
        """Give the condition another value or other words."""
        if name == "text":
            return reword_condition(self.content, self.place, self.language, self._key, value)
        return change_condition(self.content, self.place, **{name: value})

    @Slot()
    def _on_which(self) -> None:
        self._key = self.which.currentData()
        self.left.emit()
        self.show_part(self.content, self.place, self.language)


def list_word_keys(design: Design) -> list[str]:
    """Return the keys of all that a condition can say in other words, the question first."""
    blocks = [step.name for step in list_blocks(design)] if design.timeline else []
    keys = ["prompt", *(_BLOCK + name for name in blocks), *_PAGES, *list_keys()]
    return list(dict.fromkeys(keys))


def name_key(key: str) -> str:
    """Return what a researcher calls a text."""
    if key.startswith(_BLOCK):
        return f"The question of the block “{key.removeprefix(_BLOCK)}”"
    name = _NAMES.get(key) or name_word(key)
    return name[:1].upper() + name[1:]
