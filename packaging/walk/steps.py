"""The steps of the walk: people, a robot, a withdrawal, an exclusion and an export."""

import time
from functools import partial
from pathlib import Path
from typing import Any

from diary import CODES, REASON, Diary, Given, values
from hand import Eye, Hand
from PySide6.QtWidgets import QApplication
from study import BUDGET, PRACTICE

from sortrank_gui.study.file.journal import Answer

KEYS = ("Left", "Right", "F", "J", "1", "2", "click")


class Walk:
    """The whole study, from the first code to the last file."""

    def __init__(self, window: Any, path: Path, shots: Path, diary: Diary) -> None:
        self.window, self.path, self.diary = window, path, diary
        self.eye = Eye()
        self.hand = Hand(self.eye, shots)
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Take every step; called on a thread of its own."""
        try:
            self.hand.until(lambda: self.window.study is not None, "the study is open")
            self._answer_in_main_window(CODES[0])
            self._meet_known_code(CODES[0])
            self._answer_in_own_window(CODES[1])
            self._let_robot_answer()
            self._decline(CODES[2])
            self._answer_in_main_window(CODES[2], shots=False)
            self._withdraw(CODES[2])
            self._exclude(CODES[1])
            self._export()
        except BaseException as error:
            self.failure = error
        finally:
            self.eye.see(self.window.close)

    @property
    def _state(self) -> Any:
        return self.eye.see(lambda: self.window.study.state)

    def _start(self, code: str) -> None:
        """Type a code on the start card."""
        hand = self.hand
        hand.until(lambda: self.window.survey.pages.idle.isVisible(), "who is next?")
        offered = self.eye.see(lambda: self.window.survey.pages.idle.field.text())
        self.diary.note(f"The start card offers {offered}; {code} is typed.")
        hand.write(code)
        hand.press("Return")

    def _pages(self, view: Any, *, shots: bool) -> None:
        """Read the pages before the first trial, each as far as it goes."""
        for page in ("welcome", "consent", "instructions", "practice"):
            self.hand.until(lambda p=page: view.page == p, f"the page {page}")
            if shots:
                self.hand.shoot(f"page-{page}")
            if page == "consent":
                self.hand.press("space")
            self.hand.press("Return")
        self.diary.note("Read welcome, consent (ticked by the space bar), instructions, practice.")

    def _answer_in_main_window(self, code: str, *, shots: bool = True) -> None:
        self._start(code)
        survey = self.window.survey
        self._pages(survey.session, shots=shots)
        self._answer_all(code, survey.session, survey.stage.trial_view, shots=shots)
        if shots:
            self.hand.shoot("thanks")
        self.hand.click("Next participant")

    def _answer_all(self, code: str, session: Any, view: Any, *, shots: bool) -> None:
        """Answer to the end; by all keys and by the mouse in turn, and take one answer back."""
        total, done, undone = PRACTICE + BUDGET, 0, False
        while done < total:
            page = self.hand.until(partial(_find_page, session, view), "a trial or a page")
            if page != "trial":
                if shots:
                    self.hand.shoot(f"page-{page}")
                self.hand.press("Return")
                self.hand.until(lambda p=page: session.page != p, f"the end of {page}")
                continue
            if done in (0, PRACTICE + 1) and shots:
                self.hand.shoot(f"trial-{done + 1}")
            self._answer(code, view, KEYS[done % len(KEYS)])
            done += 1
            if done == total - 1 and not undone:
                undone = True
                done -= 1
                self._take_back(view)
        count = len([given for given in self.diary.answers if given.participant == code])
        self.diary.note(f"{code} gave {count} answers, one of which was taken back.")

    def _answer(self, code: str, view: Any, way: str) -> None:
        """Answer the trial on the screen: the side of a key, or a click on the longer word."""
        trial = self.hand.until(lambda: view.trial if view.is_open else None, "an open trial")
        items = self.eye.see(lambda: self.window.study.content.items)
        left, right = items[trial.left].name, items[trial.right].name
        time.sleep(0.35)  # this study takes no answers before
        if way == "click":
            answer = "left" if len(left) >= len(right) else "right"
            box = view.boxes[Answer(answer)]
            self.hand.click_at(self.eye.see(lambda: box.mapToGlobal(box.rect().center())))
            given = ("mouse", "")
        else:
            answer = "left" if way in ("Left", "F", "1") else "right"
            self.hand.press(way.lower() if len(way) == 1 else way)
            given = ("key", way)
        self.diary.answers.append(
            Given(code, trial.number, trial.kind.value, left, right, answer, *given)
        )
        self.hand.until(
            lambda: (
                self.window.study.state.trial is None
                or self.window.study.state.trial.number != trial.number
            ),
            f"the answer to trial {trial.number}",
        )

    def _take_back(self, view: Any) -> None:
        self.hand.until(lambda: view.is_open, "an open trial")
        before = self.diary.answers[-1]
        self.hand.press("BackSpace")
        self.hand.until(
            lambda: view.is_open and view.trial.number == before.trial, "the trial before"
        )
        self.diary.answers[-1] = Given(*(*values(before)[:-1], True))
        self.diary.note(f"{before.participant} took the answer to trial {before.trial} back.")

    def _meet_known_code(self, code: str) -> None:
        """Type the code of who sat here last: that is a question."""
        self._start(code)
        self.hand.until(lambda: self.window.survey.pages.known.isVisible(), "the question")
        self.hand.shoot("known-code")
        self.diary.note(f"{code} again is a question; “Other code” goes back.")
        self.hand.click("Other code")

    def _answer_in_own_window(self, code: str) -> None:
        """Open the participant window before anybody started, give the code there, and leave it."""
        self.hand.until(lambda: self.window.survey.pages.idle.isVisible(), "who is next?")
        self.hand.press("ctrl+shift+p")
        self.hand.click("Open")
        control = self.window.survey.participant
        self.hand.until(
            lambda: control.window is not None and control.window.page == "code", "code"
        )
        self.hand.write(code)
        self.hand.shoot("participant-code")
        self.hand.press("Return")
        own = control.window
        self._pages(own.view, shots=True)
        self._answer_all(code, own.view, own.trial_page.view, shots=True)
        self.hand.until(lambda: own.page == "thanks", "thanks")
        self.hand.shoot("participant-thanks")
        self.hand.hold("Escape", 2.6)
        self.hand.until(lambda: control.window is None, "the end of the participant window")
        self.diary.note(f"{code} sat at the participant window, which was left by holding Esc.")
        self.hand.click("Next participant")

    def _let_robot_answer(self) -> None:
        self.hand.click("Robot session")
        self.hand.until(lambda: self.window.study.state.is_robot, "the robot")
        self.hand.until(lambda: self.window.study.state.phase == "over", "the robot's last answer")
        self.hand.shoot("robot")
        self.diary.note(f"{self._state.participant}, a robot, answered {self._state.answered}.")
        self.hand.click("Next participant")

    def _decline(self, code: str) -> None:
        self._start(code)
        session = self.window.survey.session
        self.hand.until(lambda: session.page == "welcome", "the welcome")
        self.hand.press("Return")
        self.hand.until(lambda: session.page == "consent", "consent")
        name = self.eye.see(lambda: session.message_page.message.decline)
        self.hand.click(name)
        self.hand.until(lambda: session.page == "declined", "the end without consent")
        self.hand.shoot("declined")
        self.diary.note(f"{code} declined; the same code is free again.")
        self.hand.click("Next participant")

    def _show_participants(self) -> None:
        self.hand.press("ctrl+3")
        self.hand.until(lambda: self.window.stack.current == "Results", "the results")
        self.hand.pick("Participants")

    def _withdraw(self, code: str) -> None:
        self._show_participants()
        self.hand.pick(code)
        self.hand.click("Withdraw…")
        self.hand.until(lambda: _find_dialog("Withdraw"), "the question")
        self.hand.write(code)
        self.hand.shoot("withdraw")
        self.hand.click("Delete for good")
        self.hand.until(
            lambda: all(s.participant != code for s in self.window.study.state.sittings), "gone"
        )
        self.diary.answers = [each for each in self.diary.answers if each.participant != code]
        offered = self._state.next_code
        self.diary.note(f"{code} withdrew in the Results tab; the next code is {offered}.")

    def _exclude(self, code: str) -> None:
        self._show_participants()
        self.hand.pick(code)
        self.hand.click("Exclude…")
        self.hand.until(lambda: _find_dialog("Exclude"), "the question")
        self.hand.write(REASON)
        self.hand.shoot("exclude")
        self.hand.press("Return")
        results = self.window.stack.pages["Results"]
        self.hand.until(
            lambda: not results.newest.is_busy and results.news.summary.exclusions, "struck out"
        )
        self.hand.shoot("participants")
        self.diary.note(f"{code} was excluded: “{REASON}”.")

    def _export(self) -> None:
        """Save the answers from the window; the rest is exported by the command line."""
        self.hand.pick("Ranking")
        self.hand.shoot("ranking")
        self.hand.pick("Export")
        self.hand.pick("Answers")
        self.hand.press("ctrl+s")
        self.hand.until(lambda: _find_dialog("Save"), "where to save")
        target = self.path.with_name("window-answers.csv")
        self.hand.write(str(target))
        self.hand.press("Return")
        self.hand.until(target.exists, "the answers")
        self.hand.shoot("export")
        self.diary.note("The answers were saved in the window, everything by the command line.")


def _find_page(session: Any, view: Any) -> str:
    """Return “trial” once it can be answered, or the name of another page."""
    if view.is_open:
        return "trial"
    return "" if session.page in (None, "trial") else str(session.page)


def _find_dialog(title: str) -> bool:
    shown = QApplication.activeModalWidget()
    return shown is not None and shown.windowTitle().startswith(title) and shown.isActiveWindow()
