"""The texts that participants read, page by page, with a live preview of each."""

from typing import NamedTuple

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QRegion
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QTabBar, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Background
from sortrank_gui.study.survey.course import Page
from sortrank_gui.ui.participant.looks import looks_of
from sortrank_gui.ui.participant.message_page import Message, MessagePage
from sortrank_gui.ui.participant.messages import message_for
from sortrank_gui.ui.study_editor.editors import TextEditor
from sortrank_gui.ui.study_editor.section import FormField, Section
from sortrank_gui.ui.widgets.theme import theme_of

_SCREEN = QSize(960, 540)
_RADIUS = 6


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


class PagePreview(QWidget):
    """Draws a screen with a message on it, or says why there is none."""

    def __init__(self) -> None:
        super().__init__()
        self._message, self._hint = Message(""), ""
        self._background: Background | None = None
        self._picture: QPixmap | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("Preview of the page")

    @property
    def text(self) -> str:
        """What the page says, or why it is not shown."""
        return self._message.text or self._hint

    def show_message(self, message: Message, background: Background, hint: str) -> None:
        """Show a page; an empty one only says why participants will not see it."""
        if (message, background, hint) == (self._message, self._background, self._hint):
            return
        self._message, self._background, self._hint = message, background, hint
        self._picture = None
        self.setAccessibleDescription(self.text)
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Keep the shape of a screen."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of a screen of this width."""
        return width * _SCREEN.height() // _SCREEN.width()

    def sizeHint(self) -> QSize:
        """Ask for a small screen."""
        return QSize(360, self.heightForWidth(360))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the screen."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        edge = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self._message.text:
            self._paint_page(painter, edge)
        else:
            painter.setPen(theme_of(self).colour("soft"))
            wrap = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(edge.adjusted(16, 16, -16, -16), int(wrap), self._hint)
        painter.setPen(QPen(theme_of(self).colour("line"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(edge, _RADIUS, _RADIUS)

    def _paint_page(self, painter: QPainter, edge: QRectF) -> None:
        if self._picture is None:
            self._picture = self._render()
        path = QPainterPath()
        path.addRoundedRect(edge, _RADIUS, _RADIUS)
        painter.setClipPath(path)
        painter.drawPixmap(self.rect(), self._picture)
        painter.setClipping(False)

    def _render(self) -> QPixmap:
        looks = looks_of(self._background or Background.GREY)
        page = MessagePage()  # a new one: hidden widgets do not lay out anew what they showed
        page.wear(looks.sheet)
        page.resize(_SCREEN)
        page.show_message(self._message)
        picture = QPixmap(_SCREEN)
        picture.fill(QColor(looks.ground))
        only_children = QWidget.RenderFlag.DrawChildren
        page.render(picture, QPoint(), QRegion(), only_children)
        return picture
