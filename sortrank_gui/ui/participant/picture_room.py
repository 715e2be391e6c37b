"""How much room a page with trials has for pictures, before anybody sees it."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, QSizeF, Qt
from PySide6.QtWidgets import QWidget

from sortrank_gui.ui.participant.item_drawing import PictureRule
from sortrank_gui.ui.participant.trial_view import TrialView

_ENDLESS = QSizeF(1e6, 1e6)
_NEAR = 1
"""A picture that is off by a pixel is not called smaller."""


def find_room(page: QWidget, view: TrialView, size: QSize, ratio: float) -> QSize:
    """Lay a page with trials out at a size, unseen; return its room for a picture, in pixels.

    The page was made for this, and ends with it.
    """
    page.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    page.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    page.resize(size)
    page.show()
    room = view.picture_room()
    page.hide()
    page.deleteLater()
    return (room * ratio).toSize()


def count_shrunk(sizes: Iterable[QSize], rule: PictureRule, room: QSize) -> int:
    """Return how many pictures of these sizes could not be as large as asked for."""
    return sum(_is_larger(rule.size(own, _ENDLESS, 1.0), room) for own in sizes)


def _is_larger(wanted: QSize, room: QSize) -> bool:
    return wanted.width() > room.width() + _NEAR or wanted.height() > room.height() + _NEAR
