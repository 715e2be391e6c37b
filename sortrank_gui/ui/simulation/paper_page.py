"""What the paper says beside what was found, as a page to read."""

import re

from PySide6.QtGui import QBrush, QTextFrameFormat, QTextTable
from PySide6.QtWidgets import QFrame, QTextBrowser

from sortrank_gui.ui.theme import LIGHT, Theme

_PICTURE = re.compile(r"^!\[.*$\n?", re.MULTILINE)
_EMPTY = (
    "Choose one of the paper’s experiments at the left and start it: here its statements stand "
    "beside what was found."
)


class PaperPage(QTextBrowser):
    """Shows a report's page; the figures are in the other tab."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("quiet")
        self.setAccessibleName("What the paper says")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.document().setDocumentMargin(4)
        self._theme: Theme = LIGHT
        self._page: str | None = None
        self.show_page("")

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        self._colour()

    def show_page(self, page: str) -> None:
        """Show a page in Markdown, or what to do to get one."""
        if page != self._page:
            self._page = page
            self.setMarkdown(_PICTURE.sub("", page) if page else _EMPTY)
            self._colour()

    def _colour(self) -> None:
        """Give tables thin lines and room."""
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                look = frame.format()
                look.setBorderBrush(QBrush(self._theme.colour("line")))
                look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                look.setCellPadding(6)
                look.setTopMargin(4)
                look.setBottomMargin(12)
                frame.setFormat(look)
