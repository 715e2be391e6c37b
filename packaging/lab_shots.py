"""Photograph a lab at work: a desk and two stations, three real windows on one server.

Run it by path: `python packaging/lab_shots.py FOLDER`. Each window has an X server of its own
(Xvfb, with the window manager jwm), as each has a computer of its own in a lab; all share a
PostgreSQL that is started for this and gone afterwards. People are played by xdotool, pictures are
taken by ImageMagick's import.
"""

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.postgres import OwnServer

_PATIENCE = 120.0
_DATABASE = "lab"
_DESK, _BOOTH = (1360, 850), (1280, 800)
_BUDGET, _GAP = 16, 12
_READY = "SELECT ready FROM sortrank.studies"


def main() -> None:
    """Read the arguments, and play a lab in light and in dark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        with ExitStack() as stack:
            LabPlay(arguments.folder.resolve(), theme, stack).play()


class Computer:
    """A screen, a home folder, and the program that runs there."""

    def __init__(
        self, stack: ExitStack, home: Path, size: tuple[int, int], theme: str, service: str
    ) -> None:
        self._stack, self._home = stack, home
        settings = home / "config" / "window.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(json.dumps({"theme": theme}))
        (home / ".pg_service.conf").write_text(service)
        (home / "jwmrc").write_text("<JWM></JWM>")
        self.environment = os.environ | {
            "DISPLAY": self._start_screen(size),
            "QT_QPA_PLATFORM": "xcb",
            "SORTRANK_HOME": str(home),
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home),
            "XDG_RUNTIME_DIR": str(home),
        }
        self._start(["jwm", "-f", str(home / "jwmrc")])
        time.sleep(1.0)

    def _start_screen(self, size: tuple[int, int]) -> str:
        reading, writing = os.pipe()
        screen = f"{size[0]}x{size[1]}x24"
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", screen, "-noreset"]
        process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        self._stack.callback(_end, process)
        os.close(writing)
        with os.fdopen(reading) as numbers:
            return f":{numbers.readline().strip()}"

    def _start(self, command: list[str]) -> None:
        process = subprocess.Popen(command, env=self.environment)
        self._stack.callback(_end, process)

    def start(self, *arguments: str) -> None:
        """Start SortRank."""
        self._start([sys.executable, "-m", "sortrank_gui", *arguments])

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            subprocess.run(["xdotool", "key", key], env=self.environment, check=True)
            time.sleep(0.15)

    def write(self, text: str) -> None:
        """Type a text."""
        command = ["xdotool", "type", "--delay", "40", text]
        subprocess.run(command, env=self.environment, check=True)

    def click(self, x: int, y: int) -> None:
        """Click somewhere on the screen."""
        for act in (["mousemove", str(x), str(y)], ["click", "1"]):
            subprocess.run(["xdotool", *act], env=self.environment, check=True)
            time.sleep(0.2)

    def shoot(self, path: Path) -> None:
        """Photograph the screen."""
        time.sleep(1.5)
        command = ["import", "-window", "root", str(path)]
        subprocess.run(command, env=self.environment, check=True)
        print(path, flush=True)

    def sees(self, title: str) -> bool:
        """Say whether a window is there whose title has this in it."""
        command = ["xdotool", "search", "--onlyvisible", "--name", title]
        found = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        return bool(found.stdout.strip())

    def count(self) -> int:
        """Return how many answers the station's own file has."""
        files = [*self._home.glob("data/lab/*/booth*.sortrank")]
        if not files:
            return 0
        with closing(sqlite3.connect(f"file:{files[0]}?mode=ro", uri=True)) as connection:
            query = "SELECT count(*) FROM journal WHERE event = 'answer'"
            return int(connection.execute(query).fetchone()[0])


