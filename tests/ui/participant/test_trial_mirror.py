from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from sortrank_gui.study.file.journal import Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.trial_mirror import TrialMirror
from sortrank_gui.ui.pictures.images import ImageStore
from tests.ui.sample_pictures import save_picture


def test_mirror_draws_what_the_cache_has(qtbot: QtBot, images: ImageStore, tmp_path: Path) -> None:
    """A picture that the participant sees is drawn small; nothing is decoded for the mirror."""
    path = save_picture(tmp_path / "a.png", 90, 90, "red")
    mirror = TrialMirror(images)
    qtbot.addWidget(mirror)
    mirror.resize(300, 140)
    mirror.set_items((Item("red", path), Item("words", text="some words")))
    mirror.show_trial(Trial(1, 0, 1))
    mirror.grab()
    assert images.is_at_rest
    with qtbot.waitSignal(images.arrived):
        images.pixmap(path, QSize(400, 400))
    assert mirror.grab().toImage().pixelColor(70, 70) == QColor("red")
    assert mirror.accessibleDescription() == "red or words"
    mirror.show_trial(None)
    assert mirror.accessibleDescription() == ""
