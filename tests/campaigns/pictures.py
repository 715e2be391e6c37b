"""Mutates pictures and makes up SVG, and looks whether anything but a sentence comes of it.

    python -m tests.campaigns.pictures --rounds 20000

Every picture is checked as an import does and drawn as the window does, both in the child processes
that the program uses. Each must be shown or be refused with a sentence, within 30 seconds.
"""

import random
import sys
import time
from collections import Counter
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QSize
from PySide6.QtGui import QColor, QImage

from sortrank_gui.confining import CHILDREN
from sortrank_gui.errors import InputError
from sortrank_gui.study.items.pictures import check_picture
from sortrank_gui.ui.pictures.decoding import decode
from tests.campaigns.reporting import LONGEST_SECONDS, Figures, run_campaign
from tests.ui.sample_pictures import make_gif

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="90" height="60" viewBox="0 0 90 60">{}</svg>'
)
TAGS = ("g", "use", "mask", "marker", "pattern", "filter", "clipPath", "rect", "path", "text")
TAGS += ("image", "style", "symbol", "linearGradient", "feGaussianBlur", "svg", "a", "switch")
TAGS += ("textPath", "tspan", "radialGradient", "stop", "animate", "set", "feImage", "feTurbulence")
TAGS += ("feMerge", "feOffset", "defs", "line", "polyline", "image")
ATTRIBUTES = ("id", "href", "xlink:href", "mask", "fill", "filter", "clip-path", "marker-mid", "d")
ATTRIBUTES += ("width", "height", "transform", "style", "stdDeviation", "viewBox", "font-size")
ATTRIBUTES += ("stroke", "stroke-width", "stroke-dasharray", "points", "gradientTransform", "dur")
ATTRIBUTES += (
    "patternUnits",
    "markerWidth",
    "numOctaves",
    "baseFrequency",
    "font-family",
    "xml:base",
)
WORDS = ("#a", "url(#a)", "url(#b)", "a", "b", "1e9", "-1", "1e-9", "M0 0 L9 9 z", "scale(1e6)")
WORDS += ("url(/dev/zero)", "file:///etc/passwd", "data:image/png;base64,AAAA", "rotate(3)", "50%")
WORDS += (
    "1e-30 1e-30",
    "1e308",
    "nan",
    "0",
    "userSpaceOnUse",
    "fill:url(#a);filter:url(#b)",
    "black",
)
WORDS += (
    "0 0 9 9 " * 500,
    "M0 0 A1e20 1e-20 45 1 1 9 9",
    "matrix(1e30 0 0 1e30 0 0)",
    "@import 'x'",
)
DRAWN = tuple(word for word in WORDS if not any(c in word for c in "/@:"))
"""Words that get as far as the renderer."""


def encode(kind: str, chance: random.Random) -> bytes:
    """Return a small picture in a format."""
    if kind == "gif":  # which Qt does not write
        return make_gif(chance.randrange(1, 40), 20, [(9, 9, 9), (99, 0, 0)], delay_ms=50)
    image = QImage(chance.randrange(1, 200), chance.randrange(1, 200), QImage.Format.Format_RGB32)
    image.fill(QColor(chance.randrange(256), 90, 30))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, kind)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def mutate(data: bytes, chance: random.Random) -> bytes:
    """Change, cut, double or move some bytes."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 2, 5, 30))):
        place = chance.randrange(len(made))
        made[place] = chance.choice((0, 255, chance.randrange(256)))
    if chance.random() < 0.2:
        del made[chance.randrange(1, len(made) + 1) :]
    if chance.random() < 0.2:
        start = chance.randrange(len(made))
        made[start:start] = made[start : start + chance.randrange(500)] * chance.randrange(1, 40)
    return bytes(made)


def make_svg(chance: random.Random, words: tuple[str, ...], depth: int = 0) -> str:
    """Return elements at random, one in the other."""
    parts = []
    for _ in range(chance.randrange(1, 5)):
        tag = chance.choice(TAGS)
        names = chance.sample(ATTRIBUTES, chance.randrange(4))
        told = " ".join(f'{name}="{chance.choice(words)}"' for name in names)
        inside = make_svg(chance, words, depth + 1) if depth < 4 and chance.random() < 0.6 else "x"
        parts.append(f"<{tag} {told}>{inside}</{tag}>")
    return "".join(parts)


def run(rounds: int, seed: int, _folder: Path) -> Figures:
    """Show one picture after the other."""
    chance, figures, wrong = random.Random(seed), Counter[str](), list[str]()
    for number in range(rounds):
        kind = chance.choice(("png", "jpeg", "webp", "gif", "bmp", "svg", "svg"))
        if kind == "svg":
            words = chance.choice((WORDS, DRAWN))
            data = SVG.format(make_svg(chance, words)).encode()
        else:
            data = mutate(encode(kind, chance), chance)
        figures["rounds"] += 1
        began = time.monotonic()
        for what, look in (("accepted", check_picture), ("drawn", draw)):
            try:
                look(data, f"{number}.{kind}")
                figures[what] += 1
            except InputError as error:
                figures[f"{what} not"] += 1
                broken = "decoder" in str(error) or "too long" in str(error)
                figures["ended by a limit"] += broken
            except Exception as error:
                wrong.append(f"round {number} ({kind}): {error!r}")
        if time.monotonic() - began > 2 * LONGEST_SECONDS:
            wrong.append(f"round {number} ({kind}): took too long")
    CHILDREN.end()
    return figures, wrong


def draw(data: bytes, name: str) -> None:
    """Draw a picture as large as a window shows it."""
    decode(data, name, QSize(800, 600))


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 20_000))
