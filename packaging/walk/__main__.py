"""Walk through a whole study in the real window, by mouse and keyboard, and check its exports.

Run it by path: `python packaging/walk FOLDER [--language de]`. It starts an X server of its own
(Xvfb, with the window manager jwm) and needs xdotool and ImageMagick's import. Two people and a
robot take part, another person declines, one withdraws and one is excluded; what each answered is
noted and compared with the files that were exported. docs/walk.md tells what came of it.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Thread

from study import TEXTS, make_study

_SCREEN = "-screen 0 1280x860x24 -noreset"


def main() -> None:
    """Read the arguments, start a server, and walk in every language, each in its own process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", choices=TEXTS, action="append")
    parser.add_argument("--here", action="store_true", help="on the display that is there")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    if arguments.here:
        wrong = walk(folder, arguments.language[0])
        print("\n".join(wrong) or "  All exports agree with the walk.")
        sys.exit(bool(wrong))
    for language in arguments.language or TEXTS:
        print(f"{language}:", flush=True)
        _run_on_server(folder, language)


def _run_on_server(folder: Path, language: str) -> None:
    with tempfile.TemporaryDirectory() as home:
        settings = Path(home) / "jwmrc"
        settings.write_text("<JWM></JWM>")
        command = f'jwm -f "{settings}" & sleep 1; "$@"; status=$?; kill $!; exit $status'
        here = [
            sys.executable,
            str(Path(__file__).parent),
            str(folder),
            "--language",
            language,
            "--here",
        ]
        subprocess.run(
            ["xvfb-run", "-a", "-s", _SCREEN, "bash", "-c", command, "_", *here],
            env=os.environ
            | {
                "QT_QPA_PLATFORM": "xcb",
                "SORTRANK_HOME": home,
                "HOME": str(folder / language),
                "XDG_CACHE_HOME": home,
                "XDG_RUNTIME_DIR": home,
                "LANG": "C.UTF-8",
            },
            check=True,
        )


def walk(folder: Path, language: str) -> list[str]:
    """Walk in one language, on a server that is there; return what was wrong."""
    from check import compare
    from diary import Diary
    from steps import Walk

    from sortrank_gui.ui.threads.garbage import GarbageCollector
    from sortrank_gui.ui.widgets.theme import Appearance, Choice
    from sortrank_gui.ui.window.application import make_application
    from sortrank_gui.ui.window.main_window import MainWindow

    shots = folder / language
    shots.mkdir(parents=True, exist_ok=True)
    path, diary = shots / "walk.sortrank", Diary(language)
    path.unlink(missing_ok=True)
    make_study(path, language)
    application, garbage = make_application(), GarbageCollector()
    window = MainWindow(Appearance(application, Choice.LIGHT))
    window.resize(1180, 760)
    window.open_path(path)
    window.show()
    window.activateWindow()
    garbage.start()
    hand = Walk(window, path, shots, diary)
    thread = Thread(target=hand.run)
    window.study_shown.connect(thread.start)
    window.closed.connect(application.quit)
    application.exec()
    thread.join()
    if hand.failure is not None:
        raise hand.failure
    (shots / "diary.txt").write_text("\n".join(diary.lines) + "\n", encoding="utf-8")
    return compare(path, diary)


if __name__ == "__main__":
    main()
