"""The fields of a step: of a page, of practice, and of a block."""

from typing import Any

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.edits import change_wording
from sortrank_gui.study.design.item_sets import list_tags
from sortrank_gui.study.design.timeline import Prompt, Step, StepKind
from sortrank_gui.study.design.timeline_edits import (
    change_block,
    change_step,
    reword_block,
    reword_step,
)
from sortrank_gui.study.design.versions import full_timeline
from sortrank_gui.study.design.wording import find_own_text, find_text
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.study_editor.editors import LineEditor, NumberEditor, TextEditor
from sortrank_gui.ui.study_editor.section import FormField
from sortrank_gui.ui.study_editor.strategy_editor import looks_for_top, strategy_settings
from sortrank_gui.ui.study_editor.timeline.part_form import PartForm
from sortrank_gui.ui.study_editor.timeline.step_words import page_key
from sortrank_gui.ui.study_editor.timeline.stop_editor import StopEditor
from sortrank_gui.ui.study_editor.timeline.tags_field import TagsEditor

_MARKS = "**bold**, *italic*, # headings and lists with - are shown as such."


class StepForm(PartForm):
    """The common face of the forms of steps."""

    def __init__(self) -> None:
        super().__init__("timeline")

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return full_timeline(self.content.design)[self.place]

    @property
    def is_first_language(self) -> bool:
        """Whether the words are those of the study's first language."""
        return self.language == self.content.design.languages[0]

    def own_text(self, text: str, translations: tuple[Prompt, ...]) -> str:
        """Return a text in the language that is shown, and in no other."""
        if self.is_first_language:
            return text
        return next((each.text for each in translations if each.language == self.language), "")


class PageForm(StepForm):
    """The text of a page that every study has, which is a setting of the study."""

    def __init__(self) -> None:
        super().__init__()
        self.stays_open = True
        self.add(FormField("text", "Text of the page", TextEditor(lines=7), _MARKS), worded=True)

    def read(self, name: str) -> Any:
        """Return the text in the language that is shown."""
        return find_own_text(self.content.design, self.language, page_key(self.step.kind))

    def change(self, name: str, value: Any) -> Content:
        """Let the page say something else."""
        return change_wording(self.content, self.language, page_key(self.step.kind), value)


class TextForm(StepForm):
    """The text of a message, or of a break that has its own."""

    def __init__(self) -> None:
        super().__init__()
        self._text = TextEditor(lines=7)
        self.add(FormField("name", "Name", LineEditor(), "Only you see it."))
        self.add(FormField("text", "Text of the page", self._text, _MARKS), worded=True)

    def show_part(self, content: Content, place: int, language: str) -> None:
        """Show the text; a break that has none of its own says what all breaks say."""
        super().show_part(content, place, language)
        is_break = self.step.kind is StepKind.BREAK
        usual = find_text(content.design, language, "pause") if is_break else ""
        first = "" if self.is_first_language else self.step.text
        self._text.box.setPlaceholderText(first or usual)
        self.fields["name"].setVisible(not is_break)

    def read(self, name: str) -> Any:
        """Return the name, or the text in the language that is shown."""
        if name == "name":
            return self.step.name
        return self.own_text(self.step.text, self.step.translations)

    def change(self, name: str, value: Any) -> Content:
        """Give the step another name or text."""
        if name == "name":
            return change_step(self.content, self.place, name=value)
        return reword_step(self.content, self.place, self.language, value)


class PracticeForm(StepForm):
    """How many trials are for practice."""

    def __init__(self) -> None:
        super().__init__()
        self.add(
            FormField(
                "trials",
                "Practice pairs",
                NumberEditor(0, 1_000),
                "With the question and the items of the block that comes next. "
                "Their answers are kept apart.",
            )
        )

    def read(self, name: str) -> Any:
        """Return the number of trials."""
        return self.step.trials

    def change(self, name: str, value: Any) -> Content:
        """Ask for another number."""
        return change_step(self.content, self.place, trials=value)


class BlockForm(StepForm):
    """What a block asks, about what, how and for how long; empty is as in the study."""

    def __init__(self) -> None:
        super().__init__()
        self._prompt, self._tags, self._stop = LineEditor(), TagsEditor("All items"), StopEditor()
        self._items: tuple[Item, ...] | None = None
        self.add(FormField("name", "Name", LineEditor(), "In results and files; only you see it."))
        self.add(
            FormField("prompt", "Question", self._prompt, "Empty: the question of the study."),
            worded=True,
        )
        self.add(FormField("tags", "Items with one of these tags", self._tags, _TAGS))
        strategy, self._top = (each.make_field() for each in strategy_settings("As in the study"))
        self.add(strategy)
        self.add(self._top)
        self.add(FormField("stop", "", self._stop, "Otherwise as in the study."))

    def show_part(self, content: Content, place: int, language: str) -> None:
        """Show the block, and offer the tags that items have."""
        super().show_part(content, place, language)
        own = "" if self.is_first_language else self.step.block.prompt
        self._prompt.line.setPlaceholderText(own or find_text(content.design, language, "prompt"))
        self._top.setVisible(looks_for_top(self.step.block.strategy))
        self._stop.show_usual(content.design.stop)
        if content.items is not self._items:
            self._items = content.items
            self._tags.offer(list_tags(content.items))

    def read(self, name: str) -> Any:
        """Return a value of the block."""
        if name == "prompt":
            return self.own_text(self.step.block.prompt, self.step.block.translations)
        return self.step.name if name == "name" else getattr(self.step.block, name)

    def change(self, name: str, value: Any) -> Content:
        """Give the block another value."""
        match name:
            case "name":
                return change_step(self.content, self.place, name=value)
            case "prompt":
                return reword_block(self.content, self.place, self.language, value)
            case _:
                return change_block(self.content, self.place, **{name: value})


_TAGS = "Tags are given to items in the list of items: choose some, then “Tags…”."
