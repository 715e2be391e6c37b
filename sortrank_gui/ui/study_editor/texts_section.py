"""The texts that participants read, page by page, with a live preview of each."""

from typing import NamedTuple

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QTabBar

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.survey.course import Page
from sortrank_gui.ui.participant.message_page import Message
from sortrank_gui.ui.participant.messages import message_for
from sortrank_gui.ui.study_editor.editors import TextEditor
from sortrank_gui.ui.study_editor.form_field import FormField
from sortrank_gui.ui.study_editor.page_preview import PagePreview
from sortrank_gui.ui.study_editor.section import Section


class PageText(NamedTuple):
    """A page around the trials, and the field of its text."""

    page: Page
    name: str
    tab: str
    placeholder: str


PAGES = (
    PageText(Page.WELCOME, "welcome", "Welcome", "Welcome! Thank you for taking part."),
    PageText(
        Page.CONSENT,
        "consent",
        "Consent",
        "I take part of my own free will and can stop at any time.",
    ),
    PageText(
        Page.INSTRUCTIONS,
        "instructions",
        "Instructions",
        "You will see two photos at a time. Choose the sharper one.",
    ),
    PageText(Page.BREAK, "pause", "Break", "Take a short break."),
    PageText(Page.THANKS, "thanks", "Thanks", "Thank you!"),
)


class TextsSection(Section):
    """One page at a time: its text, and how it will look."""

    def __init__(self) -> None:
        super().__init__("Texts", "Pages around the pairs, in any language.")
        self.tabs = QTabBar()
        self.tabs.setObjectName("small")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setAccessibleName("Page to edit")
        self._stack = QStackedWidget()
        self._stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.preview = PagePreview()
        for page in PAGES:
            self.tabs.addTab(page.tab)
            field = FormField(f"texts.{page.name}", "", TextEditor(page.placeholder))
            box = field.editor.focus_widget()
            box.setAccessibleName(f"Text of the page {page.tab}")
            box.setToolTip("Leave it empty, and the page is not shown")
            self.fields.append(field)
            self._stack.addWidget(field)
        for widget in (self.tabs, self._stack, self.preview):
            self.body.addWidget(widget)
        self._content: Content | None = None
        self.tabs.currentChanged.connect(self._on_tab_changed)

    def show_content(self, content: Content) -> None:
        """Show the current page of this content."""
        self._content = content
        shown, design = PAGES[self.tabs.currentIndex()], content.design
        message = message_for(shown.page, design, None)
        hint = "This page is empty and will not be shown."
        if shown.page is Page.BREAK and not design.break_every:
            message, hint = Message(""), "No breaks are planned; see “Trials”."
        elif not message.text.strip():
            message = Message("")
        self.preview.show_message(message, design.background, hint)

    @Slot(int)
    def _on_tab_changed(self, index: int) -> None:
        self._stack.setCurrentIndex(index)
        if self._content is not None:
            self.show_content(self._content)
