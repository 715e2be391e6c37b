"""What the paper says beside what was found, as a page to read."""

import re

from PySide6.QtWidgets import QFrame, QTextBrowser

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
        self.document().setDefaultStyleSheet("td, th { padding: 4px 10px; }")
        self.show_page("")

    def show_page(self, page: str) -> None:
        """Show a page in Markdown, or what to do to get one."""
        self.setMarkdown(_PICTURE.sub("", page) if page else _EMPTY)
