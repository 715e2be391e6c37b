"""Measures a screen with a bank card: the drawn one is made as large as the real one."""

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QScreen
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QSlider, QVBoxLayout, QWidget

from sortrank_gui.ui.participant.screen_scale import CARD_MM, keep_pixels_per_mm, pixels_per_mm
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import theme_of

_LEAST_MM, _MOST_MM = 1.5, 25.0
"""Pixels for a millimetre: of a poor projector, and of a telephone."""
_STEPS = 10
"""Steps of the slider for a pixel."""
_CORNER_MM = 3.18
_AROUND = 24


class CardDialog(QDialog):
    """Keeps how many pixels a millimetre has on this screen, if it is accepted."""

    def __init__(self, screen: QScreen, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._screen = screen
        self.setWindowTitle("Measure the screen")
        self._card = _DrawnCard()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Width of the card")
        self.slider.setToolTip("Make the drawn card as wide as the real one (← and →)")
        width = CARD_MM[0] * _STEPS
        self.slider.setRange(round(_LEAST_MM * width), round(_MOST_MM * width))
        self.slider.setPageStep(_STEPS)
        self.slider.valueChanged.connect(self._on_moved)
        self._size = soft_label()
        self._lay_out()
        self.slider.setValue(round(pixels_per_mm(screen) * width))
        self.move(screen.geometry().topLeft())

    def _lay_out(self) -> None:
        roles = QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        buttons = QDialogButtonBox(roles)
        buttons.button(QDialogButtonBox.StandardButton.Save).setProperty("primary", True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        text = QLabel(
            "Hold a bank card to the participant's screen and move the slider until the drawn "
            "card is exactly as wide. Millimetres and degrees are right from then on."
        )
        text.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(_AROUND, _AROUND, _AROUND, _AROUND)
        column.setSpacing(16)
        column.addWidget(text)
        column.addWidget(self._card, stretch=1)
        column.addWidget(self.slider)
        column.addWidget(self._size)
        column.addWidget(buttons)

    @property
    def _per_mm(self) -> float:
        return self.slider.value() / (_STEPS * CARD_MM[0])

    def accept(self) -> None:
        """Keep the measure."""
        keep_pixels_per_mm(self._screen, self._per_mm)
        super().accept()

    @Slot()
    def _on_moved(self) -> None:
        ratio, per_mm = self._screen.devicePixelRatio(), self._per_mm
        self._card.set_per_mm(per_mm / ratio)
        width = self._screen.geometry().width() * ratio / per_mm
        height = self._screen.geometry().height() * ratio / per_mm
        self._size.setText(
            f"A millimetre has {per_mm:.2f} pixels; the screen is {width:.0f} x {height:.0f} mm."
        )


class _DrawnCard(QWidget):
    """A card at a size that is true if the measure is."""

    def __init__(self) -> None:
        super().__init__()
        self._per_mm = 1.0

    def set_per_mm(self, per_mm: float) -> None:
        """Take how many pixels of the window a millimetre has."""
        self._per_mm = per_mm
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for the card and some more, so that a real one is held beside it."""
        return QSize(*(round(side * self._per_mm) + _AROUND for side in CARD_MM))

    def minimumSizeHint(self) -> QSize:
        """Need no less."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the card with its round corners."""
        painter, theme = QPainter(self), theme_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(0, 0, CARD_MM[0] * self._per_mm, CARD_MM[1] * self._per_mm)
        card.moveCenter(QRectF(self.rect()).center())
        painter.setPen(QPen(theme.colour("text"), 1))
        painter.setBrush(theme.colour("well"))
        painter.drawRoundedRect(card, _CORNER_MM * self._per_mm, _CORNER_MM * self._per_mm)
