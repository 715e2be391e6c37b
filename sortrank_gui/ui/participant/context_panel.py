"""What both items of a trial are about, such as the prompt of two answers: plain text above them.

Its height is that of the study's longest context, as far as there is room, so that nothing moves
from trial to trial; what is longer is scrolled.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from sortrank_gui.study.design.timeline import Context
from sortrank_gui.ui.participant.long_text import LongText
from sortrank_gui.ui.widgets.theme import theme_of

_PADDING, _RADIUS = 14, 12
_LARGER = 1.7
_MOST_SHARE = 0.3
"""Of the height of a trial."""
_MEASURED, _MOST_LETTERS = 5, 3_000
"""How many of the longest contexts are measured, and how much of each."""


class ContextPanel(QWidget):
    """Shows one context at a time, or an empty sheet; hidden in studies without."""

    def __init__(self) -> None:
        super().__init__()
        self._texts: dict[str, str] = {}
        self._shown: str | None = None
        self._dragged_from = 0.0
        self._room = 0
        self.text_area = LongText(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def set_contexts(self, contexts: Sequence[Context], name: str) -> None:
        """Take the contexts that trials refer to, and what a screen reader calls them."""
        self._texts = {each.name: each.text for each in contexts}
        self.text_area.setAccessibleName(name)
        self.setVisible(bool(contexts))
        self._fit()

    @property
    def text(self) -> str:
        """What can be read."""
        return self._shown or ""

    def show_context(self, name: str | None) -> None:
        """Show a context from its beginning, or nothing."""
        text = None if name is None else self._texts.get(name)
        if text == self._shown:
            return
        self._shown = text
        self.text_area.setPlainText(text or "")
        self.text_area.setVisible(text is not None)
        self.setAccessibleDescription(text or "")

    def limit(self, height: int) -> None:
        """Take no more than a share of the height of a trial."""
        self._room = round(_MOST_SHARE * height)
        self._fit()

    def scroll_page(self, pages: int) -> None:
        """Scroll a long context."""
        self.text_area.scroll_page(pages)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the text out anew."""
        super().resizeEvent(event)
        inner = self.rect().adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING)
        self.text_area.setGeometry(inner)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow other letters and colours."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the text."""
        self.text_area.take_wheel(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a drag."""
        self._dragged_from = event.position().y()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the text follow a drag."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.text_area.drag(event.position().y() - self._dragged_from)
            self._dragged_from = event.position().y()
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the sheet."""
        painter, theme = QPainter(self), theme_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.setBrush(theme.colour("well"))
        sheet = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(sheet, _RADIUS, _RADIUS)

    def _fit(self) -> None:
        """Be as high as the longest context, or as there is room."""
        if not self._texts:
            return
        pixels = _LARGER * self.fontInfo().pixelSize()
        self.text_area.set_look(theme_of(self), pixels)
        metrics = self.text_area.fontMetrics()
        width = max(1, self.width() - 2 * _PADDING - 20)
        longest = sorted(self._texts.values(), key=len, reverse=True)[:_MEASURED]
        wrapped = int(Qt.TextFlag.TextWordWrap)
        heights = [
            metrics.boundingRect(QRect(0, 0, width, 10_000), wrapped, text[:_MOST_LETTERS]).height()
            for text in longest
        ]
        least = 2 * metrics.lineSpacing()
        wanted = max(least, *heights) + 2 * _PADDING + metrics.lineSpacing() // 2
        self.setFixedHeight(min(wanted, max(self._room, least + 2 * _PADDING)))
