"""What can be done to participants, sessions and trials: exclude, include, correct, withdraw.

How it works: an act opens a question; once it is answered the engine is asked, and the summary
after it. So what is shown struck out is what the file says.
"""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.study.file.exclusions import Exclusion, Target, describe
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.withdrawing import Withdrawal, prepare_withdrawal
from sortrank_gui.ui.results.data_table import DataTable
from sortrank_gui.ui.results.table_model import moment
from sortrank_gui.ui.results.view import Sources, wrapped_label
from sortrank_gui.ui.widgets.actions import make_action
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import scaled_font
from sortrank_gui.ui.widgets.tips import plain_tip

_EXCLUDE = "Exclude…"
_EXCLUDE_TIP = "Let this count no more; nothing is deleted, and the report tells the reason"
_INCLUDE = "Include again…"
_WIDTH, _MARGIN = 460, 20


class RowActs(QObject):
    """The acts on the row that is picked, for a table's context menu and for buttons."""

    def __init__(self, sources: Sources, parent: QWidget) -> None:
        super().__init__(parent)
        self._sources, self._window = sources, parent
        self._target: Target | None = None
        self._is_excluded = False
        self.question: Question | None = None
        self.count = self._make(_EXCLUDE, _EXCLUDE_TIP, self._on_count)
        self.actions = [self.count]

    def _make(self, text: str, tip: str, slot: Callable[[], None]) -> QAction:
        action = make_action(self, text, "", tip)
        action.triggered.connect(slot)
        action.setEnabled(False)
        return action

    def attach(self, table: DataTable) -> None:
        """Offer the acts where the right mouse button is pressed."""
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        table.addActions(self.actions)

    def set_target(self, target: Target | None, exclusions: Mapping[Target, Exclusion]) -> None:
        """Act on something else; what is excluded as a part of something larger stays so."""
        self._target, self._is_excluded = target, target in exclusions
        can_write = target is not None and not self._sources.study.read_only
        for action in self.actions:
            action.setEnabled(can_write)
        whole = None if target is None else find_whole(target, exclusions)
        self.count.setEnabled(can_write and whole is None)
        self.count.setText(_INCLUDE if self._is_excluded else _EXCLUDE)
        tip = "Let this count from now on" if self._is_excluded else _EXCLUDE_TIP
        excluded = "" if whole is None else f"{whole.words} is excluded as a whole"
        self.count.setToolTip(plain_tip(excluded) or tip)

    @Slot()
    def _on_count(self) -> None:
        target = self._target
        if target is None:
            return
        if self._is_excluded:
            question = Question(
                f"Include {describe(target)} again",
                "All of it counts from now on. That it was excluded stays in the study's journal.",
                ("Why? (may be left empty)", "Include"),
                self._window,
                is_right=_is_anything,
            )
            self._ask(question, partial(self._include, target))
        else:
            question = Question(
                f"Exclude {describe(target)}",
                "The answers stay in the file, but count in no result, report or export. The "
                "report names the reason. You can include them again at any time.",
                ("Why?", "Exclude"),
                self._window,
            )
            self._ask(question, partial(self._exclude, target))

    def _ask(self, question: "Question", act: Callable[[str], None]) -> None:
        self.question = question
        question.answered.connect(act)
        question.open()

    def _exclude(self, target: Target, reason: str) -> None:
        self._do(partial(Engine.exclude, target=target, reason=reason))

    def _include(self, target: Target, reason: str) -> None:
        self._do(partial(Engine.include, target=target, reason=reason))

    def _do(self, act: Callable[[Engine], object]) -> None:
        self._sources.study.request(act)
        self._sources.newest.refresh()  # it reads the file after that


