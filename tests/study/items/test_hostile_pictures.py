"""Pictures made to hang, fill or end the program: each is a sentence, and the next one is fine."""

import threading
import time
from pathlib import Path

import pytest

from sortrank_gui import confining
from sortrank_gui.confining import Child, Children, Reply
from sortrank_gui.errors import InputError
from sortrank_gui.study.items.pictures import check_picture, make_thumbnail
from sortrank_gui.study.items.svg import check_svg

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" {0}>{1}</svg>'
SIZE = 'width="99" height="99"'
DOTS = Path(__file__).parents[3] / "resources" / "demo" / "dots-01.png"


def svg(inside: str, before: str = "") -> bytes:
    """Return a picture with this in it."""
    return (before + SVG.format(SIZE, inside)).encode()


def nest(tag: str, attribute: str, depth: int, ends: str) -> str:
    """Return parts of which each is drawn ten times by the next."""
    rect = '<rect width="9" height="9" {}/>'
    parts = [f'<{tag} id="p0" {ends}>{rect.format("")}</{tag}>']
    for k in range(1, depth):
        inner = rect.format(f'{attribute}="url(#p{k - 1})"') * 10
        parts.append(f'<{tag} id="p{k}" {ends}>{inner}</{tag}>')
    return f"<defs>{''.join(parts)}</defs>" + rect.format(f'{attribute}="url(#p{depth - 1})"')


ROUND = " ".join(f"L{k} {k % 7}" for k in range(20_000))
REFUSED = {
    "style sheet from a device": svg("", '<?xml-stylesheet href="/dev/zero" type="text/css"?>'),
    "instruction inside": svg('<?xml-stylesheet href="file:///etc/passwd"?>'),
    "nested masks": svg(nest("mask", "mask", 9, "")),
    "nested patterns": svg(nest("pattern", "fill", 9, 'width="1" height="1"')),
    "nested markers": svg(nest("marker", "marker-start", 9, "")),
    "nested clips": svg(nest("clipPath", "clip-path", 9, "")),
    "mask of itself": svg('<mask id="m"><rect mask="url(#m)" width="9" height="9"/></mask>'),
    "marker at each corner": svg(
        '<marker id="m">'
        + '<circle r="5"/>' * 50
        + f'</marker><path marker-mid="url(#m)" d="M0 0 {ROUND}"/>'
    ),
    "many blurs": svg(
        '<filter id="f"><feGaussianBlur stdDeviation="99"/></filter>'
        + '<rect width="99" height="99" filter="url(#f)"/>' * 30
    ),
    "blurs by a style sheet": svg("<style>rect { filter : url(#f) }</style>"),
    "style sheet in pieces": svg("<style>@imp<!-- -->ort url(x)</style>"),
    "style sheet after an element": svg("<style><g/>rect { filter : url(#f) }</style>"),
    "style sheet around an element": svg("<style><g>@import url(x)</g></style>"),
    "another base": svg('<g xml:base="file:///"/>'),
    "link by another prefix": svg('<image x:href="file:///etc/passwd"/>'),
    "compressed": bytes.fromhex("1f8b0800000000000003") + b"svg",
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED.keys())
def test_svg_made_to_do_harm_is_refused(data: bytes) -> None:
    """It is never drawn."""
    with pytest.raises(InputError):
        check_picture(data, "evil.svg")
    if data.startswith(b"<"):
        with pytest.raises(InputError):
            check_svg(data, "evil.svg", lambda _: None)


def test_usual_svg_is_still_accepted() -> None:
    """What drawing programs write: gradients, clips, a few filters and markers, texts."""
    inside = (
        '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient>'
        '<clipPath id="c"><circle r="40"/></clipPath><marker id="m"><circle r="1"/></marker>'
        '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs>'
        '<g clip-path="url(#c)"><rect width="50" height="50" fill="url(#g)" filter="url(#f)"/></g>'
        '<path d="M0 0 L9 9 L20 3" marker-mid="url(#m)"/><text y="20">Text</text>'
        "<style>.a { fill: red }</style>"
    )
    declared = '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">'
    assert check_picture(svg(inside, declared), "a.svg").format == "svg"


def hang(_data: bytes) -> Reply:
    """Take all the time there is."""
    while True:
        pass


def swell(_data: bytes) -> Reply:
    """Take all the memory there is."""
    found = []
    while True:
        found.append(bytearray(20_000_000))


def crash(_data: bytes) -> Reply:
    """End the process."""
    import os

    os.abort()


def count(data: bytes) -> Reply:
    """Do what is wanted."""
    return {"bytes": len(data)}, data


def test_child_that_hangs_swells_or_crashes_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is ended at its limits, and the next call is served by another one."""
    monkeypatch.setattr(confining, "MOST_CHILD_SECONDS", 1.0)
    monkeypatch.setattr(confining, "MOST_CHILD_BYTES", 100_000_000)
    child = Child()
    try:
        for evil, word in ((hang, "too long"), (swell, "memory"), (crash, "decoder")):
            with pytest.raises(InputError, match=word):
                child.call(evil, b"", name="evil.png")
            assert child.call(count, b"12345", name="good.png") == ({"bytes": 5}, b"12345")
        assert child.starts == 4
    finally:
        child.end()


def test_waiting_thread_is_let_go_when_the_program_ends() -> None:
    """Whoever waits for a picture that never comes gets a sentence as soon as children end."""
    children, found = Children(1), list[str]()

    def ask() -> None:
        try:
            children.call(hang, b"", name="evil.png")
        except InputError as error:
            found.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    while not children._all[0].starts or children._all[0]._running is None:
        time.sleep(0.01)
    children.end()
    thread.join(30)
    assert not thread.is_alive()
    assert len(found) == 1


def test_progressive_jpeg_with_thousands_of_scans_ends_in_time() -> None:
    """A small file that goes over all of the picture again and again is not decoded at all."""
    with pytest.raises(InputError, match="scans"):
        check_picture(make_many_scans(3000, 3000, 4000), "scans.jpg")
    assert check_picture(make_many_scans(30, 30, 10), "few.jpg").format == "jpeg"


def make_many_scans(width: int, height: int, scans: int) -> bytes:
    """Return a JPEG picture of a few bytes a scan, each of which goes over all blocks."""
    size = height.to_bytes(2) + width.to_bytes(2)
    frame = b"\xff\xc2\x00\x0b\x08" + size + b"\x01\x01\x11\x00"
    table = b"\xff\xdb\x00\x43\x00" + bytes([1] * 64)
    codes = b"\xff\xc4\x00\x14\x10" + bytes([1] + [0] * 15) + b"\x00"
    dc_codes = b"\xff\xc4\x00\x14\x00" + bytes([1] + [0] * 15) + b"\x00"
    first = b"\xff\xda\x00\x08\x01\x01\x00\x00\x00\x00" + b"\x00" * 40
    scan = b"\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00" + b"\x00" * 2
    return b"\xff\xd8" + table + frame + dc_codes + codes + first + scan * scans + b"\xff\xd9"


def test_thumbnail_of_a_bad_picture_is_left_out() -> None:
    """A report has no place for it, and goes on."""
    assert make_thumbnail(b"no picture", 20) == ""
    assert make_thumbnail(DOTS.read_bytes(), 20).startswith("data:image/")
