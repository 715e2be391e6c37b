"""The picture of a sort: a bar for every item at its place, coloured by what it is doing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEasingCurve, QRectF, QSize, Qt, QVariantAnimation, Slot
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from sortrank_gui.figures.descriptions import Bars, Panel
from sortrank_gui.figures.looks import mix
from sortrank_gui.ranking.strategies.layout import Role, SortLayout
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.widgets.theme import LIGHT, Theme, theme_of

Floats = NDArray[np.float64]

_ANIMATED_ITEMS = 300
_ANIMATION_MS = 160
_MOST_GAP, _MOST_BAR = 8.0, 32.0
_LOWEST = 0.18
"""The height of the worst item's bar, as a share of the best one's."""
_MUTED = 0.43
_MARK = 7
"""Room below the bars for the marks of the pair that is asked."""
_PAPER_WIDTH = 320.0
COLOURS = {
    Role.SETTLED: "good",
    Role.WAITING: "line",
    Role.OPEN: "muted",
    Role.BETTER: "accent",
    Role.PIVOT: "text",
    Role.WORSE: "second",
    Role.MERGED: "good",
    Role.HEAD: "text",
    Role.FIRST: "accent",
    Role.SECOND: "second",
}
"""The part of a theme that colours a role."""
WORDS = {
    Role.SETTLED: "in its place",
    Role.WAITING: "waits",
    Role.OPEN: "not yet compared with its pivot",
    Role.BETTER: "better than its pivot",
    Role.PIVOT: "the pivot of its part",
    Role.WORSE: "worse than its pivot",
    Role.MERGED: "merged",
    Role.HEAD: "head of its run",
    Role.FIRST: "in the first run of its merge",
    Role.SECOND: "in the second run of its merge",
}


@dataclass(frozen=True, slots=True, eq=False)
class SortPicture:
    """A layout with heights for its items, and the pair that is asked."""

    layout: SortLayout
    heights: NDArray[np.float64]
    """By item, from 0 for the worst to 1 for the best."""
    pair: tuple[int, ...] = ()


class SortView(QWidget):
    """Draws the newest picture; with few items, they slide to their new places."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        super().__init__()
        self.setAccessibleName("What the sort does")
        self.setMouseTracking(True)
        self._items = items
        self.picture: SortPicture | None = None
        self._before: NDArray[np.float64] | None = None
        self._slide = QVariantAnimation(self)
        self._slide.setDuration(_ANIMATION_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._slide.setStartValue(0.0)
        self._slide.setEndValue(1.0)
        self._slide.valueChanged.connect(self._on_slid)

    def sizeHint(self) -> QSize:
        """Be wide and low."""
        return QSize(320, 72)

    def minimumSizeHint(self) -> QSize:
        """Keep the bars readable."""
        return QSize(200, 48)

    def show_picture(self, picture: SortPicture) -> None:
        """Show where the sort stands; from a picture before, items move there."""
        old, self.picture = self.picture, picture
        self._slide.stop()
        self._before = None
        if old is not None and len(old.layout.items) <= _ANIMATED_ITEMS and self.isVisible():
            self._before = place_items(old.layout, self.width())[0]
            self._slide.start()
        self.update()

    def set_heights(self, heights: NDArray[np.float64]) -> None:
        """Make the bars as tall as this, by item."""
        if self.picture is not None:
            self.picture = replace(self.picture, heights=heights)
            self.update()

    @Slot(object)
    def _on_slid(self, _share: float) -> None:
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the bars, on their way where they move."""
        if self.picture is None:
            return
        share = float(self._slide.currentValue() or 0.0)
        before = self._before if self._slide.state() is QVariantAnimation.State.Running else None
        painter = QPainter(self)
        paint_picture(painter, QRectF(self.rect()), self.picture, theme_of(self), before, share)

    def item_at(self, x: float) -> int | None:
        """Return the place of the bar at this x, if there is one."""
        if self.picture is None:
            return None
        layout = self.picture.layout
        xs, width = place_items(layout, self.width())
        place = int(np.searchsorted(xs[layout.items], x, side="right")) - 1
        return place if place >= 0 and x <= xs[layout.items[place]] + max(width, 1) else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Name the item under the mouse."""
        place = self.item_at(event.position().x())
        text = ""
        if place is not None and self.picture is not None:
            layout = self.picture.layout
            name = self._items[int(layout.items[place])].name
            text = f"{name}: {WORDS[Role(int(layout.roles[place]))]}"
        QToolTip.showText(event.globalPosition().toPoint(), _plain(text), self)


def place_items(layout: SortLayout, width: float) -> tuple[NDArray[np.float64], float]:
    """Return the x of every item's bar, by item, and the width of bars; parts have gaps."""
    n_items, n_parts = len(layout.items), len(layout.starts)
    gap = min(_MOST_GAP, 0.2 * width / max(n_parts - 1, 1), 1.5 * width / n_items)
    bar = min(_MOST_BAR, (width - gap * (n_parts - 1)) / n_items)
    part = np.zeros(n_items)
    part[layout.starts[1:]] = 1
    xs = np.empty(n_items)
    xs[layout.items] = bar * np.arange(n_items) + gap * np.cumsum(part)
    return xs, bar


def paint_picture(
    painter: QPainter,
    room: QRectF,
    picture: SortPicture,
    theme: Theme,
    before: NDArray[np.float64] | None = None,
    share: float = 1.0,
) -> None:
    """Draw a picture into a rectangle; `share` of the way from the places before."""
    layout = picture.layout
    xs, bar = place_items(layout, room.width())
    if before is not None and len(before) == len(xs):
        xs = before + share * (xs - before)
    shown = _choose(layout, xs, bar, room.width())
    thick = max(1.0, bar - min(2.0, bar / 4))
    painter.setPen(Qt.PenStyle.NoPen)
    tall = room.height() - _MARK
    items, roles = layout.items[shown], layout.roles[shown]
    heights = tall * (_LOWEST + (1 - _LOWEST) * picture.heights[items])
    for role in np.unique(roles).tolist():
        mine = roles == role
        painter.setBrush(role_colour(theme, Role(role)))
        tops = room.top() + tall - heights[mine]
        columns = zip(xs[items[mine]].tolist(), tops.tolist(), heights[mine].tolist(), strict=True)
        painter.drawRects([QRectF(room.left() + x, y, thick, h) for x, y, h in columns])
    painter.setBrush(theme.colour("text"))
    for item in picture.pair:
        middle = room.left() + float(xs[item]) + thick / 2
        painter.drawRect(QRectF(middle - max(thick, 5) / 2, room.bottom() - 3, max(thick, 5), 3))


def describe_sort(picture: SortPicture, words: Mapping[Role, str]) -> Panel:
    """Return a picture for paper; `words` say what roles mean."""
    layout = picture.layout
    xs, bar = place_items(layout, _PAPER_WIDTH)
    shown = _choose(layout, xs, bar, _PAPER_WIDTH)
    items, roles = layout.items[shown], layout.roles[shown]
    thick = max(1.0, bar)
    bars = []
    for role in map(Role, np.unique(roles).tolist()):
        mine = items[roles == role]
        heights = _LOWEST + (1 - _LOWEST) * picture.heights[mine]
        label = words.get(role, WORDS[role])
        bars.append(_make_bars(label, xs[mine], thick, heights, role_colour(LIGHT, role)))
    pair = xs[list(picture.pair)]
    marks = _make_bars("", pair, max(thick, 3.0), np.full(len(pair), -0.1), LIGHT.colour("text"))
    bars.append(replace(marks, base=-0.05))
    return Panel("", "", "", (), bars=tuple(bars), bare=True)


def _make_bars(label: str, left: Floats, thick: float, heights: Floats, colour: QColor) -> Bars:
    lefts, rights, tops = (tuple(v.tolist()) for v in (left, left + thick, heights))
    return Bars(label, lefts, rights, tops, colour.name())


def _choose(layout: SortLayout, xs: Floats, bar: float, width: float) -> NDArray[np.int64]:
    """Return the places to draw: all, or one a pixel where bars are thinner than that."""
    if bar >= 1.0:
        return np.arange(len(layout.items))
    columns = np.floor(xs[layout.items] / max(width, 1) * np.floor(width)).astype(np.int64)
    return np.unique(columns, return_index=True)[1]


def role_colour(theme: Theme, role: Role) -> QColor:
    """Return the colour of a role; what is open stands back, half-way to the card."""
    name = COLOURS[role]
    if name != "muted":
        return theme.colour(name)
    return QColor(mix(theme.card, theme.soft, _MUTED))


def _plain(text: str) -> str:
    """Keep Qt from reading an item's name as HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").join(("<p>", "</p>")) if text else ""
