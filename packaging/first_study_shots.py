"""Make the screenshots of docs/first-study.md: from an empty screen to a running study.

Run it by path: `python packaging/first_study_shots.py [FOLDER]`. It drives the real window by mouse
and keyboard events (Qt's offscreen platform), counts clicks and letters, and prints them.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
COUNT = 12
PROMPT = "Which picture has more dots?"
CLICK_SECONDS, LETTER_SECONDS = 2.65, 0.28
"""The keystroke-level model: think, point and click; an average typist."""


def main() -> None:
    """Read the arguments, and work in a home folder that is gone afterwards."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    folder = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        place = Path(home) / "home" / "researcher" / "Documents" / "Dot study"
        for name in ("DATA", "CONFIG", "STATE", "CACHE"):
            os.environ[f"XDG_{name}_HOME"] = home
        os.environ["HOME"] = str(place)
        os.environ.setdefault("XDG_RUNTIME_DIR", home)
        prepare_pictures(place / "Pictures")
        os.chdir(place)
        try:
            Guide(folder).run()
        finally:
            os.chdir(Path(__file__).parent)


def prepare_pictures(folder: Path) -> None:
    """Copy some pictures of the demo, as a researcher's own."""
    from sortrank_gui.study.file.demo import load_demo

    folder.mkdir(parents=True)
    for item in load_demo().items[:COUNT]:
        shutil.copy(item.image, folder / f"{item.name}{item.image.suffix}")


class Guide:
    """Sets up a study as a person does, and takes a picture after every step."""

    def __init__(self, folder: Path) -> None:
        from sortrank_gui.ui.threads.garbage import GarbageCollector
        from sortrank_gui.ui.widgets.theme import Appearance, Choice
        from sortrank_gui.ui.window.application import make_application
        from sortrank_gui.ui.window.main_window import MainWindow

        self._folder = folder
        self._application, self._garbage = make_application(), GarbageCollector()
        self._garbage.start()
        self.window = MainWindow(Appearance(self._application, Choice.LIGHT))
        self.window.resize(1200, 760)
        self.clicks = self.letters = self.shots = 0

    def run(self) -> None:
        """Go through all steps."""
        from sortrank_gui.ui.threads.jobs import finish_jobs

        window = self.window
        window.show()
        window.activateWindow()
        self.wait(0.5)
        start = time.perf_counter()
        self.shoot()
        self.with_dialog(self._name_study, "New study…")
        self.wait_until(lambda: "Study" in window.stack.pages)
        page = window.stack.pages["Study"]
        self.wait(0.5)
        self.shoot()
        self.with_dialog(self._choose_folder, "Add folder…")
        self.wait_until(lambda: len(page.draft.content.items) == COUNT)
        self.wait_until(lambda: "displacement" in page.footer.text)
        self.wait_until(lambda: window.images.is_at_rest)
        self.shoot()
        self.type_into(window.focusWidget(), PROMPT)
        self.wait_until(lambda: page.autosave.is_at_rest and page.autosave.status == "saved")
        self.wait(0.5)
        self.shoot()
        self.press("Start the survey")
        self.wait(0.5)
        self.shoot()
        self.press("Start")
        self.wait_until(lambda: window.survey.stage.is_at_rest)
        self.wait(0.5)
        self.shoot()
        self._report(time.perf_counter() - start)
        window.close()
        finish_jobs()  # they write into the folder that goes

    def _name_study(self, dialog: object) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QLineEdit

        line = dialog.findChild(QLineEdit, "fileNameEdit")
        line.selectAll()
        self.type_into(line, "Dots")
        QTest.keyClick(line, Qt.Key.Key_Return)

    def _choose_folder(self, dialog: object) -> None:
        from PySide6.QtWidgets import QDialogButtonBox, QListView

        view = dialog.findChild(QListView, "listView")
        root = view.rootIndex()
        rows = [view.model().index(k, 0, root) for k in range(view.model().rowCount(root))]
        place = view.visualRect(next(row for row in rows if row.data() == "Pictures")).center()
        self.click_on(view.viewport(), place)
        box = dialog.findChild(QDialogButtonBox)
        self.click_on(box.buttons()[0])

    def with_dialog(self, act: Callable[[object], None], button: str) -> None:
        """Press a button that opens a dialog, and act in it."""
        from PySide6.QtCore import QTimer

        def when_open() -> None:
            dialog = self._application.activeModalWidget()
            self.wait(0.5)
            act(dialog)

        QTimer.singleShot(500, when_open)
        self.press(button)

    def press(self, text: str) -> None:
        """Click on the visible button with this text."""
        from PySide6.QtWidgets import QPushButton

        found = self.window.findChildren(QPushButton)
        self.click_on(next(b for b in found if b.isVisible() and b.text() == text))

    def click_on(self, widget: object, place: object = None) -> None:
        """Click, and count it."""
        from PySide6.QtCore import QPoint, Qt
        from PySide6.QtTest import QTest

        self.clicks += 1
        where = widget.rect().center() if place is None else place
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(where))

    def type_into(self, widget: object, text: str) -> None:
        """Type, and count the letters."""
        from PySide6.QtTest import QTest

        self.letters += len(text)
        QTest.keyClicks(widget, text)

    def wait(self, seconds: float) -> None:
        """Let the window do what it has to."""
        from PySide6.QtTest import QTest

        QTest.qWait(int(1000 * seconds))

    def wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait for something, but not for ever."""
        end = time.perf_counter() + 60
        while not holds():
            if time.perf_counter() > end:
                sys.exit("The window did not get as far as it should.")
            self.wait(0.05)

    def shoot(self) -> None:
        """Take a picture of the window."""
        self.shots += 1
        self.window.grab().save(str(self._folder / f"first-study-{self.shots}.png"))

    def _report(self, seconds: float) -> None:
        person = self.clicks * CLICK_SECONDS + self.letters * LETTER_SECONDS
        print(
            f"{self.clicks} clicks and {self.letters} letters; {seconds:.0f} s by this script, "
            f"about {person:.0f} s by a person (keystroke-level model)."
        )


if __name__ == "__main__":
    main()
