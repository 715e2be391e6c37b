"""How large items are on the screen, and what is around them."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QPushButton

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Background, PictureSize, TextSize
from sortrank_gui.ui.participant.card_dialog import CardDialog
from sortrank_gui.ui.participant.screen_scale import is_measured, pixels_per_mm, screen_of
from sortrank_gui.ui.study_editor.editors import (
    ChoiceEditor,
    NumberEditor,
    OptionalNumberEditor,
    ToggleEditor,
)
from sortrank_gui.ui.study_editor.section import FormField, Section
from sortrank_gui.ui.widgets.card import soft_label

_BACKGROUNDS = [
    (Background.GREY, "Grey"),
    (Background.WHITE, "White"),
    (Background.BLACK, "Black"),
]
_PICTURES = [
    (PictureSize.FIT, "As large as there is room"),
    (PictureSize.ORIGINAL, "Pixel by pixel"),
    (PictureSize.PIXELS, "A size in pixels"),
    (PictureSize.MILLIMETRES, "A size in millimetres"),
    (PictureSize.DEGREES, "Degrees of visual angle"),
]
_TEXTS = [
    (TextSize.PAIR, "As large as the pair fits"),
    (TextSize.SAME, "One size for all: the longest fits"),
    (TextSize.POINTS, "A size in points"),
]
_UNITS = {
    PictureSize.PIXELS: " px",
    PictureSize.MILLIMETRES: " mm",
    PictureSize.DEGREES: "°",
}


class DisplaySection(Section):
    """Shows the fields that matter for what is chosen."""

    def __init__(self) -> None:
        super().__init__("Sizes and background", folded=True)
        self._size = NumberEditor(0.1, 100_000, step=10, decimals=1)
        self._size_field = FormField("display.size", "Longer side", self._size)
        self._distance = FormField(
            "display.distance_mm",
            "From the eye to the screen",
            NumberEditor(50, 100_000, step=10, decimals=1, suffix=" mm"),
        )
        self._enlarge = FormField(
            "display.enlarge", "", ToggleEditor("Small pictures may be enlarged")
        )
        self._points = FormField(
            "display.points", "Letters", NumberEditor(4, 400, decimals=1, suffix=" pt")
        )
        self.add(FormField("display.pictures", "Pictures are shown", ChoiceEditor(_PICTURES)))
        self.add(self._size_field, self._distance)
        self.measure = QPushButton("Measure the screen…")
        self.measure.setAccessibleName("Measure the screen")
        self.measure.setToolTip("With a bank card, once for each screen of this computer")
        self.measure.clicked.connect(self._on_measure)
        self._measured = soft_label()
        self._measured.setWordWrap(True)
        self.body.addWidget(self._measured)
        self.body.addWidget(self.measure, alignment=Qt.AlignmentFlag.AlignLeft)
        self.add(self._enlarge)
        self.add(FormField("display.text", "Texts are shown", ChoiceEditor(_TEXTS)), self._points)
        self.add(FormField("background", "Behind the items", ChoiceEditor(_BACKGROUNDS)))
        gap = NumberEditor(0, 10_000, step=10, suffix=" px")
        self.add(
            FormField("display.gap", "", OptionalNumberEditor("Fixed gap between items", gap, 80))
        )

    def show_content(self, content: Content, problems: dict[str, str]) -> None:
        """Show what is chosen, with the fields that it needs."""
        super().show_content(content, problems)
        display = content.design.display
        sized = display.pictures in _UNITS
        self._size.box.setSuffix(_UNITS.get(display.pictures, ""))
        self._size_field.setVisible(sized)
        self._distance.setVisible(display.pictures is PictureSize.DEGREES)
        self._enlarge.setVisible(display.pictures is not PictureSize.ORIGINAL)
        self._points.setVisible(display.text is TextSize.POINTS)
        physical = display.pictures in (PictureSize.MILLIMETRES, PictureSize.DEGREES)
        self.measure.setVisible(physical)
        self._measured.setVisible(physical)
        self._show_screen()

    @Slot()
    def _show_screen(self) -> None:
        screen = screen_of(self)
        scale = f"{pixels_per_mm(screen):.2f} pixels to a millimetre"
        found = f"This screen was measured: {scale}."
        if not is_measured(screen):
            found = f"This screen has not been measured; the system says {scale}."
        self._measured.setText(found)

    @Slot()
    def _on_measure(self) -> None:
        dialog = CardDialog(screen_of(self), self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self._show_screen)
        dialog.open()
