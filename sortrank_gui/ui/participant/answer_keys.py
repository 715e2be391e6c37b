"""The keys that answer: which key means what, and which of them are held down."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from sortrank_gui.study.file.journal import Answer

KEYS = {
    Qt.Key.Key_Left: Answer.LEFT,
    Qt.Key.Key_F: Answer.LEFT,
    Qt.Key.Key_1: Answer.LEFT,
    Qt.Key.Key_Right: Answer.RIGHT,
    Qt.Key.Key_J: Answer.RIGHT,
    Qt.Key.Key_2: Answer.RIGHT,
    Qt.Key.Key_Down: Answer.EQUAL,
    Qt.Key.Key_Space: Answer.NEITHER,
}
UNDO = Qt.Key.Key_Backspace
PAGES = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
_REPEAT_MS = 15
"""Some X servers send a held key as strokes; nobody lets a key go for so short a time."""
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class HeldKeys:
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


def is_answer_key(event: QKeyEvent) -> bool:
    """Say whether a key belongs to a trial: an answer, undo, or scrolling."""
    return event.modifiers() in _PLAIN and event.key() in (*KEYS, UNDO, *PAGES)


def name_key(event: QKeyEvent) -> str:
    """Return the name of a key as it is written down, the same in every language."""
    return QKeySequence(event.key()).toString(QKeySequence.SequenceFormat.PortableText)
