"""Decoded pictures: drawn by a child process at the size at which they are shown, on any thread."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from sortrank_gui.confining import CHILDREN, Child
from sortrank_gui.errors import InputError
from sortrank_gui.limits import MOST_PICTURE_BYTES
from sortrank_gui.ui.pictures import drawing


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture; of an animated one, the first frame."""

    image: QImage
    is_animated: bool = False


def decode(data: bytes, name: str, size: QSize, *, enlarge: bool = True) -> Picture:
    """Return the picture in a file's bytes, scaled to fit into `size` pixels."""
    room = (size.width(), size.height(), enlarge)
    facts, pixels = CHILDREN.call(drawing.draw, data, name, *room, name=name)
    return Picture(unpack(facts, pixels, name), bool(facts["is_animated"]))


def unpack(facts: dict[str, Any], pixels: bytes, name: str) -> QImage:
    """Return the image that a child packed."""
    width, height, stride = (int(facts[key]) for key in ("width", "height", "stride"))
    if width < 1 or height < 1 or stride < 4 * width or len(pixels) < stride * height:
        raise InputError(f"{name} can't be shown: it broke its decoder.")
    alpha = QImage.Format.Format_ARGB32_Premultiplied
    kind = alpha if facts["alpha"] else QImage.Format.Format_RGB32
    return QImage(pixels, width, height, stride, kind).copy()


def warm_children() -> None:
    """Start a child in the background, so that the first picture need not wait for it."""
    CHILDREN.warm(drawing.prepare)


def end_children() -> None:
    """Kill the children; whoever waits for a picture gets a sentence."""
    CHILDREN.end()
    FrameReader.child.end()


class FrameReader:
    """Reads one frame of an animation after the other; the first one after the last."""

    child = Child()
    """One for all that play: it keeps their place."""

    def __init__(self, data: bytes, name: str, size: QSize, *, enlarge: bool = True) -> None:
        self._data, self._name = data, name
        self._room = (size.width(), size.height(), enlarge)
        self._which, self._is_known = uuid4().hex, False

    def read_in_turn(self) -> tuple[QImage, int]:
        """Return the next frame, and for how many milliseconds it stays."""
        facts, pixels = self._ask(None if self._is_known else self._data)
        if facts.get("is_lost"):  # a new child
            facts, pixels = self._ask(self._data)
        self._is_known = True
        return unpack(facts, pixels, self._name), int(facts["delay_ms"])

    def close(self) -> None:
        """Let go of the animation."""
        if self._is_known:
            self.child.call(drawing.forget, self._which, name=self._name)

    def _ask(self, data: bytes | None) -> tuple[dict[str, Any], bytes]:
        asked = (self._which, data, self._name, *self._room)
        return self.child.call(drawing.draw_next, *asked, name=self._name)


def read_file(path: Path) -> bytes:
    """Return the bytes of a picture's file."""
    try:
        if path.stat().st_size > MOST_PICTURE_BYTES:
            raise InputError(f"{path.name} is larger than a picture may be.")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path.name} can't be read: {error.strerror}.") from error
