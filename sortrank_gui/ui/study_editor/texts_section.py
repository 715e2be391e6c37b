"""What participants read, language by language and page by page, with a live preview of each."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QTabBar

from sortrank_gui.errors import InputError
from sortrank_gui.study.design import edits
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.design.page_pictures import add_page_picture, mark_of
from sortrank_gui.study.design.wording import find_own_text, find_text
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.ui.participant.message_page import Message
from sortrank_gui.ui.participant.messages import message_for
from sortrank_gui.ui.study_editor.editors import LineEditor, TextEditor, ToggleEditor
from sortrank_gui.ui.study_editor.language_bar import LanguageBar
from sortrank_gui.ui.study_editor.page_picture_bar import PagePictureBar
from sortrank_gui.ui.study_editor.page_preview import PagePreview
from sortrank_gui.ui.study_editor.section import FormField, Section, Setting
from sortrank_gui.ui.study_editor.words_dialog import WordsDialog
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import set_shown
from sortrank_gui.ui.widgets.theme import scaled_font


class PageText(NamedTuple):
    """A page around the trials, and the field of its text."""

    page: CoursePage
    name: str
    tab: str
    placeholder: str


PAGES = (
    PageText(CoursePage.WELCOME, "welcome", "Welcome", "Welcome! Thank you for taking part."),
    PageText(
        CoursePage.CONSENT,
        "consent",
        "Consent",
        "I take part of my own free will and can stop at any time.",
    ),
    PageText(
        CoursePage.INSTRUCTIONS,
        "instructions",
        "Instructions",
        "You will see two photos at a time. Choose the sharper one.",
    ),
    PageText(CoursePage.BREAK, "pause", "Break", "Take a short break."),
    PageText(CoursePage.THANKS, "thanks", "Thanks", "Thank you!"),
)
_PROMPT, _TO_END = "texts.prompt", "consent_to_end"
_CONSENT = ("texts.agree", "texts.decline", _TO_END)
_ANSWERS = tuple(f"texts.{answer}" for answer in ("left", "right", "equal", "neither"))


def _key(page: PageText) -> str:
    return f"texts.{page.name}"


def _make_page_editor(page: PageText) -> TextEditor:
    editor = TextEditor(page.placeholder)
    editor.box.setAccessibleName(f"Text of the page {page.tab}")
    editor.box.setToolTip("Leave it empty, and the page is not shown")
    return editor


_SETTINGS = {
    setting.name: setting
    for setting in (
        Setting(_PROMPT, "Question to the participant", LineEditor),
        *(Setting(_key(page), "", partial(_make_page_editor, page)) for page in PAGES),
        Setting("texts.agree", "To agree", LineEditor),
        Setting("texts.decline", "To decline", LineEditor),
        Setting(_TO_END, "", partial(ToggleEditor, "Only after reading to the end")),
        *(
            Setting(name, f"Word for {name.removeprefix('texts.')}", LineEditor)
            for name in _ANSWERS
        ),
    )
}


class TextsSection(Section):
    """The texts of one language at a time; fields are named as those of the first one."""

    content_edited = Signal(object, str)
    """The content with another text, and what edits in a row have in common."""

    def __init__(self) -> None:
        super().__init__("Texts and languages")
        self._content: Content | None = None
        self._problems: dict[str, str] = {}
        self._rooms: dict[str, QHBoxLayout] = {}
        self.words: WordsDialog | None = None

    def make_parts(self) -> Iterator[None]:
        """Make the parts, in slices: there is nothing before that."""
        self._make_inside()
        self.bar, self.pictures = LanguageBar(self._inside), PagePictureBar(self._inside)
        self.body.addWidget(self.bar)
        yield
        self._add_room(_PROMPT)
        self._add_pages()
        yield
        self._add_room(*_CONSENT[:2])
        self._add_room(_TO_END)
        self.preview = PagePreview(self._inside)
        self.body.addWidget(self.preview)
        self._add_room(*_ANSWERS[:2])
        self._add_room(*_ANSWERS[2:])
        self.all_words = QPushButton("All other words…", self._inside)
        self.all_words.setAccessibleName("All other words")
        self.all_words.setToolTip("Headings, buttons and hints that participants see or hear")
        self.body.addWidget(self.all_words)
        self._connect()

    @property
    def names(self) -> list[str]:
        """The settings that are here."""
        return list(_SETTINGS)

    def field(self, name: str) -> FormField:
        """Return the field of a setting, made when it is first wanted."""
        if name not in self._fields:
            field = self._make_field(_SETTINGS[name])
            self._rooms[name].addWidget(field, 1, Qt.AlignmentFlag.AlignTop)
            set_shown(field, self._is_wanted(name))
            if self._content is not None:
                self._fill_field(field, self._content.design)
        return self._fields[name]

    def _is_wanted(self, name: str) -> bool:
        """Say whether a field belongs to the page and the language that are shown."""
        page = PAGES[self.tabs.currentIndex()]
        if name in _CONSENT:
            return page.page is CoursePage.CONSENT
        if name == _PROMPT:
            return (
                self._content is not None and self.bar.current != self._content.design.languages[0]
            )
        return name == _key(page) or name not in map(_key, PAGES)

    def _add_room(self, *names: str) -> None:
        """Leave room for fields side by side."""
        room = QHBoxLayout()
        room.setSpacing(self.body.spacing())
        self.body.addLayout(room)
        for name in names:
            self._rooms[name] = room

    def _add_pages(self) -> None:
        self.tabs = QTabBar(self._inside)
        self.tabs.setObjectName("small")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setAccessibleName("Page to edit")
        for page in PAGES:
            self.tabs.addTab(page.tab)
        self.body.addWidget(self.tabs)
        self._add_room(*map(_key, PAGES))
        hint = soft_label("**bold**, *italic*, # headings and lists with - are shown as such.")
        hint.setFont(scaled_font(hint.font(), 0.92))
        hint.setWordWrap(True)
        self.body.addWidget(hint)
        self.body.addWidget(self.pictures)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._on_turned)
        self.bar.shown.connect(self._on_turned)
        self.bar.first_chosen.connect(self._on_first_chosen)
        self.bar.added.connect(self._on_added)
        self.bar.removed.connect(self._on_removed)
        self.all_words.clicked.connect(self._on_words_wanted)
        self.pictures.read.connect(self._on_picture_read)
        self.pictures.decoded.connect(self._on_turned)

    def show_content(self, content: Content, problems: dict[str, str]) -> None:
        """Show the texts of the current language, and what is wrong with them."""
        self._content, self._problems = content, problems
        design = content.design
        self.bar.show_design(design)
        for name in filter(self._is_wanted, _SETTINGS):
            self.field(name)
        for name, field in self._fields.items():
            set_shown(field, self._is_wanted(name))
            self._fill_field(field, design)
        self._show_page(design, self.bar.current)
        if self.words is not None:
            self.words.show_design(design)

    def _fill_field(self, field: FormField, design: Design) -> None:
        """Show a text of the current language, and what is wrong with it."""
        key = field.name.removeprefix("texts.")
        if key == _TO_END:
            field.show_value(design.consent_to_end, "")
            return
        language = self.bar.current
        kind = "texts" if language == design.languages[0] else "translations"
        mirrored = language in languages() and languages()[language].right_to_left
        right, left = Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight
        field.editor.setLayoutDirection(right if mirrored else left)
        problem = self._problems.get(f"{kind}.{key}", "")
        field.show_value(find_own_text(design, language, key), problem)
        if isinstance(field.editor, LineEditor):
            field.editor.line.setPlaceholderText(find_text(design, language, key))

    def set_locked(self, reason: str, *, texts_free: bool) -> None:
        """Refuse changes of the question, the answers and the languages; of pages only if so."""
        super().set_locked(reason, texts_free=texts_free)
        self.bar.set_locked(reason)
        self.all_words.setEnabled(texts_free or not reason)
        self.pictures.setEnabled(texts_free or not reason)

    def _show_page(self, design: Design, language: str) -> None:
        shown = PAGES[self.tabs.currentIndex()]
        message = message_for(shown.page, design, None, language)
        hint = "This page is empty and will not be shown."
        if shown.page is CoursePage.BREAK and not design.break_every:
            message, hint = Message(""), "No breaks are planned; see “Practice, breaks and checks”."
        elif not message.text.strip():
            message = Message("")
        self.pictures.follow(design)
        self.preview.show_message(message, design.background, hint, self.pictures.images)

    @Slot(object)
    def _on_picture_read(self, picture: tuple[str, bytes]) -> None:
        """Put a picture where the cursor is, in the page that is shown."""
        field = self.field(_key(PAGES[self.tabs.currentIndex()]))
        box = field.editor.focus_widget()
        assert isinstance(box, QPlainTextEdit)
        text, place = box.toPlainText(), box.textCursor().position()
        text = f"{text[:place]}{mark_of(picture[0])}{text[place:]}"
        page = field.name.removeprefix("texts.")
        if self._content is None:
            return
        try:
            added = add_page_picture(self._content, self.bar.current, page, text, picture)
        except InputError as error:
            self.pictures.refuse(str(error))
        else:
            self.content_edited.emit(added, "")

    def show_field(self, name: str) -> None:
        """Turn to the page of a field, in the language that it is about."""
        if self._content is not None and name.startswith("texts."):
            self.bar.show_language(self._content.design.languages[0])
        pages = [page.name for page in PAGES]
        key = name.partition(".")[2]
        if key in pages:
            self.tabs.setCurrentIndex(pages.index(key))

    @Slot()
    def _on_turned(self) -> None:
        if self._content is not None:
            self.show_content(self._content, self._problems)

    def _edit(self, change: Callable[..., Content], *args: str, key: str = "") -> None:
        """Change the content; edits in a row with one key are undone at once."""
        if self._content is not None:
            self.content_edited.emit(change(self._content, *args), key)

    @Slot(str, object)
    def _on_edited(self, name: str, value: Any) -> None:
        if name == _TO_END:
            self._edit(edits.change_setting, name, value)
        else:
            key = name.removeprefix("texts.")
            self._edit(edits.change_wording, self.bar.current, key, value, key=name)

    @Slot(str, str)
    def _on_reworded(self, key: str, text: str) -> None:
        if self.words is not None:
            self._edit(edits.change_wording, self.words.language, key, text)

    @Slot(str)
    def _on_first_chosen(self, code: str) -> None:
        self._edit(edits.choose_language, code)

    @Slot(str)
    def _on_added(self, code: str) -> None:
        self._edit(edits.add_language, code)

    @Slot(str)
    def _on_removed(self, code: str) -> None:
        self._edit(edits.remove_language, code)

    @Slot()
    def _on_words_wanted(self) -> None:
        assert self._content is not None
        self.words = WordsDialog(self._content.design, self.bar.current, self.window())
        self.words.edited.connect(self._on_reworded)
        self.words.finished.connect(self._on_words_closed)
        self.words.show()

    @Slot()
    def _on_words_closed(self) -> None:
        self.words = None
