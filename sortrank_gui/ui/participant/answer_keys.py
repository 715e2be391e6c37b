"""The keys that answer: which key means what, and which of them are held down."""

from enum import Enum, auto

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from sortrank_gui.study.design.design import AnswerKeys
from sortrank_gui.study.file.journal import Answer

PAGES = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
_REPEAT_MS = 15
"""Some X servers send a held key as strokes; nobody lets a key go for so short a time."""
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
_CAPS = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}


class KeyAct(Enum):
    """What a key does in a trial, beside answering."""

    UNDO = auto()
    PAGE_DOWN = auto()
    PAGE_UP = auto()
    REPEAT = auto()
    """A key of the trial that is held down: it does nothing more."""


_ACTS = {
    int(Qt.Key.Key_Backspace): KeyAct.UNDO,
    int(Qt.Key.Key_PageDown): KeyAct.PAGE_DOWN,
    int(Qt.Key.Key_PageUp): KeyAct.PAGE_UP,
}


def answers_by_key(keys: AnswerKeys) -> dict[int, Answer]:
    """Return what each key answers; a name that is no key's is passed over."""
    found = {find_key(name): answer for answer in Answer for name in getattr(keys, answer.value)}
    found.pop(0, None)
    return found


def find_key(name: str) -> int:
    """Return Qt's number of a key; 0 where there is no key of this name."""
    sequence = QKeySequence.fromString(name, QKeySequence.SequenceFormat.PortableText)
    if sequence.count() != 1:
        return 0
    key: Qt.Key = sequence[0].key()  # type: ignore[index]  # PySide6's types do not know of it
    return 0 if key == Qt.Key.Key_unknown else int(key)


def name_key(event: QKeyEvent) -> str:
    """Return the name of a key as it is written down, the same in every language."""
    return QKeySequence(event.key()).toString(QKeySequence.SequenceFormat.PortableText)


def write_cap(names: tuple[str, ...], space: str) -> str:
    """Return what stands on the cap of the first of these keys; the space bar has a word."""
    first = names[0] if names else ""
    return space if first.casefold() == "space" else _CAPS.get(first.capitalize(), first.upper())


def is_plain(event: QKeyEvent) -> bool:
    """Say whether a key was pressed alone."""
    return event.modifiers() in _PLAIN


class TrialKeys:
    """The keys of a study, each stroke of which counts once."""

    def __init__(self) -> None:
        self._answers: dict[int, Answer] = {}
        self._held = _HeldKeys()
        self.set_keys(AnswerKeys())

    def set_keys(self, keys: AnswerKeys) -> None:
        """Take the keys that answer."""
        self._answers = answers_by_key(keys)

    def read(self, event: QKeyEvent) -> Answer | KeyAct | None:
        """Take a press and return what it means; None where it does not belong to a trial."""
        meant = self._answers.get(event.key()) or _ACTS.get(event.key())
        if not is_plain(event) or meant is None:
            return None
        if meant in (KeyAct.PAGE_DOWN, KeyAct.PAGE_UP) or self._held.is_stroke(event):
            return meant
        return KeyAct.REPEAT

    def release(self, event: QKeyEvent) -> None:
        """Hear that a key was released."""
        self._held.release(event)

    def forget(self) -> None:
        """Take all keys as released: another window gets the releases."""
        self._held.forget()


class _HeldKeys:
    """Knows which keys are down, so that each stroke counts once."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._released: dict[int, int] = {}

    def is_stroke(self, event: QKeyEvent) -> bool:
        """Take a press; say whether it is a new stroke, not a held key that repeats."""
        key = event.key()
        is_new = not event.isAutoRepeat() and key not in self._down
        self._down.add(key)
        at, before = event.timestamp(), self._released.get(key, 0)
        return is_new and not (before and at and at - before < _REPEAT_MS)

    def release(self, event: QKeyEvent) -> None:
        """Take a release; a repeating key sends some that are none."""
        if not event.isAutoRepeat():
            self._down.discard(event.key())
            self._released[event.key()] = event.timestamp()

    def forget(self) -> None:
        """Take all keys as released: another window gets the releases."""
        self._down.clear()