class PersonActs(RowActs):
    """Those on a participant: codes are corrected, and data is deleted where somebody withdraws."""

    def __init__(self, sources: Sources, parent: QWidget) -> None:
        super().__init__(sources, parent)
        tip = "Give another code to a participant whose code was mistyped; the change is kept"
        self.rename = self._make("Correct the code…", tip, self._on_rename)
        tip = "Delete a participant's data for good, also from the backups, where they ask for it"
        self.withdraw = self._make("Withdraw…", tip, self._on_withdraw)
        self.actions += [self.rename, self.withdraw]

    @Slot()
    def _on_rename(self) -> None:
        if self._target is None:
            return
        code = self._target[0]
        question = Question(
            f"Correct the code {code}",
            "All sessions of this participant go on under the right code. That it was another one "
            "stays in the study's journal.",
            ("The right code", "Correct"),
            self._window,
            is_right=partial(_is_other, code),
        )
        self._ask(question, partial(self._rename, code))

    def _rename(self, old: str, new: str) -> None:
        study = self._sources.newest.study
        if study is None or new not in study.participants:
            self._do(partial(Engine.rename_participant, old=old, new=new))
            return
        question = Question(
            f"Are {old} and {new} the same person?",
            f"{new} has taken part, too. If both are one person, the sessions of {old} become "
            f"later sessions of {new}, and this can't be undone. Else cancel, and choose another "
            "code.",
            ("", "They are one person"),
            self._window,
            is_right=_is_anything,
        )
        self._ask(question, partial(self._join, old, new))

    def _join(self, old: str, new: str, _nothing: str) -> None:
        self._do(partial(Engine.rename_participant, old=old, new=new, join=True))

    @Slot()
    def _on_withdraw(self) -> None:
        """Find out what would go before asking."""
        if self._target is not None:
            look = partial(prepare_withdrawal, code=self._target[0])
            self._sources.study.run(look, self._ask_to_withdraw)

    def _ask_to_withdraw(self, found: Withdrawal) -> None:
        code = found.participant
        copies = ", ".join(path.name for path in found.copies)
        text = (
            f"This deletes {found.words}. It can't be undone, and no backup will have it; only "
            "that one participant withdrew stays. To exclude somebody from the results, nothing "
            "needs to be deleted."
        )
        text += f" Other files may still have the data: {copies}." * bool(copies)
        names = (f"To confirm, type the code {code}", "Delete for good")
        question = Question(f"Withdraw {code}", text, names, self._window, is_right=code.__eq__)
        self._ask(question, self._withdraw)

    def _withdraw(self, code: str) -> None:
        self._do(partial(Engine.withdraw, code=code))


class Question(QDialog):
    """Says what will happen and asks for a line; `answered` has it, if it is right."""

    answered = Signal(str)

    def __init__(
        self,
        title: str,
        text: str,
        names: tuple[str, str],
        parent: QWidget,
        *,
        is_right: Callable[[str], bool] = bool,
    ) -> None:
        """Ask in a window; `names` are those of the line and of the button that does it."""
        super().__init__(parent)
        self._is_right = is_right
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        caption, act = names
        self.field = QLineEdit()
        self.field.setAccessibleName(caption)
        self.field.textChanged.connect(self._on_changed)
        self.text = text
        self.act, self.cancel = self._make_button(act, True), self._make_button("Cancel", False)
        self.act.clicked.connect(self._on_act)
        self.cancel.clicked.connect(self.reject)
        self._lay_out(title, caption)
        self._on_changed()

    def _make_button(self, text: str, primary: bool) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(text)
        button.setProperty("primary", primary)
        button.setAutoDefault(primary)
        return button

    def _lay_out(self, title: str, caption: str) -> None:
        head = QLabel(title)
        head.setTextFormat(Qt.TextFormat.PlainText)
        head.setFont(scaled_font(head.font(), 1.2, bold=True))
        buttons = QHBoxLayout()
        buttons.addStretch()
        for button in (self.cancel, self.act):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 16, _MARGIN, 16)
        column.setSpacing(12)
        line = (soft_label(caption), self.field)
        words = wrapped_label(self.text)
        words.ensurePolished()
        words.setMinimumHeight(words.heightForWidth(_WIDTH - 2 * _MARGIN))
        for part in (head, words, *line):
            column.addWidget(part)
            part.setHidden(part in line and not caption)
        column.addLayout(buttons)
        self.setFixedWidth(_WIDTH)

    @Slot()
    def _on_changed(self) -> None:
        self.act.setEnabled(self._is_right(self.field.text().strip()))

    @Slot()
    def _on_act(self) -> None:
        self.answered.emit(self.field.text().strip())
        self.accept()


def find_whole(target: Target, exclusions: Mapping[Target, Exclusion]) -> Exclusion | None:
    """Return what excludes something larger that this is a part of."""
    code, session, trial = target
    wholes: list[Target] = [(code, None, None)] if session is not None else []
    wholes += [(code, session, None)] if trial is not None else []
    return next((exclusions[whole] for whole in wholes if whole in exclusions), None)


def tell_exclusion(target: Target, exclusions: Mapping[Target, Exclusion]) -> str:
    """Say why something does not count, and since when; nothing where it does."""
    found = exclusions.get(target) or find_whole(target, exclusions)
    if found is None:
        return ""
    since = f"since {moment(found.at)}" if found.at else "by a rule set before the first answer"
    about = "" if found.target == target else f"{found.words} "
    text = f"{about}excluded {since}: {found.reason}"
    return text[:1].upper() + text[1:]


def tell_reason(target: Target, exclusions: Mapping[Target, Exclusion]) -> str:
    """Say in short why something does not count."""
    found = exclusions.get(target) or find_whole(target, exclusions)
    return "" if found is None else f"excluded: {found.reason}"


def _is_other(code: str, line: str) -> bool:
    return line not in ("", code)


def _is_anything(_line: str) -> bool:
    return True
