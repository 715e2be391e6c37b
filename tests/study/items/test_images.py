"""Pictures on their way into a study, hostile ones included."""

import base64
import io
import random
import struct
import subprocess
import sys
import threading
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage, QImageReader

from sortrank_gui.errors import InputError, SortrankError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.opening import create_study, duplicate_study, open_study
from sortrank_gui.study.items import conversion, pictures
from sortrank_gui.study.items.images import check_image, count_gif_frames
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.items.pictures import check_picture, load_picture
from sortrank_gui.study.items.svg import looks_like_svg

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect id="a"/></svg>'


def encode(kind: str, width: int = 30, height: int = 20) -> bytes:
    """Return a picture in a format that Qt writes."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    for x in range(min(width, height)):
        image.setPixelColor(x, x, QColor(x * 5 % 256, 80, 80))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return bytes(buffer.data().data())


def chunk(name: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_header(width: int, height: int) -> bytes:
    """Return a PNG file that claims a size and has no pixels worth mentioning."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def gif(frames: int) -> bytes:
    """Return a GIF file with so many frames of one pixel."""
    head = b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    frame = b"\x21\xf9\x04\0\x05\0\0\0" + b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0)
    return head + (frame + b"\x02\x02\x44\x01\x00") * frames + b"\x3b"


def foreign(kind: str, size: tuple[int, int] = (30, 20), **options: Any) -> bytes:
    """Return a picture in a format that only Pillow writes."""
    pillow = pytest.importorskip("PIL.Image")
    if kind == "HEIF":
        pytest.importorskip("pillow_heif").register_heif_opener()
    made = io.BytesIO()
    pillow.new("RGB", size, "teal").save(made, kind, **options)
    return made.getvalue()


@pytest.mark.qt_log_ignore(".*StripByteCounts.*", ".*Read error on strip.*", extend=True)  # Windows
@pytest.mark.parametrize("kind", ["TIFF", "HEIF", "AVIF"])
def test_foreign_picture_becomes_png(kind: str, tmp_path: Path) -> None:
    """What not every computer can show is in the study as what all can."""
    path = tmp_path / "a.png"  # the content decides
    path.write_bytes(foreign(kind))
    image = load_picture(path)
    assert (image.format, image.width, image.height) == ("png", 30, 20)
    assert QImage.fromData(image.data).pixelColor(5, 5).green() == pytest.approx(128, abs=4)
    with pytest.raises(InputError, match="can't be shown"):
        check_image(foreign(kind)[:200], "cut")


def test_turned_foreign_picture_stands_upright() -> None:
    """The rotation of a camera is in the pixels of the PNG."""
    exif = pytest.importorskip("PIL.Image").Exif()
    exif[0x112] = 6
    image = check_image(foreign("TIFF", exif=exif), "turned")
    assert (image.width, image.height) == (20, 30)


