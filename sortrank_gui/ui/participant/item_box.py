"""One of the two boxes of a trial: shows an item as large as it can, and takes clicks."""

from PySide6.QtCore import QEvent, QRectF, QSize, QSizeF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)

from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.fitted_text import Sizes, fit_text, fits
from sortrank_gui.ui.participant.item_drawing import (
    ANY_SIZE,
    PictureRule,
    TextDrawing,
    caption_height,
    draw_pixmap,
    letter_sizes,
)
from sortrank_gui.ui.participant.long_text import LongText
from sortrank_gui.ui.pictures.image_requests import Key, Source
from sortrank_gui.ui.pictures.images import ImageStore, source_of
from sortrank_gui.ui.widgets.click_area import ClickArea
from sortrank_gui.ui.widgets.theme import theme_of

_PADDING = 16
_RADIUS = 12
_SETTLE_MS = 80
_READABLE = 1.15
"""How much larger than the least the letters of a text are that is scrolled."""


class ItemBox(ClickArea):
    """Shows nothing until told to reveal, so that both items of a pair appear at once."""

    painted = Signal()
    """The item is on its way to the screen, or off it: the first painting after that changed."""
    settled = Signal()
    """The box has a new size, and keeps it."""

    def __init__(self, images: ImageStore, *, inner_edge: Qt.Edge | None = None) -> None:
        super().__init__()
        self._images, self._inner_edge = images, inner_edge
        """The edge that faces the other box."""
        self.picture_rule, self._at_edge = ANY_SIZE, False
        self._item: Item | None = None
        self._source: Source | None = None
        self._playing: Key | None = None
        self._pixmap: QPixmap | None = None
        self._revealed = self._highlighted = self._unpainted = self._has_played = False
        self._text_pixels: float | None = None
        self._scrolled_pixels = 0.0
        self._text, self._long_text = TextDrawing(), LongText(self)
        self._dragged_from = 0.0
        self.shown_size = QSize()
        """How large the item was painted last, in pixels of the screen."""
        self._settled_size = QSize()
        self._settling = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settling.timeout.connect(self._settle)
        self._caption_lines = 0
        self.is_bare = False
        """Whether the item stands on the background, without a sheet under it."""
        self.apology = ""
        """What is said of a picture that can't be shown; empty says why."""
        self.setMinimumSize(160, 160)
        images.arrived.connect(self._on_arrived)
        images.animations.frame_shown.connect(self._on_frame_shown)

    def set_item(self, item: Item | None) -> None:
        """Take an item, hidden at first."""
        self._stop()
        self._item, self._pixmap, self._text_pixels = item, None, None
        self._source = None if item is None else source_of(item)
        self._unpainted = self._revealed
        self._revealed = self._highlighted = self._has_played = False
        self._long_text.hide()
        self.set_clickable(False)
        self.update()

    def set_caption_lines(self, lines: int) -> None:
        """Keep room for captions, the same under every picture of a study."""
        self._caption_lines = lines
        self._settle()

    def set_picture_rule(self, rule: PictureRule, *, at_edge: bool) -> None:
        """Draw pictures so large, and at the edge that faces the other box, or in the middle."""
        if (rule, at_edge) != (self.picture_rule, self._at_edge):
            self.picture_rule, self._at_edge = rule, at_edge
            self._settle()

    def set_words(self, name: str, long_text: str, apology: str) -> None:
        """Take what a screen reader says, and what is said of pictures that can't be shown."""
        self.setAccessibleName(name)
        self._long_text.setAccessibleName(long_text)
        self.apology = apology
        self.update()

    @property
    def item(self) -> Item | None:
        """The item in the box, hidden or not."""
        return self._item

    @property
    def is_ready(self) -> bool:
        """Whether the item could be shown now; if not, its picture is on its way."""
        if self._item is None or self._source is None:
            return self._item is not None
        return self._fetch() is not None or self._images.problem(self._source) is not None

    @property
    def is_revealed(self) -> bool:
        """Whether the item can be seen."""
        return self._revealed

    @property
    def words(self) -> str:
        """The text that fills the box; empty where there is a picture."""
        if self._item is None or self._source is not None:
            return ""
        return self._item.text or self._item.name

    def reveal(self) -> None:
        """Show the item."""
        self._revealed = self._unpainted = True
        if self._item is not None:
            self.setAccessibleDescription(" ".join((self._item.name, self._item.text)).strip())
        if self.words and self._text_pixels is None:
            self._show_long_text()
        self._play()
        self.update()

    def conceal(self) -> None:
        """Show the item no more, while a click still chooses it."""
        self._stop()
        self._unpainted, self._revealed = True, False
        self.setAccessibleDescription("")
        self._long_text.hide()
        self.update()

    def set_highlighted(self, highlighted: bool) -> None:
        """Mark the box as chosen, or not."""
        self._stop()
        self._highlighted = highlighted
        self.update()

    def fit_words(self) -> float | None:
        """Return the size of letters at which the words just fit; None if they never do."""
        return fit_text(self.words, self.words_room(), self.font(), self.letter_sizes())

    def fits_words(self, pixels: float) -> bool:
        """Say whether the words fit at a size of letters."""
        return fits(self.words, self.words_room(), self.font(), pixels, whole_words=False)

    def words_room(self) -> QSizeF:
        """Return the room for words."""
        return self._inner().size()

    def letter_sizes(self) -> Sizes:
        """Return how small and large letters may be."""
        return letter_sizes(self.font(), self._inner().height())

    def set_text_pixels(self, pixels: float | None, scrolled: float | None = None) -> None:
        """Write the words in letters of this size; None for words that are to be scrolled."""
        self._text_pixels = pixels
        self._scrolled_pixels = scrolled or _READABLE * self.letter_sizes().least
        if self._revealed and self.words:
            if pixels is None:
                self._show_long_text()
            self._long_text.setVisible(pixels is None)
        self.update()

    def scroll_page(self, pages: int) -> None:
        """Scroll a long text."""
        if self._long_text.isVisible():
            self._long_text.scroll_page(pages)

    def image_size(self) -> QSize:
        """Return what a picture fits into, in device pixels; a resize counts when it is over."""
        return self._settled_size

    def sizeHint(self) -> QSize:
        """Ask for a comfortable size."""
        return QSize(372, 420)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Fetch the picture anew once the size stays."""
        self._long_text.setGeometry(self._inner().toRect())
        if self.isVisible():
            self._settling.start()
        else:
            self._settle()

    @Slot()
    def _settle(self) -> None:
        room = self.picture_room().size()
        self._settled_size = self.picture_rule.box(room, self.devicePixelRatioF())
        if self._playing is not None:
            self._stop()
            self._play()
        self.settled.emit()
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll a long text."""
        if self._long_text.isVisible():
            self._long_text.take_wheel(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click, or a drag that scrolls a long text."""
        self._dragged_from = event.position().y()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let a long text follow a drag."""
        super().mouseMoveEvent(event)
        if self._long_text.isVisible() and event.buttons() & Qt.MouseButton.LeftButton:
            self._long_text.drag(event.position().y() - self._dragged_from)
            self._dragged_from = event.position().y()

    def changeEvent(self, event: QEvent) -> None:
        """Follow another screen with a sharp picture, and larger letters with other room."""
        if event.type() in (QEvent.Type.DevicePixelRatioChange, QEvent.Type.FontChange):
            self._settling.start()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box and, once revealed, its item."""
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        self._paint_box(painter)
        if self._revealed and self._item is not None:
            self._paint_item(painter, self._item)
        if self._unpainted:
            self._unpainted = False
            self.painted.emit()

    def _paint_box(self, painter: QPainter) -> None:
        width = 2.0 if self._highlighted else 1.0
        marked = self._highlighted or self.is_hovered
        if self.is_bare and not marked:
            return
        theme = theme_of(self)
        painter.setPen(QPen(theme.colour("accent" if marked else "line"), width))
        painter.setBrush(Qt.BrushStyle.NoBrush if self.is_bare else theme.colour("well"))
        edge = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRoundedRect(edge, _RADIUS, _RADIUS)

    def _paint_item(self, painter: QPainter, item: Item) -> None:
        painter.setPen(theme_of(self).colour("text"))
        if self._source is None:
            self._paint_words(painter)
        elif (problem := self._images.problem(self._source)) is not None:
            painter.setPen(theme_of(self).colour("bad"))
            words = f"⚠\n{item.name}\n\n{self.apology or problem}"
            self._text.draw(painter, words, self._inner(), self.font(), None)
        else:
            if not self._has_played or self._pixmap is None:
                self._pixmap = self._fetch() or self._pixmap
            self._paint_picture(painter, item.text)

    def _paint_words(self, painter: QPainter) -> None:
        inner = self._inner()
        size = inner.size()
        if self._text_pixels is not None:
            size = self._text.draw(painter, self.words, inner, self.font(), self._text_pixels)
        self.shown_size = (size * self.devicePixelRatioF()).toSize()

    def _paint_picture(self, painter: QPainter, caption: str) -> None:
        if self._pixmap is not None:
            room, ratio = self.picture_room(), self.devicePixelRatioF()
            edge = self._inner_edge if self._at_edge else None
            self.shown_size = draw_pixmap(
                painter, self._pixmap, room, ratio, self.picture_rule, edge
            )
        if caption and self._caption_lines:
            self._text.draw(painter, caption, self._caption_room(), self.font(), None)

    def _show_long_text(self) -> None:
        self._long_text.set_look(theme_of(self), self._scrolled_pixels)
        self._long_text.setPlainText(self.words)
        self._long_text.show()

    def _play(self) -> None:
        if self._source is not None and self._images.is_animated(self._source):
            size = self.image_size()
            self._playing = (self._source, size.width(), size.height(), self.picture_rule.enlarge)
            self._has_played = True
            self._images.animations.play(self._playing, self._images.study)

    def _stop(self) -> None:
        if self._playing is not None:
            self._images.animations.stop(self._playing)
            self._playing = None

    def _fetch(self) -> QPixmap | None:
        if self._source is None:
            return None
        size, enlarge = self.image_size(), self.picture_rule.enlarge
        return self._images.pixmap(self._source, size, urgent=True, enlarge=enlarge)

    def _inner(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING)

    def picture_room(self) -> QRectF:
        """Return where the picture may be."""
        inner = self._inner()
        height = caption_height(self.font(), self._caption_lines, inner.height())
        room = inner.adjusted(0, 0, 0, -height)
        if self._at_edge and self._inner_edge is Qt.Edge.LeftEdge:
            room.setLeft(0)
        elif self._at_edge and self._inner_edge is Qt.Edge.RightEdge:
            room.setRight(self.width())
        return room

    def _caption_room(self) -> QRectF:
        inner = self._inner()
        height = caption_height(self.font(), self._caption_lines, inner.height())
        return inner.adjusted(0, inner.height() - height + 8, 0, 0)

    @Slot(str)
    def _on_arrived(self, source: str) -> None:
        if self._source is not None and str(self._source) == source:
            self.update()

    @Slot(object, QPixmap)
    def _on_frame_shown(self, key: Key, frame: QPixmap) -> None:
        if key == self._playing:
            self._pixmap = frame
            self.update()
