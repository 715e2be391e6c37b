"""Photograph every page and state of the window, in light and dark, at one size and scale.

Run it by path: `python packaging/window_shots.py FOLDER [--size 1360x850]`; QT_SCALE_FACTOR is the
scale. It works on studies of its own, without a display and without the user's settings;
`screenshots.py` calls it for all sizes.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# On Windows Qt finds fonts with its own platform only; a window is seen there for a while.
os.environ.setdefault("QT_QPA_PLATFORM", "windows" if os.name == "nt" else "offscreen")
_PATIENCE = 60.0
_LONG = (
    "Which of these two recipes would you rather cook on a weekday evening, when guests are coming "
    "at short notice and the shops are about to close?"
)


def main() -> None:
    """Read the arguments, and work in a home folder that is gone afterwards."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="1360x850")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    width, height = (int(part) for part in arguments.size.split("x"))
    with tempfile.TemporaryDirectory() as home:
        os.environ.setdefault("XDG_RUNTIME_DIR", home)
        for name in ("SORTRANK_HOME", "XDG_CACHE_HOME", "HOME", "USERPROFILE"):
            os.environ[name] = home
        studies = Path(home) / "Studies"
        studies.mkdir()
        Photographer(arguments.folder.resolve(), studies, (width, height)).take_all()


