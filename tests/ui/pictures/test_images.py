from pathlib import Path
from threading import current_thread, main_thread

import pytest
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from sortrank_gui.errors import LabError, LabGoneError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.pictures.images import ImageStore, source_of
from tests.ui.sample_pictures import save_picture

SIZE = QSize(50, 50)
DIGEST = "ab" * 32


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Return a picture that is twice as wide as high."""
    return save_picture(tmp_path / "wide.png", 200, 100)


@pytest.fixture
def study_file(tmp_path: Path, picture: Path) -> Path:
    """Return a study with one picture inside."""
    path = tmp_path / "pictures.sortrank"
    items = [Item("wide", picture), Item("words", text="only words")]
    create_study(path, Design(title="t", prompt="p"), items)
    return path


def fetch(images: ImageStore, qtbot: QtBot, source: Path | str, size: QSize = SIZE) -> None:
    """Ask for a picture and wait until it is there, or known to be unreadable."""
    with qtbot.waitSignal(images.arrived):
        images.pixmap(source, size)


def test_store_fetches_and_announces(images: ImageStore, picture: Path, qtbot: QtBot) -> None:
    """The first request returns nothing; after the announcement the pixmap is there."""
    assert images.pixmap(picture, SIZE) is None
    with qtbot.waitSignal(images.arrived) as arrived:
        assert images.pixmap(picture, SIZE) is None
    assert arrived.args == [str(picture)]
    assert images.pixmap(picture, SIZE).size() == QSize(50, 25)
    assert images.is_at_rest


def test_store_knows_what_is_unreadable(images: ImageStore, tmp_path: Path, qtbot: QtBot) -> None:
    """A missing file is announced too, with its problem, and not tried forever."""
    missing = tmp_path / "missing.png"
    fetch(images, qtbot, missing)
    assert "missing.png" in images.problem(missing)
    assert images.pixmap(missing, SIZE) is None
    assert images.is_at_rest


def test_store_forgets_the_oldest(qtbot: QtBot, picture: Path) -> None:
    """The cache is bounded: what was not asked for longest goes first."""
    store = ImageStore(cache_bytes=3 * 40 * 20 * 4)
    for side in (40, 41, 42, 43):
        fetch(store, qtbot, picture, QSize(side, side))
    assert store.pixmap(picture, QSize(43, 43)) is not None
    assert store.pixmap(picture, QSize(40, 40)) is None
    store.close()


@pytest.mark.parametrize("open_for_writing", [False, True])
def test_store_serves_pictures_of_a_study(
    images: ImageStore, study_file: Path, qtbot: QtBot, open_for_writing: bool
) -> None:
    """A digest names a picture inside the study, also while an engine writes to it."""
    file = open_study(study_file, read_only=not open_for_writing)
    with file:
        images.set_study(study_file)
        source = source_of(file.content.items[0])
        assert isinstance(source, str)
        assert source_of(file.content.items[1]) is None
        fetch(images, qtbot, source)
        assert images.pixmap(source, SIZE).size() == QSize(50, 25)


def test_digest_without_its_study_is_a_problem_until_the_study_opens(
    images: ImageStore, study_file: Path, qtbot: QtBot
) -> None:
    """A picture that could not be read is tried again in the next study."""
    with open_study(study_file, read_only=True) as file:
        digest = file.content.items[0].digest
    fetch(images, qtbot, digest)
    assert "closed" in images.problem(digest)
    images.set_study(study_file)
    assert images.problem(digest) is None
    fetch(images, qtbot, digest)
    assert images.pixmap(digest, SIZE) is not None


def test_damaged_picture_of_a_study_is_a_problem(
    images: ImageStore, study_file: Path, qtbot: QtBot
) -> None:
    """A digest that is not in the file is told as a sentence."""
    images.set_study(study_file)
    fetch(images, qtbot, "0" * 64)
    assert "missing or damaged" in images.problem("0" * 64)


def test_fetch_ahead_brings_all_that_is_named(
    images: ImageStore, tmp_path: Path, qtbot: QtBot
) -> None:
    """What may come next is there before anybody asks."""
    files = [save_picture(tmp_path / f"{k}.png", 30, 30) for k in range(12)]
    images.fetch_ahead([*files, None], SIZE)
    qtbot.waitUntil(lambda: images.is_at_rest)
    assert all(images.pixmap(path, SIZE) is not None for path in files)


def test_mirror_takes_whatever_size_there_is(
    images: ImageStore, picture: Path, qtbot: QtBot
) -> None:
    """The largest pixmap of a picture is found without decoding anything."""
    assert images.pixmap_of_any_size(picture) is None
    for side in (20, 60, 40):
        fetch(images, qtbot, picture, QSize(side, side))
    assert images.pixmap_of_any_size(picture).width() == 60
    assert images.is_at_rest


def test_leisure_fills_a_part_of_the_cache(qtbot: QtBot, tmp_path: Path) -> None:
    """Pictures that nobody asked for come one by one, and leave room for those that are."""
    store = ImageStore(cache_bytes=10 * 20 * 20 * 4)
    files = [save_picture(tmp_path / f"{k}.png", 30, 30) for k in range(12)]
    arrived: list[str] = []
    store.arrived.connect(arrived.append)
    store.fetch_at_leisure(files, QSize(20, 20))
    assert store.is_at_rest  # nobody waits
    qtbot.waitUntil(lambda: len(arrived) == 6)
    assert arrived == [str(path) for path in files[:6]]
    store.close()


def test_picture_of_a_lab_comes_by_its_digest(
    images: ImageStore, picture: Path, qtbot: QtBot
) -> None:
    """Where a study's file has no pictures, whoever has them is asked, on another thread."""
    asked: list[tuple[str, bool]] = []

    def find(digest: str) -> bytes:
        asked.append((digest, current_thread() is main_thread()))
        return picture.read_bytes()

    images.set_study(find)
    fetch(images, qtbot, DIGEST)
    assert images.pixmap(DIGEST, SIZE).size() == QSize(50, 25)
    assert asked == [(DIGEST, False)]


def test_picture_is_asked_for_again_when_the_server_is_back(
    images: ImageStore, picture: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that is away is no fault of the picture: it stays wanted, without a problem."""
    images.again.setInterval(10)
    answers: list[bytes | LabError] = [LabGoneError("away"), picture.read_bytes()]

    def find(_digest: str) -> bytes:
        answer = answers.pop(0)
        if isinstance(answer, LabError):
            raise answer
        return answer

    images.set_study(find)
    fetch(images, qtbot, DIGEST)
    assert images.problem(DIGEST) is None
    fetch(images, qtbot, DIGEST)
    assert images.pixmap(DIGEST, SIZE) is not None


def test_picture_that_a_lab_does_not_have_has_a_problem(images: ImageStore, qtbot: QtBot) -> None:
    """What the server says about it is told, and it is not tried forever."""

    def find(_digest: str) -> bytes:
        raise LabError("A picture on the server is missing or damaged.")

    images.set_study(find)
    fetch(images, qtbot, DIGEST)
    assert "missing" in images.problem(DIGEST)
    assert images.is_at_rest
