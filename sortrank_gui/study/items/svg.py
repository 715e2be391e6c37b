"""Checks SVG pictures: nothing from outside, nothing that grows when it is drawn.

How it works
------------
The file is parsed before it is drawn. References may lead to the picture itself or to pictures
written into it, which are checked in turn. What an element refers to (`use`, masks, markers,
patterns, filters, clips) is drawn with it, may refer to more, and is drawn anew at each corner of a
path with markers; how many elements would be drawn in the end is counted before anyone draws them.
What takes long all the same ends with the child process that draws it: see `confining`.
"""

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes
from xml.parsers import expat

from sortrank_gui.errors import InputError

MOST_BYTES = 5_000_000
MOST_ELEMENTS = 100_000
MOST_FILTERS = 20
"""Elements that are blurred and the like: each takes as long as the whole picture."""
_FORBIDDEN = {"script", "foreignObject", "iframe"}
_FILTER = re.compile(r"(?:^|[;{\s])filter\s*:\s*(?!none)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]+")
_URL = re.compile(r"""url\s*\(\s*['"]?\s*([^'")]*)""", re.IGNORECASE)
_WRITTEN = re.compile(
    r"data:image/(?P<kind>[a-z0-9.+-]+)(?:;charset=[a-z0-9-]+)?;base64,(?P<data>[a-z0-9+/=%\s]*)",
    re.IGNORECASE,
)
"""A picture in the one form in which everybody finds the same one: where several commas are, or
another encoding, what is checked may not be what some version of Qt draws."""
_LENGTH = re.compile(r"\s*([0-9.]+(?:e[+-]?[0-9]+)?)\s*(px|pt|pc|mm|cm|in)?\s*$", re.IGNORECASE)
_PIXELS = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}

CheckPicture = Callable[[bytes], object]


def looks_like_svg(data: bytes) -> bool:
    """Say whether a file begins like an SVG picture."""
    start = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith((b"<?xml", b"<svg", b"<!--", b"<!DOCTYPE svg"))


def check_svg(data: bytes, name: str, check_picture: CheckPicture) -> tuple[int, int]:
    """Return the size of an SVG picture in pixels; raise if it is not safe to draw."""
    if len(data) > MOST_BYTES:
        raise InputError(f"{name} is larger than an SVG picture may be (5 MB).")
    reader = _Reader(check_picture)
    parser = expat.ParserCreate()
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.EntityDeclHandler = reader.refuse_entity
    parser.ProcessingInstructionHandler = reader.refuse_instruction
    try:
        parser.Parse(data, True)
        reader.require_small()
    except expat.ExpatError as error:
        raise InputError(f"{name} is not valid SVG: line {error.lineno} can't be read.") from error
    except (LookupError, ValueError) as error:
        if isinstance(error, InputError):  # of a picture inside
            raise
        raise InputError(f"{name} has an encoding that can't be read; save it as UTF-8.") from error
    except _UnsafeError as error:
        line = parser.CurrentLineNumber
        raise InputError(f"{name} is refused: line {line} has {error}.") from error
    if reader.size is None:
        raise InputError(f"{name} is XML, but not an SVG picture.")
    return reader.size


class _UnsafeError(Exception):
    """Something that a picture has no need of."""


@dataclass
class _Part:
    """An element with an id, or the whole picture: its own elements, and what it repeats."""

    elements: int = 0
    uses: list[tuple[str, int]] = field(default_factory=list)
    """Parts that it refers to, and how often each is drawn."""


