"""What the paper says beside what was found, as a page to read."""

import re

from PySide6.QtGui import QBrush, QShowEvent, QTextDocument, QTextFrameFormat, QTextTable
from PySide6.QtWidgets import QFrame, QTextBrowser

from sortrank_gui.ui.widgets.theme import Recoloured, Theme, theme_of

_PICTURE = re.compile(r"^!\[.*$\n?", re.MULTILINE)
_EMPTY = (
    "Choose one of the paper’s experiments at the left and start it: here its statements stand "
    "beside what was found."
)


class PaperPage(Recoloured, QTextBrowser):
    """Shows a report's page; the figures are in the other tab.

    A page is laid out when somebody wants to read it, and not before.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("quiet")
        self.setAccessibleName("What the paper says")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self._wanted = ""
        self._shown: tuple[str, str] | None = None

    def recolour(self, _theme: Theme) -> None:
        """Draw the lines of the tables anew."""
        self._follow()

    def show_page(self, page: str) -> None:
        """Show a page in Markdown, or what to do to get one."""
        self._wanted = page
        self._follow()

    def showEvent(self, event: QShowEvent) -> None:
        """Lay out what is wanted."""
        super().showEvent(event)
        self._follow()

    def _follow(self) -> None:
        wanted = (self._wanted, theme_of(self).name)
        if self.isVisible() and wanted != self._shown:
            self._shown = wanted
            self.setDocument(self._make_document())

    def _make_document(self) -> QTextDocument:
        """Return the page with thin lines and room in its tables; ready, it is laid out once."""
        document = QTextDocument(self)
        document.setDefaultFont(self.font())
        document.setDocumentMargin(4)
        document.setMarkdown(_PICTURE.sub("", self._wanted) or _EMPTY)
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                look = frame.format()
                look.setBorderBrush(QBrush(theme_of(self).colour("line")))
                look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                look.setCellPadding(6)
                look.setTopMargin(4)
                look.setBottomMargin(12)
                frame.setFormat(look)
        return document