class Photographer:
    """Takes the window through its states."""

    def __init__(self, folder: Path, studies: Path, size: tuple[int, int]) -> None:
        from sortrank_gui.ui.threads.garbage import GarbageCollector
        from sortrank_gui.ui.widgets.theme import Appearance, Choice
        from sortrank_gui.ui.window.application import make_application
        from sortrank_gui.ui.window.main_window import MainWindow

        self._folder, self._studies, self._size = folder, studies, size
        self._application, self._garbage = make_application(), GarbageCollector()
        self._garbage.start()
        self._appearance = Appearance(self._application, Choice.LIGHT)
        self.window = MainWindow(self._appearance)
        self.window.resize(*size)
        self.window.show()

    def take_all(self) -> None:
        """Take every picture, then close the window."""
        try:
            self.take("start")
            self._survey()
            self._participant()
            self._texts()
            self._study_and_results()
            self._imported()
            self._timeline()
            self._demo()
            self.window.stack.show_page("Simulation")
            self.take("simulation")
        finally:
            self.window.close()

    def _survey(self) -> None:
        """Show a session from the first to the last answer, and what can interrupt it."""
        from sortrank_gui.study.survey.engine import Engine
        from sortrank_gui.study.survey.robot import RobotOrder
        from sortrank_gui.study.survey.survey_state import Phase

        with self._open(self._make_study("Dot study", budget=40)):
            study, page = self.window.study, self._show("Survey")
            self.take("survey-who-is-next")
            study.request(Engine.start_session, "R01", robot=True)
            study.request(Engine.start_robot, RobotOrder(goal=25))
            self.until(lambda: page.shows(25))
            self.take("survey-running")
            study.request(Engine.pause)
            self.until(lambda: study.state.phase is Phase.PAUSED)
            self.take("survey-paused")
            study.request(Engine.resume)
            self.until(lambda: study.state.phase is Phase.RUNNING)
            page.pages.ask_end()
            self.take("survey-end-early")
            study.request(Engine.start_robot, RobotOrder())
            self.until(lambda: study.state.phase is Phase.OVER)
            self.take("survey-over")
            study.request(Engine.leave)
            self.until(lambda: study.state.phase is Phase.IDLE)
            study.request(Engine.start_session, "R02", robot=True)
            study.request(Engine.start_robot, RobotOrder(goal=7))
            self.until(lambda: page.shows(7) or study.state.answered == 7)
        self.window.reception.close_study()
        self.until(lambda: self.window.study is None)
        self.take("start-recent")

    def _participant(self) -> None:
        """Show every page that a participant sees."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        from sortrank_gui.study.file.journal import Answer
        from sortrank_gui.study.survey.course import CoursePage
        from sortrank_gui.study.survey.engine import Engine
        from sortrank_gui.ui.participant.participant_window import ParticipantWindow
        from sortrank_gui.ui.participant.walk import Walk

        with self._open(self._make_study("Participant", practice=1, break_every=2, budget=3)):
            study = self.window.study
            window = ParticipantWindow(Walk(study), self.window.images)
            window.resize(*self._size)
            window.show()
            taken: set[CoursePage] = set()
            study.request(Engine.start_session, "P01")
            deadline = time.monotonic() + _PATIENCE
            while window.page is not CoursePage.THANKS:
                if window.page not in taken | {None, CoursePage.WAITING}:
                    taken.add(window.page)
                    self.take(f"participant-{window.page.value}", window, dark=False)
                if window.page is CoursePage.TRIAL:
                    if window.trial_page.view.is_open:
                        window.trial_page.view.give_answer(Answer.LEFT)
                else:
                    for box in window.message_page.findChildren(_check_box()):
                        box.setChecked(True)
                    QTest.keyClick(window, Qt.Key.Key_Return)
                self.wait(0.05)
                if time.monotonic() > deadline:
                    sys.exit(f"The participant's course stopped at {window.page}.")
            self.take("participant-thanks", window, dark=False)
            window.leave()

    def _texts(self) -> None:
        """Show long and short texts, and the two items that a study has at least."""
        from sortrank_gui.study.design.design import Design
        from sortrank_gui.study.design.stop_rules import StopRules
        from sortrank_gui.study.file.opening import create_study
        from sortrank_gui.study.items.items import Item
        from sortrank_gui.study.survey.engine import Engine

        soup = (
            "Chop the onions, fry them slowly in butter until they are golden, add the stock. " * 9
        )
        path = self._studies / "Recipes.sortrank"
        design = Design(title="Recipes", prompt=_LONG, stop=StopRules(budget=20))
        create_study(path, design, (Item("Soup", text=soup), Item("Toast", text="Toast")), None)
        with self._open(path):
            page = self._show("Survey")
            self.window.study.request(Engine.start_session, "P01")
            self.until(lambda: page.stage.is_at_rest)
            self.take("survey-texts")

    def _study_and_results(self) -> None:
        """Show the editor, and every view of the results of six participants."""
        path = self._make_study("Many participants", demo=False, budget=80, catch_share=0.06)
        with self._open(path):
            study, page = self.window.study, self._show("Study")
            self.until(lambda: "displacement" in page.footer.text)
            self.take("study")
            self._show("Results")
            self.take("results-empty")
            for number in range(6):
                study.request(_sit, number)
            self.until(lambda: sum(s.is_ended for s in study.state.sittings) == 6)
            self._show("Study")
            self.take("study-frozen")
            results = self._show("Results")
            self.until(lambda: results.news is not None and not results.newest.is_busy)
            for title in results.views.titles:
                results.views.choose(title)
                self.wait(1.0)
                self.take("results-" + title.lower().replace(" ", "-"))

    def _imported(self) -> None:
        """Show answers that others collected: the dialog, and views of two tastes."""
        from sortrank_gui.study.imports.grammar import guess
        from sortrank_gui.study.imports.making import ImportOrder, make_study
        from sortrank_gui.study.imports.reading import read_answers
        from sortrank_gui.study.imports.sources import open_rows

        table, known = _write_judgements(self._studies)
        dialog = self.window.files.show_import(table)
        self.until(dialog.form.isEnabled)
        self.wait(1.0)
        self.take("import-answers", dialog)
        dialog.close()
        path = self._studies / "Essays.sortrank"
        rows = open_rows(table)
        grammar = guess(rows)
        order = ImportOrder(table, path, grammar, prompt="Which essay is better?")
        make_study(order, read_answers(rows, grammar))
        with self._open(path):
            results = self._show("Results")
            self.until(lambda: results.news is not None and not results.newest.is_busy)
            results.views.choose("Old scale")
            results.views.view("Old scale").use(known)
            for title in ("Old scale", "Transitivity", "Item fit", "Other models", "Taste"):
                results.views.choose(title)
                self.wait(2.0)
                self.take("imported-" + title.lower().replace(" ", "-"))

    def _timeline(self) -> None:
        """Show the timeline of two questions, its questionnaire, and a prompt above two answers."""
        from sortrank_gui.study.design.questionnaires import list_templates
        from sortrank_gui.study.design.timeline import Block, BlockOrder, Step, StepKind
        from sortrank_gui.study.file.making import make_from_template
        from sortrank_gui.study.file.templates import list_study_templates
        from sortrank_gui.study.survey.engine import Engine

        form = list_templates()[0][1]
        blocks = [
            Step(StepKind.BLOCK, name, block=Block(f"Which picture is {name}?"))
            for name in ("brighter", "calmer")
        ]
        message = Step(StepKind.MESSAGE, "half", "Half is done. Now another question.")
        steps = (Step(StepKind.WELCOME), form, blocks[0], message, blocks[1], Step(StepKind.THANKS))
        order = BlockOrder.LATIN
        path = self._make_study("Two questions", budget=40, timeline=steps, block_order=order)
        with self._open(path):
            self._show("Study").show_field("timeline.1")
            self.wait(1.0)
            self.take("timeline")
        path = self._studies / "Assistants.sortrank"
        outputs = next(each for each in list_study_templates() if "LLM" in each.title)
        make_from_template(path, outputs)
        with self._open(path):
            page = self._show("Survey")
            self.window.study.request(Engine.start_session, "P01")
            self.wait(1.0)
            self.window.survey.walk.go_on()
            self.until(lambda: page.stage.is_at_rest)
            self.take("survey-outputs")

    def _demo(self) -> None:
        """Show the demo as it starts and in its middle."""
        from sortrank_gui.study.survey.engine import Engine
        from sortrank_gui.study.survey.robot import RobotOrder

        self.window.open_demo()
        self.until(lambda: self.window.study is not None and self.window.study.is_demo)
        page = self._show("Survey")
        self.until(lambda: page.shows(0))
        self.take("demo-start")
        self.window.study.request(Engine.start_robot, RobotOrder(goal=100))
        self.until(lambda: page.shows(100))
        self.take("demo-middle")

    def _make_study(self, title: str, *, budget: int, demo: bool = True, **fields: Any) -> Path:
        from sortrank_gui.study.design.design import Design, Texts
        from sortrank_gui.study.design.stop_rules import StopRules
        from sortrank_gui.study.file.demo import load_demo
        from sortrank_gui.study.file.opening import create_study

        shown = load_demo()
        texts = Texts(
            welcome="Welcome, and thank you for coming.\n\nThis takes about ten minutes.",
            consent="I have read the information sheet and agree to take part.",
            instructions="You will see two pictures at a time.\n\nChoose the one with more dots.",
        )
        design = Design(
            title=title, prompt=shown.prompt, texts=texts, stop=StopRules(budget=budget), **fields
        )
        path = self._studies / f"{title}.sortrank"
        create_study(path, design, shown.items, shown.truth.tolist(), demo=demo)
        return path

    @contextmanager
    def _open(self, path: Path) -> Iterator[None]:
        self.window.open_path(path)
        self.until(lambda: self.window.study is not None and self.window.study.path == path)
        self.until(lambda: self.window.study.state is not None)
        yield

    def _show(self, title: str) -> Any:
        self.window.stack.show_page(title)
        return self.window.stack.pages[title]

    def take(self, name: str, window: Any = None, *, dark: bool = True) -> None:
        """Photograph a window; in both themes unless it has colours of its own."""
        from sortrank_gui.ui.widgets.theme import Choice

        for choice in (Choice.LIGHT, Choice.DARK) if dark else (Choice.LIGHT,):
            self._appearance.choose(choice)
            self.wait(0.35)
            self.until(lambda: self.window.images.is_at_rest)
            suffix = f"-{choice.value}" if dark else ""
            (window or self.window).grab().save(str(self._folder / f"{name}{suffix}.png"))
        self._appearance.choose(Choice.LIGHT)

    def wait(self, seconds: float) -> None:
        """Let the window live for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._application.processEvents()
            time.sleep(0.005)

    def until(self, is_so: Callable[[], bool]) -> None:
        """Let the window live until something is so."""
        end = time.monotonic() + _PATIENCE
        while not is_so():
            if time.monotonic() > end:
                self.window.grab().save(str(self._folder / "stuck.png"))
                raise TimeoutError("The window did not get there; see stuck.png.")
            self.wait(0.02)


