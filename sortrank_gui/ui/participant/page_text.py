"""The text of a page: Markdown with pictures of the study, and nothing that leads elsewhere.

How it works
------------
Markdown is read without HTML. Before the text is laid out, links lose their targets, and pictures
stay only where the study has one of that name: Qt would open files and addresses by itself. Lines
end where the researcher ended them. Scripts without slanted letters are written upright.
"""

from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from PySide6.QtCore import QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QImage,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser

from sortrank_gui.ui.participant.font_shapes import has_italics

_NO_HTML = QTextDocument.MarkdownFeature.MarkdownNoHTML
_COMMON = QTextDocument.MarkdownFeature.MarkdownDialectCommonMark
_Shown = tuple[str, Qt.AlignmentFlag, Mapping[str, QImage]]
_PICTURE = QTextDocument.ResourceType.ImageResource


class FormattedText(QTextBrowser):
    """As high as its text if there is room, else scrolled; `read` says that its end was seen."""

    read = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._width = 1
        self._shown: _Shown = ("", Qt.AlignmentFlag.AlignLeft, {})
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setObjectName("page")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._on_scrolled)
        bar.rangeChanged.connect(self._on_scrolled)

    @property
    def is_read(self) -> bool:
        """Whether the end of the text is in sight."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum()

    def show_text(
        self, text: str, alignment: Qt.AlignmentFlag, pictures: Mapping[str, QImage]
    ) -> None:
        """Show a text from its beginning, in the direction of the page."""
        self.ensurePolished()
        self._shown = (text, alignment, pictures)
        document = make_document(text, self._width, pictures)
        document.setParent(self)
        document.setDefaultFont(self.font())
        option = QTextOption(alignment)
        option.setTextDirection(self.layoutDirection())
        document.setDefaultTextOption(option)
        _space_paragraphs(document, self.fontMetrics().height() / 2)
        self.setDocument(document)
        self._ask_for_height()

    def expect_width(self, width: int) -> None:
        """Take as much height as the text needs at this width, if there is so much."""
        before, self._width = self._width, max(width, 1)
        if self._shown[2] and self._width != before:
            self.show_text(*self._shown)  # pictures are as broad as the text at most
        else:
            self._ask_for_height()

    def _ask_for_height(self) -> None:
        wanted = self.document().clone()
        wanted.setDefaultFont(self.font())
        wanted.setTextWidth(self._width)
        self.setMaximumHeight(round(wanted.size().height()) + 1)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Ask for room for all of it."""
        return QSize(self._width, self.maximumHeight())

    def minimumSizeHint(self) -> QSize:
        """Be content with two lines, which can be scrolled."""
        return QSize(80, min(2 * self.fontMetrics().height(), self.maximumHeight()))

    @Slot()
    def _on_scrolled(self) -> None:
        if self.is_read:
            self.read.emit()


def make_document(text: str, width: int, pictures: Mapping[str, QImage]) -> QTextDocument:
    """Return a text with its marks and pictures, none of them broader than `width`."""
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    document.setMarkdown(_keep_lines(text), _COMMON | _NO_HTML)
    cursor = QTextCursor(document)
    for start, end, form in list(_list_fragments(document)):
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        if form.isImageFormat():
            _settle_picture(cursor, form, width, pictures)
        elif form.isAnchor():
            cursor.setCharFormat(QTextCharFormat())
        elif form.fontItalic() and not has_italics(cursor.selectedText()):
            form.setFontItalic(False)  # boxes would stand there
            cursor.setCharFormat(form)
    for name, picture in pictures.items():
        document.addResource(_PICTURE, QUrl(name), picture)
    return document


def _settle_picture(
    cursor: QTextCursor, form: QTextCharFormat, width: int, pictures: Mapping[str, QImage]
) -> None:
    """Size a picture that the study has; of another one nothing stays but a blank."""
    image = form.toImageFormat()
    picture = pictures.get(unquote(image.name()))
    if picture is None or picture.isNull():
        cursor.insertText(" " * len(cursor.selectedText()), QTextCharFormat())
        return
    image.setName(unquote(image.name()))
    broad = min(width, picture.width())
    image.setWidth(broad)
    image.setHeight(broad * picture.height() / picture.width())
    cursor.setCharFormat(image)


def _list_fragments(document: QTextDocument) -> Iterator[tuple[int, int, QTextCharFormat]]:
    """Yield where each run of one format starts and ends."""
    block = document.begin()
    while block.isValid():
        places = block.begin()
        while not places.atEnd():
            fragment: QTextFragment = places.fragment()
            start = fragment.position()
            yield start, start + fragment.length(), fragment.charFormat()
            places += 1
        block = block.next()


def _space_paragraphs(document: QTextDocument, gap: float) -> None:
    """Set paragraphs apart, and nothing else."""
    cursor, block = QTextCursor(document), document.begin()
    while block.isValid():
        form = block.blockFormat()
        form.setTopMargin(0)
        form.setBottomMargin(gap if block.next().isValid() else 0)
        cursor.setPosition(block.position())
        cursor.setBlockFormat(form)
        block = block.next()


def _keep_lines(text: str) -> str:
    """Return Markdown in which each line ends where it ended, and no picture lacks a description.

    Qt passes over a picture without one.
    """
    lines = text.replace("![](", "![-](").splitlines()
    return "\n".join(f"{line.rstrip()}  " if line.strip() else "" for line in lines)