class LabPlay:
    """A morning in a lab, in pictures."""

    def __init__(self, folder: Path, theme: str, stack: ExitStack) -> None:
        self._folder, self._theme, self._stack = folder, theme, stack
        self._homes = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        self._server: Any = stack.enter_context(OwnServer())
        self._prepare()

    def _prepare(self) -> None:
        """Prepare the database, and make a study."""
        from sortrank_gui.study.lab.addresses import find_address
        from sortrank_gui.study.lab.setting_up import set_up_lab

        self._server.execute(f"CREATE ROLE {self._server.owner} LOGIN CREATEROLE")
        self._server.execute(f"CREATE DATABASE {_DATABASE} OWNER {self._server.owner}")
        set_up_lab(find_address(self._server.url(_DATABASE, self._server.owner)))
        where = f"host={self._server.folder}\nport={self._server.port}\ndbname={_DATABASE}\n"
        self._service = f"[{_DATABASE}]\n{where}"
        self._study = _make_study(self._homes / "Dots.sortrank")

    def _make_computer(self, name: str, size: tuple[int, int]) -> Computer:
        return Computer(self._stack, self._homes / name, size, self._theme, self._service)

    def _count(self) -> int:
        query = "SELECT count(*) FROM sortrank.journal WHERE event = 'answer'"
        return int(self._server.execute(query, _DATABASE)[0][0])

    def _shoot(self, computer: Computer, name: str) -> None:
        dark = "" if self._theme == "light" else "-dark"
        computer.shoot(self._folder / f"lab-{name}{dark}.png")

    def play(self) -> None:
        """Seat two people, take the server away, and let it come back."""
        desk = self._make_computer("desk", _DESK)
        self._share(desk)
        self._shoot(desk, "desk-empty")
        booths = [self._open_booth(name) for name in ("booth-1", "booth-2")]
        self._shoot(booths[0], "station-waiting")
        booths[0].press("Return")
        booths[1].write("VP7")
        booths[1].press("Return")
        self._answer(booths[0], 9)
        self._answer(booths[1], 5)
        _until(lambda: self._count() == 14, "all answers on the server")
        self._shoot(desk, "desk")
        self._shoot(booths[1], "station-trial")
        self._shoot(booths[0], "station-other")
        self._join("desk", "station-other", "station-trial")
        desk.press("ctrl+shift+o")
        time.sleep(3.0)
        self._shoot(desk, "open")
        desk.press("Escape")
        self._lose_server(desk, booths)
        self._order(desk, booths)

    def _share(self, desk: Computer) -> None:
        """Share the study by the menu's key, and follow it."""
        desk.start("open", str(self._study))
        _until(lambda: desk.sees("Dots"), "the study's window")
        time.sleep(2.0)
        desk.press("ctrl+2", "ctrl+alt+l")
        time.sleep(1.0)
        desk.write(_DATABASE)
        desk.press("Return")
        time.sleep(2.0)
        self._shoot(desk, "share")
        desk.press("Tab", "Tab", "Tab", "space")
        _until(lambda: self._server.execute(_READY, _DATABASE) == [(True,)], "the study's way")
        time.sleep(4.0)

    def _join(self, desk: str, *booths: str) -> None:
        """Put the desk and the stations side by side into one picture."""
        dark = "" if self._theme == "light" else "-dark"
        paths = [str(self._folder / f"lab-{name}{dark}.png") for name in (desk, *booths)]
        half = (_DESK[1] - _GAP) // 2
        beside = ["(", *paths[1:], "-resize", f"x{half}", "-splice", f"0x{_GAP}+0+0", "-append"]
        beside += ["-chop", f"0x{_GAP}", ")"]
        target = str(self._folder / f"lab-three{dark}.png")
        command = ["convert", "-background", "#B8BEC8", paths[0], *beside]
        subprocess.run([*command, "+smush", str(_GAP), target], check=True)
        print(target, flush=True)

    def _open_booth(self, name: str) -> Computer:
        booth = self._make_computer(name, _BOOTH)
        booth.start("lab", "station", name, "--server", _DATABASE)
        _until(lambda: booth.sees("Dots"), name)
        time.sleep(2.0)
        return booth

    def _answer(self, booth: Computer, count: int) -> None:
        """Answer so many trials more, whichever item is at the left and right."""
        goal = booth.count() + count
        turn = 0
        end = time.monotonic() + _PATIENCE
        while booth.count() < goal:
            booth.press(("Left", "Right", "Left")[turn % 3])
            turn += 1
            time.sleep(0.25)
            if time.monotonic() > end:
                sys.exit("A station takes no answers.")

    def _lose_server(self, desk: Computer, booths: list[Computer]) -> None:
        """Let people go on without a server, one of them to the end."""
        self._server.stop("immediate")
        self._answer(booths[1], 3)
        self._answer(booths[0], _BUDGET - 9)
        time.sleep(4.0)
        self._shoot(booths[0], "station-thanks")
        self._shoot(desk, "desk-away")
        self._server.start()
        _until(lambda: self._count() == _BUDGET + 8, "what was answered meanwhile")

    def _order(self, desk: Computer, booths: list[Computer]) -> None:
        """Pause a session from the desk, and look at the ranking of all."""
        time.sleep(6.0)
        desk.click(200, 230)
        desk.press("ctrl+p")
        time.sleep(3.0)
        self._shoot(booths[1], "station-paused")
        self._shoot(desk, "desk-paused")


def _make_study(path: Path) -> Path:
    from sortrank_gui.study.design.design import Design
    from sortrank_gui.study.design.stop_rules import StopRules
    from sortrank_gui.study.file.demo import load_demo
    from sortrank_gui.study.file.opening import create_study

    shown = load_demo()
    design = Design(
        title="Dots",
        prompt=shown.prompt,
        shared=True,
        min_response_ms=0,
        interval_ms=0,
        stop=StopRules(budget=_BUDGET),
    )
    create_study(path, design, shown.items[:12])
    return path


def _until(is_so: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + _PATIENCE
    while not is_so():
        if time.monotonic() > end:
            sys.exit(f"It never came: {what}.")
        time.sleep(0.2)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()


if __name__ == "__main__":
    main()