def test_huge_foreign_picture_is_refused_before_it_is_decoded() -> None:
    """Its header is enough."""
    data = foreign("TIFF", (9_000, 9_000), compression="tiff_lzw")
    with pytest.raises(InputError, match="9,000 x 9,000"):
        check_image(data, "huge.tif")


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"II*\0", "TIFF"),
        (b"MM\0*", "TIFF"),
        (b"\0\0\0\x18ftypheic", "HEIC"),
        (b"\0\0\0\x1cftypavif", "AVIF"),
    ],
)
def test_foreign_picture_without_pillow_is_told_how_to_convert(
    start: bytes, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence names the format, and both ways out."""
    monkeypatch.setattr(QImageReader, "supportedImageFormats", list)
    monkeypatch.setattr(conversion, "_find_pillow", lambda _kind: None)
    with pytest.raises(InputError) as caught:
        check_image(start + bytes(100), "a.xyz")
    assert str(caught.value).startswith(f"a.xyz is a {kind} picture")
    assert "save it as PNG or JPEG" in str(caught.value)


def turned_jpeg() -> bytes:
    """Return a JPEG file of 30 x 20 pixels whose camera was held upright (EXIF orientation 6)."""
    plain = encode("jpeg")
    tiff = b"II*\0\x08\0\0\0\x01\0" + struct.pack("<HHIHH", 0x112, 3, 1, 6, 0) + b"\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:]


@pytest.mark.parametrize("kind", ["png", "jpeg", "webp", "bmp"])
def test_usual_pictures_are_accepted(kind: str) -> None:
    """Each format is found from the content, with its size."""
    image = check_image(encode(kind), "a")
    assert (image.format, image.width, image.height, image.frames) == (kind, 30, 20, 1)


def test_animation_is_accepted() -> None:
    """A GIF of a few frames is fine, and its frames are counted."""
    image = check_image(gif(12), "a.gif")
    assert (image.format, image.frames) == ("gif", 12)


def test_rotation_of_a_camera_is_respected() -> None:
    """A picture that will stand upright has its sides exchanged."""
    image = check_image(turned_jpeg(), "a.jpg")
    assert (image.width, image.height) == (20, 30)


@pytest.mark.parametrize(
    ("svg", "size"),
    [
        (SVG, (40, 20)),
        (b'<?xml version="1.0"?>\n<!-- x -->' + SVG, (40, 20)),
        (b'\xef\xbb\xbf<svg viewBox="0 0 30 60"></svg>', (30, 60)),
        (b'<svg width="1in" height="10mm" viewBox="0,0,1,1"/>', (96, 37)),
        (b'<svg width="100%" height="100%" viewBox="0 0 7 8"/>', (7, 8)),
    ],
)
def test_svg_is_accepted(svg: bytes, size: tuple[int, int]) -> None:
    """SVG is checked without drawing it, and its size is understood."""
    image = check_image(svg, "a.svg")
    assert (image.format, image.width, image.height) == ("svg", *size)


def test_svg_with_a_picture_inside_is_accepted() -> None:
    """A picture that is written into the file comes from nowhere else."""
    inside = base64.b64encode(encode("png")).decode()
    size = 'width="9" height="9"'
    svg = f'<svg {size}><image {size} href="data:image/png;base64,{inside}"/></svg>'
    assert check_image(svg.encode(), "a.svg").width == 9


INSIDE = base64.b64encode(
    b'<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/logo.png"/></svg>'
).decode()


@pytest.mark.parametrize(
    "link",
    [
        "data:image/png;base64,{picture}base64,{inside}",  # Qt once took what follows the last one
        "data:image/png;base64,{picture},{inside}",
        "data:image/png;base64%2C{inside};base64,{picture}",
        "data:image/png,{bytes}/../../../../logo.png",
        "data:image/png;x=,{bytes};base64,{picture}",
    ],
)
def test_svg_with_two_pictures_in_one_link_is_refused(link: str) -> None:
    """What is checked is what is drawn: one picture, in one form."""
    picture = encode("png")
    hexed = "".join(f"%{byte:02X}" for byte in picture)
    words = {"picture": base64.b64encode(picture).decode(), "inside": INSIDE, "bytes": hexed}
    size = 'width="9" height="9"'
    svg = f'<svg {size}><image {size} href="{link.format_map(words)}"/></svg>'
    with pytest.raises(InputError, match=r"a\.svg"):
        check_image(svg.encode(), "a.svg")


def test_svg_with_a_picture_in_lines_is_accepted() -> None:
    """As drawing programs break them, plainly or as percents."""
    inside = base64.encodebytes(encode("png")).decode()
    size = 'width="9" height="9"'
    for written in (inside, inside.replace("\n", "&#10;"), inside.replace("\n", "%0A")):
        svg = f'<svg {size}><image {size} href="data:image/png;base64,{written}"/></svg>'
        assert check_image(svg.encode(), "a.svg").width == 9


@pytest.mark.parametrize(
    "inside",
    [
        '<image href="file:///etc/passwd"/>',
        '<image href="http://example.org/a.png"/>',
        '<image xlink:href="../a.png" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
        '<rect style="fill: url(http://example.org/a#b)"/>',
        '<style>@import "a.css";</style>',
        "<style>rect { fill: url('a.svg#b') }</style>",
        "<script>1</script>",
        '<rect onload="f()"/>',
        "<foreignObject/>",
        '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
        '<image href="data:image/png;base64,aGVsbG8="/>',
        '<use id="a" href="#a"/>',
        '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
        "".join(f'<g id="l{k + 1}">' + f'<use href="#l{k}"/>' * 10 + "</g>" for k in range(1, 12))
        + '<g id="l1"><rect/></g><use href="#l12"/>',
    ],
)
def test_svg_that_reaches_out_or_explodes_is_refused(inside: str) -> None:
    """References to other files, scripts, and parts that multiply are refused."""
    with pytest.raises(InputError, match=r"a\.svg"):
        check_image(f'<svg width="9" height="9">{inside}</svg>'.encode(), "a.svg")


def test_svg_with_entities_is_refused() -> None:
    """A billion laughs are not laughed."""
    laughs = (
        b'<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><svg width="1" height="1">&b;</svg>'
    )
    with pytest.raises(InputError, match="entity"):
        check_image(b'<?xml version="1.0"?>' + laughs, "a.svg")


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "not a picture"),
        (b"hello", "not a picture"),
        (b"<svg", "not valid SVG"),
        (b"<html></html>", "not a picture"),
        (b'<?xml version="1.0"?><html/>', "not an SVG"),
        (b"<svg/>", "no size"),
        (b'<?xml version="1.0" encoding="utf-7"?><svg/>', ""),
        (b'<?xml version="1.0" encoding="shift_jis"?><svg/>', ""),
        (b'<?xml version="1.0" encoding="nonsense"?><svg/>', ""),
        (b'<svg width="90000" height="90000"/>', "pixels"),
        (png_header(50_000, 50_000), "50,000 x 50,000"),
        (png_header(0, 5), ""),
        (gif(100_000), "frames"),
        (encode("png")[:60], ""),
        (encode("jpeg", 300, 300)[:-40], "cut off"),
        (encode("bmp")[:50], ""),
        (b"%PDF-1.4", "not a picture"),
    ],
)
def test_picture_that_cannot_be_shown_is_refused(data: bytes, word: str) -> None:
    """Empty, cut off, huge or foreign files raise a sentence that names the file."""
    with pytest.raises(InputError, match=rf"hostile.*{word}"):
        check_image(data, "hostile")


def test_wrong_ending_does_not_matter(tmp_path: Path) -> None:
    """A JPEG called .png is what it is."""
    (tmp_path / "a.png").write_bytes(encode("jpeg"))
    assert load_picture(tmp_path / "a.png").format == "jpeg"


def test_missing_picture_is_named(tmp_path: Path) -> None:
    """The error has the path."""
    with pytest.raises(InputError, match=r"gone\.png"):
        load_picture(tmp_path / "gone.png")


BOMBS = """
import resource, sys
from pathlib import Path
from sortrank_gui.errors import InputError
from sortrank_gui.study.items import conversion
from sortrank_gui.study.items.images import check_image
resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for path in sys.argv[1:]:
    try:
        check_image(Path(path).read_bytes(), path)
    except InputError as error:
        print(error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.posix("a process there has no limit of memory that it sets itself")
def test_bombs_are_refused_in_little_memory(tmp_path: Path) -> None:
    """Pictures that would fill the memory are refused under a memory limit, without growing."""
    bombs = {
        "a.png": png_header(50_000, 50_000),
        "b.gif": gif(100_000),
        "c.svg": b'<svg width="1e9" height="1e9"/>',
        "d.png": png_header(2**31 - 1, 2**31 - 1),
    }
    for name, data in bombs.items():
        (tmp_path / name).write_bytes(data)
    command = [sys.executable, "-c", BOMBS, *(str(tmp_path / name) for name in bombs)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    *sentences, grown = done.stdout.splitlines()
    assert len(sentences) == 4
    assert int(grown) < 50_000


@pytest.mark.no_qt_log  # a decoder may warn of whatever it finds in them
@given(st.binary(max_size=200))
def test_any_bytes_raise_only_sentences(data: bytes) -> None:
    """Random bytes, also after the beginning of a real format, give a picture or an InputError."""
    for start in (b"", b"<svg ", b"<svg width='5' height='5'>", b"GIF89a"):
        with suppress(InputError):
            check_image(start + data, "x")


@pytest.mark.qt_log_ignore(".*")
@pytest.mark.parametrize("kind", ["png", "jpeg", "webp", "gif", "bmp", "svg"])
def test_mutated_pictures_raise_only_sentences(kind: str) -> None:
    """Real pictures with a few bytes changed give a picture or an InputError."""
    made = {"gif": gif(3), "svg": SVG}
    original, chance = made.get(kind) or encode(kind), random.Random(kind)
    for _ in range(60):
        data = bytearray(original)
        for _ in range(chance.choice((1, 2, 8))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            del data[chance.randrange(len(data)) :]
        with suppress(InputError):
            check_image(bytes(data), "x")


def test_frames_are_counted_up_to_a_limit() -> None:
    """Counting stops where it is enough, whatever is in the file."""
    assert count_gif_frames(gif(50), 10) == 10
    assert count_gif_frames(gif(50)[:100], 1000) >= 1
    assert not looks_like_svg(gif(1))


def test_study_holds_each_picture_once(tmp_path: Path) -> None:
    """Equal pictures are stored once; bytes come back by digest, in a copy too."""
    for name, size in (("a", 30), ("b", 30), ("c", 31)):
        (tmp_path / f"{name}.png").write_bytes(encode("png", size))
    items = [Item(name, tmp_path / f"{name}.png") for name in "abc"]
    path = tmp_path / "s.sortrank"
    create_study(path, Design(title="t", prompt="p"), items)
    for item in items:
        item.image.unlink()
    with open_study(path) as study:
        stored = study.content.items
        assert stored[0].digest == stored[1].digest != stored[2].digest
        assert study.image(stored[2].digest) == encode("png", 31)
        duplicate_study(study, tmp_path / "copy.sortrank")
        study.save(study.design, stored[:2])
        with pytest.raises(SortrankError):
            study.image(stored[2].digest)
    with open_study(tmp_path / "copy.sortrank", read_only=True) as copy:
        assert copy.image(stored[2].digest) == encode("png", 31)


def test_pictures_are_checked_in_any_thread() -> None:
    """No thread needs a window system for it."""
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(check_image(encode("png"), "a").width))
    thread.start()
    thread.join()
    assert found == [30]


def test_a_picture_is_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes are known again; other bytes are checked, and bad ones every time."""
    data = encode("png", 31, 7)
    first = check_picture(data, "a.png")
    decoded: list[str] = []

    def refuse(_function: object, _data: bytes, *_: object, name: str) -> None:
        decoded.append(name)
        raise InputError(f"{name} is damaged.")

    monkeypatch.setattr(pictures.CHILDREN, "call", refuse)
    assert check_picture(data, "b.png") == first
    for _ in range(2):
        with pytest.raises(InputError, match="c\\.png"):
            check_picture(encode("png", 32, 7), "c.png")
    assert decoded == ["c.png", "c.png"]
