"""A tab: what the window says of it, what can be done there, and the page that it shows.

How it works: the folder of a tab names its class in its `__init__`, where the window finds it. The
tab itself is made with the window, so that menus are complete from the start; it is quick and its
actions are off. The page is made when the window has nothing else to do, or somebody wants to see
it: in slices, between which the window answers, and it is shown when it is complete. When a study
is closed, its tabs are made anew: no page ever hears of another one's actions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QMenu, QWidget

from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.widgets.actions import make_action


@dataclass(frozen=True, slots=True)
class TabFacts:
    """What is to be said about a tab."""

    place: int
    """Its number among all tabs, and with Ctrl its key."""
    title: str
    menu: str = ""
    """The title of its menu, with a mnemonic; empty where there is none."""
    needs_study: bool = True
    runs_survey: bool = False
    """Whether participants are let in here: what is shown of a study at first."""
    shows_results: bool = False
    """Whether results are here: what is shown of imported answers at first."""
    acts_unseen: bool = False
    """Whether its actions are possible while another tab is shown."""


class Tab(QObject):
    """The actions of a tab, for menus and buttons alike, and the maker of its page."""

    name: ClassVar[str]
    facts: ClassVar[TabFacts]
    page_module: ClassVar[str] = ""
    """Where the class of its page is: loaded in the background before somebody wants to see it."""
    wanted = Signal(object)
    """This tab should be shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.nest: QWidget | None = None
        """Where its page will be shown, once that is known."""
        self.in_slices = False
        """Whether somebody will see to it that its page becomes complete."""
        self._group = QActionGroup(self)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._group.setEnabled(False)
        key = f"Ctrl+{self.facts.place}"
        self.show = make_action(self, self.facts.title, key, "Show this page")
        self.show.triggered.connect(self._on_show)

    @Slot()
    def _on_show(self) -> None:
        self.wanted.emit(self)

    def make_action(
        self, text: str, shortcut: str | QKeySequence.StandardKey, tip: str, *, toggle: bool = False
    ) -> QAction:
        """Return an action of the tab; a toggle is on or off."""
        action = make_action(self, text, shortcut, tip)
        action.setCheckable(toggle)
        return self._group.addAction(action)

    def adopt(self, menu: QMenu) -> None:
        """Let a menu be possible only when the actions are, and end with them."""
        self._group.addAction(menu.menuAction())
        self.destroyed.connect(menu.deleteLater)

    def set_seen(self, seen: bool) -> None:
        """Let the actions be possible, each as it was set, while they make sense."""
        self._group.setEnabled(seen or self.facts.acts_unseen)

    def fill_menu(self, menu: QMenu) -> None:
        """Put everything into the tab's menu."""

    def view_actions(self) -> list[QAction]:
        """Return what belongs into the View menu."""
        return []

    def make_page(self, study: OpenStudy | None, images: ImageStore) -> "Page":
        """Return what the tab shows; where it needs a study, there is one."""
        raise NotImplementedError


class Page(QWidget):
    """What a tab shows, and all that the window asks of it.

    It is in its place from the start, and its parts should be, too, before they are filled: each
    time that a widget gets a parent, the style sheet is applied anew to all that is in it. A page
    that takes longer than a frame gives its parts to `make_in_slices`; until it is complete,
    nobody asks anything of it, and it may go again: what needs an end comes with the last slice.
    """

    status_changed = Signal(str)
    """A sentence for the status line."""
    saving_changed = Signal(str)
    """What is not in the study's file yet; nothing where all is."""
    survey_wanted = Signal()
    """Participants should be let in now."""
    open_wanted = Signal(object)
    """A new study file should be opened, to be edited."""

    def __init__(self, tab: Tab) -> None:
        super().__init__(tab.nest)
        self._tab = tab
        self._slices: Iterator[None] = iter(())
        tab.set_seen(False)

    def make_in_slices(self, slices: Iterator[None]) -> None:
        """Make all parts: at once, unless somebody makes them slice by slice."""
        self._slices = slices
        if not self._tab.in_slices:
            self.complete()

    def make_slice(self) -> bool:
        """Make the next parts, and say whether that was the end."""
        for _ in self._slices:
            return False
        return True

    def complete(self) -> None:
        """Make all that is missing."""
        for _ in self._slices:
            pass

    def panes(self) -> list[QWidget]:
        """Return parts that can be laid out and drawn one after the other, before all is shown."""
        return [self]

    def controls(self) -> QWidget | None:
        """Return what stands at the right of the header, if there is something."""
        return None

    def set_study(self, study: OpenStudy | None) -> None:
        """Know that another study is open now, or none: for pages that outlive a study."""

    def tell_status(self) -> None:
        """Say again what the status line should show, to those who listen by now."""

    def take_focus(self) -> None:
        """Let the keyboard act here."""
        self.setFocus()

    def sizes(self) -> list[int]:
        """Return how wide the parts are, to be remembered; nothing where they are fixed."""
        return []

    def set_sizes(self, sizes: list[int]) -> None:
        """Make the parts as wide as they were."""

    @property
    def unsaved(self) -> str:
        """What would be lost if the study were closed now, in a sentence; empty for nothing."""
        return ""

    def close_workers(self) -> None:
        """End what is at work."""

    def showEvent(self, event: QShowEvent) -> None:
        """Let the tab's actions be chosen."""
        super().showEvent(event)
        self._tab.set_seen(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Take them back, unless they make sense unseen."""
        super().hideEvent(event)
        self._tab.set_seen(False)
