"""The languages of a study: the first, those offered besides, and what is missing in them."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QMenu,
    QPushButton,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.languages import ENGLISH, languages
from sortrank_gui.study.design.wording import missing_words
from sortrank_gui.ui.widgets.fields import choose, make_choice, make_problem_label, show_problem
from sortrank_gui.ui.widgets.list_dialog import ListDialog

_NAMES = {
    "prompt": "the question",
    "welcome": "the page Welcome",
    "consent": "the page Consent",
    "instructions": "the page Instructions",
}
_MOST_NAMED = 3


def name_language(code: str) -> str:
    """Return the name of a language as its speakers write it, or else its code."""
    known = languages()
    return known[code].name if code in known else code


def name_word(key: str) -> str:
    """Return what a researcher calls a text, or else what it says in English."""
    english = languages()[ENGLISH]
    return _NAMES.get(key) or {**english.pages, **english.answers, **english.words}.get(key, key)


class LanguageBar(QWidget):
    """Chooses languages, and which of them is edited now."""

    first_chosen = Signal(str)
    added = Signal(str)
    removed = Signal(str)
    shown = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._codes: Sequence[str] = ()
        self._missing: list[str] = []
        self.first = make_choice([(code, each.name) for code, each in languages().items()])
        self.first.setAccessibleName("Language of the participants")
        self.first.setToolTip("Sets every word that participants see; own words stay")
        self.first.activated.connect(self._on_first_chosen)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.triggered.connect(self._on_added)
        self.add = _make_button("Offer another  ▾", "Let participants choose among languages")
        self.add.setMenu(self.menu)
        self.tabs = QTabBar()
        self.tabs.setObjectName("small")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName("Language to edit")
        self.tabs.currentChanged.connect(self.shown)
        self.remove = _make_button("Remove", "Offer this language no more, and forget its texts")
        self.remove.clicked.connect(self._on_remove)
        self._problem = make_problem_label()
        self.list = _make_button("Show list", "List everything that is missing")
        self.list.clicked.connect(self._on_list)
        self._lay_out()

    def _lay_out(self) -> None:
        label = QLabel("Language of the participants")
        label.setBuddy(self.first)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(label)
        rows = [QHBoxLayout() for _ in range(3)]
        for row in rows:
            row.setSpacing(8)
            column.addLayout(row)
        rows[0].addWidget(self.first, stretch=1)
        rows[0].addWidget(self.add)
        rows[1].addWidget(self.tabs, stretch=1)
        rows[1].addWidget(self.remove)
        rows[2].addWidget(self._problem, stretch=1)
        rows[2].addWidget(self.list)

    @property
    def current(self) -> str:
        """The code of the language that is edited."""
        return self._codes[max(self.tabs.currentIndex(), 0)] if self._codes else ENGLISH

    @property
    def problem(self) -> str:
        """What is missing."""
        return self._problem.text()

    def set_locked(self, reason: str) -> None:
        """Refuse other languages and say why, or allow them."""
        for widget in (self.first, self.add, self.remove):
            widget.setEnabled(not reason)
        self.setToolTip(reason)

    def show_language(self, code: str) -> None:
        """Edit the texts of this language."""
        if code in self._codes:
            self.tabs.setCurrentIndex(self._codes.index(code))

    def show_design(self, design: Design) -> None:
        """Show the languages of a design."""
        first = design.languages[0]
        if self.first.findData(first) < 0:
            self.first.addItem(first, first)
        choose(self.first, first)
        if design.languages != self._codes:
            self._show_tabs(design.languages)
        several = len(design.languages) > 1
        self.tabs.setVisible(several)
        self.remove.setVisible(several and self.current != first)
        self._show_missing(missing_words(design))

    def _show_tabs(self, codes: tuple[str, ...]) -> None:
        new = [code for code in codes if code not in self._codes]
        current = new[-1] if self._codes and new and len(codes) > 1 else self.current
        self._codes = codes
        with QSignalBlocker(self.tabs):
            while self.tabs.count():
                self.tabs.removeTab(0)
            for code in codes:
                self.tabs.addTab(name_language(code))
            self.tabs.setCurrentIndex(codes.index(current) if current in codes else 0)

    def _show_missing(self, missing: list[tuple[str, str]]) -> None:
        several = len(self._codes) > 1
        self._missing = [
            f"{name_language(code)}: {name_word(key)}" if several else name_word(key)
            for code, key in missing
        ]
        named = "; ".join(self._missing[:_MOST_NAMED])
        more = len(self._missing) - _MOST_NAMED
        text = f"Missing: {named}" + (f"; and {more} more." if more > 0 else ".")
        show_problem(self._problem, text if missing else "")
        self.list.setVisible(more > 0)

    @Slot()
    def _fill_menu(self) -> None:
        self.menu.clear()
        for code, each in languages().items():
            if code not in self._codes:
                self.menu.addAction(each.name).setData(code)
        self.menu.addSeparator()
        self.menu.addAction("Another language…")

    @Slot(QAction)
    def _on_added(self, action: QAction) -> None:
        code = action.data()
        if code is None:
            words = "Its code, such as sw for Swahili; you will write all of its words:"
            code, _ = QInputDialog.getText(self, "Another language", words)
        if code and code.strip():
            self.added.emit(code.strip())

    @Slot()
    def _on_first_chosen(self) -> None:
        self.first_chosen.emit(self.first.currentData())

    @Slot()
    def _on_remove(self) -> None:
        self.removed.emit(self.current)

    @Slot()
    def _on_list(self) -> None:
        ListDialog("Missing words", self._missing, self.window()).show()


def _make_button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setAccessibleName(text.removesuffix("  ▾"))
    button.setToolTip(tip)
    return button