class _Reader:
    """Follows the elements of a picture."""

    def __init__(self, check_picture: CheckPicture) -> None:
        self.size: tuple[int, int] | None = None
        self._check_picture = check_picture
        self._parts: dict[str, _Part] = {"": _Part()}
        self._open: list[str | None] = []
        self._style: list[str] | None = None
        self._total = self._filters = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if not self._open:
            self.size = _read_size(attributes) if name == "svg" else None
        if name in _FORBIDDEN:
            raise _UnsafeError(f"a {name} element")
        if self._style is not None:  # after which the sheet would go on
            raise _UnsafeError("an element in a style sheet")
        self._total += 1
        if self._total > MOST_ELEMENTS or len(self._open) > 256:
            raise _UnsafeError("too many elements")
        self._style = [] if name == "style" else None
        self._count(attributes)
        for key, value in attributes.items():
            self._check_attribute(key.rpartition(":")[2], value)

    def end(self, tag: str) -> None:
        self._open.pop()
        if self._style is not None:
            self._check_rules("".join(self._style))
        self._style = None

    def text(self, content: str) -> None:
        if self._style is not None:
            self._style.append(content)

    def refuse_entity(self, *_: object) -> None:
        raise _UnsafeError("an entity of its own")

    def refuse_instruction(self, target: str, _data: str) -> None:
        raise _UnsafeError(f"an instruction for programs ({target[:40]})")

    def require_small(self) -> None:
        """Raise if drawing would repeat parts too often, or for ever."""
        sizes: dict[str, int] = {}
        if self._expanded("", sizes, ()) > MOST_ELEMENTS:
            raise _UnsafeError("parts that are repeated too often")

    def _count(self, attributes: dict[str, str]) -> None:
        own = attributes.get("id") or None
        if own is not None:
            self._parts.setdefault(own, _Part())
        self._open.append(own)
        around = {"", *(part for part in self._open if part is not None)}
        used = list(_list_uses(attributes))
        self._filters += _is_filtered(attributes)
        if self._filters > MOST_FILTERS:
            raise _UnsafeError("too many filters")
        for part in around:
            self._parts[part].elements += 1
            self._parts[part].uses += used

    def _expanded(self, part: str, sizes: dict[str, int], path: tuple[str, ...]) -> int:
        if part in path or len(path) > 64:
            raise _UnsafeError("a part that repeats itself")
        if part not in sizes:
            found = self._parts.get(part, _Part())
            total = found.elements
            for used, times in found.uses:
                total += times * self._expanded(used, sizes, (*path, part))
                if total > MOST_ELEMENTS:
                    break
            sizes[part] = min(total, 10 * MOST_ELEMENTS)
        return sizes[part]

    def _check_attribute(self, key: str, value: str) -> None:
        if key.lower().startswith("on"):
            raise _UnsafeError(f"a script ({key})")
        if key == "base":
            raise _UnsafeError("another place for its references")
        if key == "href":
            self._check_link(value)
        elif "(" in value or "@" in value:
            self._check_style(value)

    def _check_rules(self, text: str) -> None:
        """Check a style sheet: its rules may be about any element, so they refer to nothing."""
        self._check_style(text)
        if _URL.search(text) or _FILTER.search(text):
            raise _UnsafeError("a style sheet with references or filters")

    def _check_style(self, text: str) -> None:
        if "@import" in text.lower() or "\\" in text:
            raise _UnsafeError("a reference to another file")
        for link in _URL.findall(text):
            self._check_link(link)

    def _check_link(self, link: str) -> None:
        link = link.strip()
        if not link or link.startswith("#"):
            return
        written = _WRITTEN.fullmatch(link)
        if written is None or "svg" in written["kind"].lower():
            raise _UnsafeError(f"a reference to another file ({link[:60]})")
        try:
            data = base64.b64decode(
                b"".join(unquote_to_bytes(written["data"]).split()), validate=True
            )
        except binascii.Error as error:
            raise _UnsafeError("a picture inside it that can't be read") from error
        if looks_like_svg(data):
            raise _UnsafeError("another SVG picture inside it")
        self._check_picture(data)


def _list_uses(attributes: dict[str, str]) -> Iterator[tuple[str, int]]:
    """Yield what an element draws beside itself, and how often at most."""
    corners = max(len(_NUMBER.findall(attributes.get(key, ""))) for key in ("d", "points"))
    for key, value in attributes.items():
        name = key.rpartition(":")[2]
        if name == "href" and value.strip().startswith("#"):
            yield value.strip()[1:], 1
        elif "(" in value:
            times = max(1, corners) if "marker" in f"{name} {value}".lower() else 1
            yield from ((link.strip()[1:], times) for link in _URL.findall(value) if "#" in link)


def _is_filtered(attributes: dict[str, str]) -> bool:
    named = attributes.get("filter", "none").strip().lower() not in ("", "none")
    return named or _FILTER.search(attributes.get("style", "")) is not None


def _read_size(attributes: dict[str, str]) -> tuple[int, int]:
    """Return width and height in pixels; where they are missing, those of the view box."""
    box = re.split(r"[\s,]+", attributes.get("viewBox", "").strip())
    sides = [_length(attributes.get(name, "")) for name in ("width", "height")]
    inner = [_length(box[k]) if len(box) == 4 else None for k in (2, 3)]
    width, height = (a or b or 0.0 for a, b in zip(sides, inner, strict=True))
    most = float(2**31 - 1)
    return int(min(max(width, 0), most)), int(min(max(height, 0), most))


def _length(text: str) -> float | None:
    match = _LENGTH.match(text)
    try:
        return float(match[1]) * _PIXELS[(match[2] or "px").lower()] if match else None
    except ValueError:
        return None
