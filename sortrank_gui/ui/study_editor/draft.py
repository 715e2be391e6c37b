"""The study as it is being edited: a list of frozen contents, so that undo is a step in a list."""

from PySide6.QtCore import QObject, Signal

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.freezing import find_frozen_change
from sortrank_gui.study.design.validation import design_problems, item_problems

_MOST_STEPS = 200


class Draft(QObject):
    """The newest content, those before it, and what is wrong with it, field by field."""

    changed = Signal()
    """For any reason: an edit, undo, redo, or a study that was saved or opened."""
    edited = Signal()
    """By the user, so that it has to be saved."""

    def __init__(self, content: Content, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lock = ""
        """Why edits are refused, such as that answers exist; empty where they are not."""
        self.texts_free = False
        """Whether pages, words, codes and the PIN may change nevertheless."""
        self._checked: Content | None = None
        self._of_items: dict[str, str] = {}
        self.reset(content)

    @property
    def content(self) -> Content:
        """What the screen shows."""
        return self._steps[self._at]

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to take back."""
        return self._at > 0 and self._may_become(self._steps[self._at - 1])

    @property
    def can_redo(self) -> bool:
        """Whether there is an edit to do again."""
        after = self._steps[self._at + 1 : self._at + 2]
        return bool(after) and self._may_become(after[0])

    @property
    def is_closed(self) -> bool:
        """Whether nothing at all may change."""
        return bool(self.lock) and not self.texts_free

    def _may_become(self, content: Content) -> bool:
        """Say whether an edit to this content is possible now."""
        if not self.lock:
            return True
        return self.texts_free and not find_frozen_change(self.content, content)

    def reset(self, content: Content) -> None:
        """Begin a new history with this content."""
        self._steps, self._at, self._last_key = [content], 0, ""
        self._tell()

    def take_over(self, content: Content) -> None:
        """Take what another page made of the study; it can be undone where edits are possible."""
        if self.lock:
            self.reset(content)
        else:
            self.edit(content)

    def settle(self, content: Content) -> None:
        """Take the content as it lies in the file, which is no edit."""
        self._steps[self._at] = content
        self._tell()

    def edit(self, content: Content, key: str = "") -> None:
        """Take an edit; edits in a row with one key, such as typing, are undone at once."""
        if content == self.content or not self._may_become(content):
            return
        merges = bool(key) and key == self._last_key and self._at + 1 == len(self._steps)
        keep = self._at if merges and self._at > 0 else self._at + 1
        self._steps = [*self._steps[:keep], content][-_MOST_STEPS:]
        self._at, self._last_key = len(self._steps) - 1, key
        self._tell(edited=True)

    def end_typing(self) -> None:
        """Let the next edit be a step of its own, whatever its key is."""
        self._last_key = ""

    def undo(self) -> None:
        """Go back by one edit."""
        self._go(-1, possible=self.can_undo)

    def redo(self) -> None:
        """Go forward again."""
        self._go(1, possible=self.can_redo)

    def _go(self, step: int, *, possible: bool) -> None:
        if possible:
            self._at, self._last_key = self._at + step, ""
            self._tell(edited=True)

    def _tell(self, *, edited: bool = False) -> None:
        self.problems = self._find_problems(self.content)
        self.changed.emit()
        if edited:
            self.edited.emit()

    def _find_problems(self, content: Content) -> dict[str, str]:
        """Check items only when they changed: thousands of names are too many for every key."""
        last = self._checked
        if last is None or (last.items, last.truth) != (content.items, content.truth):
            self._of_items = item_problems(content.items, content.truth)
        self._checked = content
        has_truth = content.truth is not None
        return design_problems(content.design, content.items, has_truth=has_truth) | self._of_items
