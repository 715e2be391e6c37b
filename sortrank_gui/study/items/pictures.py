"""Pictures on their way into a study: read here, looked at in a process of its own.

What is accepted can be shown later. A picture that was checked before is not decoded again: an
import checks, and so does saving.
"""

import os
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from sortrank_gui.confining import CHILDREN, Reply
from sortrank_gui.errors import InputError
from sortrank_gui.limits import MOST_PICTURE_BYTES
from sortrank_gui.safe_files import open_plain

_MOST_KNOWN = 100_000
_known: dict[bytes, tuple[str, int, int, int]] = {}
"""Format, width, height and frames of the pictures that were checked, by their SHA-256."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that can be shown, as the bytes of its file."""

    data: bytes
    format: str
    width: int
    """As it will stand: a camera's rotation is taken into account."""
    height: int
    frames: int = 1

    @property
    def digest(self) -> str:
        """The name of the picture inside a study."""
        return sha256(self.data).hexdigest()


def load_picture(path: Path, name: str = "") -> Image:
    """Read and check a picture; errors call it by this name, or else by its path."""
    name = name or str(path)
    try:
        if not path.is_file():
            raise InputError(f"{name} is missing.")
        with open_plain(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size > MOST_PICTURE_BYTES:
                most = f"pictures up to {MOST_PICTURE_BYTES / 1e6:,.0f} MB are possible"
                raise InputError(f"{name} has {size / 1e6:,.0f} MB; {most}.")
            data = file.read(MOST_PICTURE_BYTES)
    except OSError as error:
        raise InputError(f"{name} can't be read: {error.strerror}.") from error
    return check_picture(data, name)


def check_picture(data: bytes, name: str) -> Image:
    """Return a picture if it can be shown, checked in a process of its own."""
    key = sha256(data).digest()
    if key in _known:
        return Image(data, *_known[key])
    facts, other = CHILDREN.call(_examine, data, name, name=name)
    image = Image(other or data, facts["format"], facts["width"], facts["height"], facts["frames"])
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    made = sha256(image.data).digest()
    _known[made] = (image.format, image.width, image.height, image.frames)
    return image


def make_thumbnail(data: bytes, side: int) -> str:
    """Return a picture as a small data URI for a page; nothing where it can't be small."""
    try:
        facts, small = CHILDREN.call(_shrink, data, side, name="A picture")
    except InputError:
        return ""
    encoded = b64encode(small).decode("ascii")
    return f"data:image/{facts['format']};base64,{encoded}" if small else ""


def _examine(data: bytes, name: str) -> Reply:
    from sortrank_gui.study.items.images import examine  # Qt, only in the child

    return examine(data, name)


def _shrink(data: bytes, side: int) -> Reply:
    from sortrank_gui.study.items.images import shrink  # Qt, only in the child

    return shrink(data, side)
