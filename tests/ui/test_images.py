from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from sortrank_gui.errors import InputError
from sortrank_gui.ui import images as images_module
from sortrank_gui.ui.images import ImageStore, read_image


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Return a picture that is twice as wide as high."""
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    path = tmp_path / "wide.png"
    image.save(str(path))
    return path


def test_read_image_keeps_the_shape(picture: Path) -> None:
    """The image is as large as the box allows, and not distorted."""
    assert read_image(picture, QSize(60, 60)).size() == QSize(60, 30)
    assert read_image(picture, QSize(1000, 300)).size() == QSize(600, 300)


def test_read_image_names_what_it_cannot_read(tmp_path: Path) -> None:
    """A text file with an image's name gives a sentence with that name."""
    path = tmp_path / "fake.png"
    path.write_text("not a picture")
    with pytest.raises(InputError, match=r"fake\.png can't be shown"):
        read_image(path, QSize(10, 10))


def test_read_image_refuses_a_bomb(picture: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An image with too many pixels is not even decoded."""
    monkeypatch.setattr(images_module, "_MOST_PIXELS", 1000)
    with pytest.raises(InputError, match="too large: 200 x 100"):
        read_image(picture, QSize(10, 10))


def test_store_fetches_and_announces(images: ImageStore, picture: Path, qtbot: QtBot) -> None:
    """The first request returns nothing; after the announcement the pixmap is there."""
    assert images.pixmap(picture, QSize(50, 50)) is None
    with qtbot.waitSignal(images.arrived) as arrived:
        assert images.pixmap(picture, QSize(50, 50)) is None
    assert arrived.args == [str(picture)]
    assert images.pixmap(picture, QSize(50, 50)).size() == QSize(50, 25)
    assert images.is_at_rest


def test_store_knows_what_is_unreadable(images: ImageStore, tmp_path: Path, qtbot: QtBot) -> None:
    """A missing file is announced too, with its problem, and not tried forever."""
    missing = tmp_path / "missing.png"
    with qtbot.waitSignal(images.arrived):
        images.pixmap(missing, QSize(50, 50))
    assert "missing.png" in images.problem(missing)
    assert images.pixmap(missing, QSize(50, 50)) is None
    assert images.is_at_rest


def test_store_forgets_the_oldest(qtbot: QtBot, picture: Path) -> None:
    """The cache is bounded: what was not asked for longest goes first."""
    store = ImageStore(cache_bytes=3 * 40 * 20 * 4)
    for side in (40, 41, 42, 43):
        with qtbot.waitSignal(store.arrived):
            store.pixmap(picture, QSize(side, side))
    assert store.pixmap(picture, QSize(43, 43)) is not None
    assert store.pixmap(picture, QSize(40, 40)) is None
    store.close()
