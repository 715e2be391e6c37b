"""What participants read, language by language and page by page, with a live preview of each."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QSizePolicy, QStackedWidget, QTabBar

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
from sortrank_gui.ui.study_editor.section import FormField, Section
from sortrank_gui.ui.study_editor.words_dialog import WordsDialog
from sortrank_gui.ui.widgets.card import soft_label
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
_ANSWERS = ("left", "right", "equal", "neither")


class TextsSection(Section):
    """The texts of one language at a time; fields are named as those of the first one."""

    content_edited = Signal(object, str)
    """The content with another text, and what edits in a row have in common."""

    def __init__(self) -> None:
        super().__init__("Texts and languages")
        self._content: Content | None = None
        self._problems: dict[str, str] = {}
        self.words: WordsDialog | None = None

    def make_parts(self) -> Iterator[None]:
        """Make the fields, in slices: there is nothing before that."""
        self.bar, self.preview = LanguageBar(), PagePreview()
        yield
        self.pictures = PagePictureBar()
        self.body.addWidget(self.bar)
        self._prompt = FormField("texts.prompt", "Question to the participant", LineEditor())
        self.add(self._prompt)
        self._add_pages()
        yield
        self._consent = [
            FormField("texts.agree", "To agree", LineEditor()),
            FormField("texts.decline", "To decline", LineEditor()),
            FormField("consent_to_end", "", ToggleEditor("Only after reading to the end")),
        ]
        self.add(*self._consent[:2])
        self.add(self._consent[2])
        self.body.addWidget(self.preview)
        yield
        labels = [FormField(f"texts.{k}", f"Word for {k}", LineEditor()) for k in _ANSWERS]
        self.add(*labels[:2])
        self.add(*labels[2:])
        self.all_words = QPushButton("All other words…")
        self.all_words.setAccessibleName("All other words")
        self.all_words.setToolTip("Headings, buttons and hints that participants see or hear")
        self.body.addWidget(self.all_words)
        self._connect()

    def _add_pages(self) -> None:
        self.tabs = QTabBar()
        self.tabs.setObjectName("small")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setAccessibleName("Page to edit")
        self._stack = QStackedWidget()
        self._stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for page in PAGES:
            self.tabs.addTab(page.tab)
            field = FormField(f"texts.{page.name}", "", TextEditor(page.placeholder))
            box = field.editor.focus_widget()
            box.setAccessibleName(f"Text of the page {page.tab}")
            box.setToolTip("Leave it empty, and the page is not shown")
            self.fields.append(field)
            self._stack.addWidget(field)
        self.body.addWidget(self.tabs)
        self.body.addWidget(self._stack)
        hint = soft_label("**bold**, *italic*, # headings and lists with - are shown as such.")
        hint.setFont(scaled_font(hint.font(), 0.92))
        hint.setWordWrap(True)
        self.body.addWidget(hint)
        self.body.addWidget(self.pictures)

    def _connect(self) -> None:
        for field in self.fields:
            field.edited.connect(self._on_edited)
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
        language, first = self.bar.current, design.languages[0]
        kind = "texts" if language == first else "translations"
        mirrored = language in languages() and languages()[language].right_to_left
        right, left = Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight
        for field in self.fields:
            key = field.name.removeprefix("texts.")
            if key == "consent_to_end":
                field.show_value(design.consent_to_end, "")
                continue
            problem = problems.get(f"{kind}.{key}", "")
            field.editor.setLayoutDirection(right if mirrored else left)
            field.show_value(find_own_text(design, language, key), problem)
            if isinstance(field.editor, LineEditor):
                field.editor.line.setPlaceholderText(find_text(design, language, key))
        self._prompt.setVisible(language != first)
        self._show_page(design, language)
        if self.words is not None:
            self.words.show_design(design)

    def set_locked(self, reason: str, *, texts_free: bool) -> None:
        """Refuse changes of the question, the answers and the languages; of pages only if so."""
        super().set_locked(reason, texts_free=texts_free)
        self.bar.set_locked(reason)
        self.all_words.setEnabled(texts_free or not reason)
        self.pictures.setEnabled(texts_free or not reason)

    def _show_page(self, design: Design, language: str) -> None:
        shown = PAGES[self.tabs.currentIndex()]
        for field in self._consent:
            field.setVisible(shown.page is CoursePage.CONSENT)
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
        field = self._stack.currentWidget()
        assert isinstance(field, FormField)
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
        self._stack.setCurrentIndex(self.tabs.currentIndex())
        if self._content is not None:
            self.show_content(self._content, self._problems)

    def _edit(self, change: Callable[..., Content], *args: str, key: str = "") -> None:
        """Change the content; edits in a row with one key are undone at once."""
        if self._content is not None:
            self.content_edited.emit(change(self._content, *args), key)

    @Slot(str, object)
    def _on_edited(self, name: str, value: Any) -> None:
        if name == "consent_to_end":
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
