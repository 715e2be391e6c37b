from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage

from sortrank_gui.errors import InputError
from sortrank_gui.ui.pictures import drawing
from sortrank_gui.ui.pictures.decoding import FrameReader, decode, read_file
from sortrank_gui.ui.pictures.drawing import PictureReader
from tests.ui.sample_pictures import SVG, make_gif, save_picture, save_turned_jpeg

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def read(path: Path, size: QSize) -> QImage:
    """Return the picture of a file, scaled to fit into `size` pixels."""
    return decode(read_file(path), path.name, size).image


def test_picture_keeps_its_shape(tmp_path: Path) -> None:
    """The image is as large as the box allows, and not distorted."""
    path = save_picture(tmp_path / "wide.png", 200, 100)
    assert read(path, QSize(60, 60)).size() == QSize(60, 30)
    assert read(path, QSize(1000, 300)).size() == QSize(600, 300)


def test_thin_picture_stays_visible(tmp_path: Path) -> None:
    """A line of one pixel is not scaled away."""
    path = save_picture(tmp_path / "line.png", 2000, 1)
    assert read(path, QSize(100, 100)).size() == QSize(100, 1)


def test_camera_rotation_is_followed(tmp_path: Path) -> None:
    """A photograph taken upright stands upright and fits its box."""
    path = save_turned_jpeg(tmp_path / "turned.jpg", 200, 100)
    assert read(path, QSize(60, 60)).size() == QSize(30, 60)


def test_read_image_names_what_it_cannot_read(tmp_path: Path) -> None:
    """A text file with an image's name gives a sentence with that name."""
    path = tmp_path / "fake.png"
    path.write_text("not a picture")
    with pytest.raises(InputError, match=r"fake\.png can't be shown"):
        read(path, QSize(10, 10))


def test_read_image_refuses_a_bomb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An image with too many pixels is not even decoded."""
    path = save_picture(tmp_path / "large.png", 200, 100)
    monkeypatch.setattr(drawing, "_MOST_PIXELS", 1000)
    with pytest.raises(InputError, match="too large: 200 x 100"):
        PictureReader(path.read_bytes(), path.name, QSize(10, 10))


def test_svg_is_drawn_at_the_size_of_the_box() -> None:
    """Vectors stay sharp: an edge between two colours is an edge at any size."""
    image = decode(SVG.encode(), "flag.svg", QSize(900, 900)).image
    assert image.size() == QSize(900, 450)
    assert image.pixelColor(448, 200) == QColor("red")
    assert image.pixelColor(451, 200) == QColor("blue")


def test_svg_that_reaches_out_is_refused() -> None:
    """A study from somebody else can't make us read files by a picture."""
    link = '<image xlink:href="file:///etc/passwd" width="9" height="9"/></svg>'
    with pytest.raises(InputError, match="reference to another file"):
        decode(SVG.replace("</svg>", link).encode(), "spy.svg", QSize(90, 90))


def test_gif_plays_its_frames_in_turn() -> None:
    """Frames come one after another with their delay, and again from the first."""
    data = make_gif(4, 4, [RED, GREEN, BLUE], delay_ms=40)
    assert decode(data, "a.gif", QSize(8, 8)).is_animated
    reader = FrameReader(data, "a.gif", QSize(8, 8))
    frames = [reader.read_in_turn() for _ in range(5)]
    colours = [image.pixelColor(3, 3).getRgb()[:3] for image, _ in frames]
    assert colours == [RED, GREEN, BLUE, RED, GREEN]
    assert {delay for _, delay in frames} == {40}
    FrameReader.child.end()
    assert reader.read_in_turn()[0].pixelColor(3, 3).getRgb()[:3] == RED  # of a new child
    reader.close()


def test_picture_with_one_frame_is_not_animated(tmp_path: Path) -> None:
    """Neither a still GIF nor a photograph is played."""
    assert not decode(make_gif(4, 4, [RED], delay_ms=40), "a.gif", QSize(8, 8)).is_animated
    data = save_picture(tmp_path / "a.jpg", 20, 20).read_bytes()
    assert not decode(data, "a.jpg", QSize(8, 8)).is_animated