def _sit(engine: Any, number: int) -> None:
    """Take part as a person from the first page to the last answer; the first one flips coins."""
    from random import Random

    from sortrank_gui.simulation.respondents import BradleyTerryRespondent, CoinRespondent
    from sortrank_gui.study.file.journal import Answer

    engine.start_session(f"P{number + 1:02}")
    engine.consent(True, "en")
    truth, chance = engine.file.content.truth, Random(number)
    mind = BradleyTerryRespondent(truth, seed=number) if number else CoinRespondent(seed=number)
    while (trial := engine.state().trial) is not None:
        answer = Answer.from_outcome(mind.answer(trial.left, trial.right))
        engine.answer(trial.number, answer, 0.5 + chance.lognormvariate(0, 0.4))
    engine.leave()


def _write_judgements(folder: Path) -> tuple[Path, Path]:
    """Write answers of 24 judges with two tastes about 12 essays, and old scores of some."""
    import csv
    from math import exp
    from random import Random

    chance, names = Random(9), [f"Essay {number:02}" for number in range(1, 13)]
    tastes = [[(place - 5.5) / 2 for place in chance.sample(range(12), 12)] for _ in range(2)]
    table, known = folder / "judgements.csv", folder / "old-ranking.csv"
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("judge", "left", "right", "choice", "seconds"))
        for judge in range(24):
            scores = tastes[judge % 3 == 0]
            for _ in range(40):
                left, right = chance.sample(range(12), 2)
                is_left = chance.random() < 1 / (1 + exp(scores[right] - scores[left]))
                seconds = round(chance.lognormvariate(2, 0.5), 1)
                side = "left" if is_left else "right"
                writer.writerow((f"J{judge + 1:02}", names[left], names[right], side, seconds))
    rows = [f"{names[item]},{tastes[0][item]},0.2" for item in range(0, 12, 3)]
    known.write_text("\n".join(("item,score,standard_error", *rows)) + "\n", encoding="utf-8")
    return table, known


def _check_box() -> type:
    from PySide6.QtWidgets import QCheckBox

    return QCheckBox


if __name__ == "__main__":
    main()
