"""The real window for measurements: an open study, and the Survey tab on it."""

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import numpy as np
from PySide6.QtCore import QCoreApplication, QEventLoop, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.survey.survey_page import SurveyPage
from sortrank_gui.ui.survey.survey_tab import SurveyTab
from sortrank_gui.ui.threads.garbage import GarbageCollector
from sortrank_gui.ui.threads.jobs import finish_jobs
from sortrank_gui.ui.widgets.theme import Appearance, Choice
from sortrank_gui.ui.window.application import make_application

SIZE = (1360, 850)
PHOTO = (4000, 3000)
_PATIENCE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Screen:
    """What a measurement drives and watches."""

    study: OpenStudy
    page: SurveyPage


@contextmanager
def own_folder() -> Iterator[Path]:
    """Give a folder for studies; backups go there too, not to the user's data."""
    before = os.environ.get("XDG_DATA_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = f"{folder}/data"
        try:
            yield Path(folder)
        finally:
            os.environ.pop("XDG_DATA_HOME")
            if before is not None:
                os.environ["XDG_DATA_HOME"] = before


@contextmanager
def shown(path: Path) -> Iterator[Screen]:
    """Open a study in the Survey tab, at the first trial of P01."""
    application = start_application()
    study, images = OpenStudy(), ImageStore()
    garbage = GarbageCollector()
    garbage.start()
    study.request(Engine.open, path)
    wait_for(lambda: study.state is not None)
    images.set_study(path)
    Appearance(application, Choice.LIGHT)
    page = SurveyPage(study, images, SurveyTab())
    page.resize(*SIZE)
    page.show()
    try:
        study.request(Engine.start_session, "P01")
        wait_for(lambda: page.stage.is_at_rest)
        yield Screen(study, page)
    finally:
        page.close_workers()
        study.close()
        finish_jobs()
        images.close()
        page.close()
        page.deleteLater()
        garbage.stop()


def start_application() -> QApplication:
    """Return the application, made once; without a display it draws into memory."""
    if not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QCoreApplication.instance()
    return application if isinstance(application, QApplication) else make_application()


def wait_for(condition: Callable[[], bool]) -> None:
    """Handle events until something holds."""
    until = monotonic() + _PATIENCE_SECONDS
    while not condition():
        if monotonic() > until:
            raise RuntimeError("The window did not come as far as it should.")
        wait_a_little()


def wait_a_little() -> None:
    """Handle events as they come, for a moment."""
    QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 20)


def make_study(path: Path, design: Design, items: Sequence[Item]) -> Path:
    """Make a study whose true scores rise evenly."""
    create_study(path, design, items, np.linspace(-4.0, 4.0, len(items)).tolist(), demo=True)
    return path


def make_photographs(folder: Path, count: int) -> list[Item]:
    """Write JPEG files of 12 megapixels of soft noise, which cost what photographs cost."""
    start_application()
    rng = np.random.default_rng(1)
    items = []
    for number in range(count):
        small = rng.integers(0, 255, (300, 400, 3), dtype=np.uint8)
        image = QImage(small.tobytes(), 400, 300, 1200, QImage.Format.Format_RGB888)
        smooth = Qt.TransformationMode.SmoothTransformation
        large = image.scaled(*PHOTO, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
        path = folder / f"photo-{number:03}.jpg"
        if not large.save(str(path), quality=85):
            raise RuntimeError(f"{path} can't be written.")
        items.append(Item(f"photo {number}", path))
    return items
