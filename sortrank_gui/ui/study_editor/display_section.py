"""How large items are on the screen, and what is around them."""

from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

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
from sortrank_gui.ui.study_editor.section import Section, Setting
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
        self.add(
            Setting("display.pictures", "Pictures are shown", partial(ChoiceEditor, _PICTURES))
        )
        self.add(
            Setting(
                "display.size",
                "Longer side",
                partial(NumberEditor, 0.1, 100_000, step=10, decimals=1),
            ),
            Setting(
                "display.distance_mm",
                "From the eye to the screen",
                partial(NumberEditor, 50, 100_000, step=10, decimals=1, suffix=" mm"),
            ),
        )
        self.add_part(self._make_measure)
        enlarge = partial(ToggleEditor, "Small pictures may be enlarged")
        self.add(Setting("display.enlarge", "", enlarge))
        letters = partial(NumberEditor, 4, 400, decimals=1, suffix=" pt")
        self.add(
            Setting("display.text", "Texts are shown", partial(ChoiceEditor, _TEXTS)),
            Setting("display.points", "Letters", letters),
        )
        self.add(Setting("background", "Behind the items", partial(ChoiceEditor, _BACKGROUNDS)))
        self.add(Setting("display.gap", "", _make_gap))

    def _make_measure(self) -> QWidget:
        """Return what is known of the screen, and the way to know more."""
        self._screen = QWidget()
        column = QVBoxLayout(self._screen)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self.body.spacing())
        self.measure = QPushButton("Measure the screen…")
        self.measure.setAccessibleName("Measure the screen")
        self.measure.setToolTip("With a bank card, once for each screen of this computer")
        self.measure.clicked.connect(self._on_measure)
        self._measured = soft_label()
        self._measured.setWordWrap(True)
        column.addWidget(self._measured)
        column.addWidget(self.measure, alignment=Qt.AlignmentFlag.AlignLeft)
        return self._screen

    def show_fields(self, content: Content, problems: dict[str, str]) -> None:
        """Show what is chosen, with the fields that it needs."""
        super().show_fields(content, problems)
        display = content.design.display
        pictures = display.pictures
        size = self.field("display.size")
        assert isinstance(size.editor, NumberEditor)
        size.editor.box.setSuffix(_UNITS.get(pictures, ""))
        size.setVisible(pictures in _UNITS)
        self.field("display.distance_mm").setVisible(pictures is PictureSize.DEGREES)
        self.field("display.enlarge").setVisible(pictures is not PictureSize.ORIGINAL)
        self.field("display.points").setVisible(display.text is TextSize.POINTS)
        self._screen.setVisible(pictures in (PictureSize.MILLIMETRES, PictureSize.DEGREES))
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


def _make_gap() -> OptionalNumberEditor:
    gap = NumberEditor(0, 10_000, step=10, suffix=" px")
    return OptionalNumberEditor("Fixed gap between items", gap, 80)
