"""Colours of the light and the dark appearance, and the choice between them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Slot
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from sortrank_gui.ui.widgets.stylesheet import make_stylesheet


@dataclass(frozen=True, slots=True)
class Theme:
    """One appearance. Plot colours are of the Okabe-Ito set, safe for the colour-blind."""

    name: str
    background: str
    card: str
    well: str
    """What a picture lies in, and what a button is made of: a little off the card."""
    line: str
    text: str
    soft: str
    accent: str
    accent_strong: str
    on_accent: str
    second: str
    good: str
    bad: str

    def colour(self, part: str) -> QColor:
        """Return the colour of a part by its name."""
        return QColor(getattr(self, part))


LIGHT = Theme(
    name="light",
    background="#F5F6F8",
    card="#FFFFFF",
    well="#EEF1F5",
    line="#DFE3E8",
    text="#1D2433",
    soft="#667085",
    accent="#0072B2",
    accent_strong="#005F96",
    on_accent="#FFFFFF",
    second="#E69F00",
    good="#009E73",
    bad="#C4420A",
)
DARK = Theme(
    name="dark",
    background="#16181D",
    card="#1F2229",
    well="#282C35",
    line="#343944",
    text="#E8EAEE",
    soft="#98A1B0",
    accent="#56B4E9",
    accent_strong="#7CC6F0",
    on_accent="#10141B",
    second="#E69F00",
    good="#2BB58E",
    bad="#F0803C",
)


_WORN = "theme"
"""The property that holds what a widget or the application wears."""
_CHANGES = (
    QEvent.Type.PaletteChange,
    QEvent.Type.StyleChange,
    QEvent.Type.DevicePixelRatioChange,
)
if TYPE_CHECKING:
    _Mixed = QWidget
else:
    _Mixed = object  # Qt's classes can't be inherited twice


class Choice(StrEnum):
    """Which appearance a user wants."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Appearance(QObject):
    """Dresses the application, and follows the system unless told otherwise."""

    def __init__(self, application: QApplication, choice: Choice = Choice.SYSTEM) -> None:
        super().__init__(application)
        self._application = application
        self._hints = application.styleHints()
        self._hints.colorSchemeChanged.connect(self._on_system_changed)
        self.choice = choice
        self.theme = LIGHT
        self.choose(choice)

    def choose(self, choice: Choice) -> None:
        """Use this appearance from now on."""
        self.choice = choice
        match choice:
            case Choice.SYSTEM:
                self._hints.unsetColorScheme()
            case Choice.LIGHT:
                self._hints.setColorScheme(Qt.ColorScheme.Light)
            case Choice.DARK:
                self._hints.setColorScheme(Qt.ColorScheme.Dark)
        self._apply()

    @Slot(Qt.ColorScheme)
    def _on_system_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self.choice is Choice.SYSTEM:
            self._apply()

    def _apply(self) -> None:
        dark = self._hints.colorScheme() is Qt.ColorScheme.Dark
        if self.choice is not Choice.SYSTEM:
            dark = self.choice is Choice.DARK
        self.theme = DARK if dark else LIGHT
        dress(self._application, self.theme)
        self._application.setPalette(make_palette(self.theme))
        self._application.setStyleSheet(make_stylesheet(self.theme))


def dress(wearer: QObject, theme: Theme) -> None:
    """Let the application, or one widget with all that is in it, be painted in these colours."""
    wearer.setProperty(_WORN, theme)


def theme_of(painted: QObject) -> Theme:
    """Return the colours to paint something with: of the nearest that is dressed around it."""
    application = QCoreApplication.instance()
    wearer: QObject | None = painted
    while wearer is not None:
        worn = wearer.property(_WORN)
        if isinstance(worn, Theme):
            return worn
        wearer = None if wearer is application else wearer.parent() or application
    return LIGHT


class Recoloured(_Mixed):
    """Mixed into a widget that keeps colours, such as pens, icons or rich text.

    `recolour` makes them: before the widget is first seen, and when the theme or the screen's
    pixels are others. What is only painted needs none of this and asks `theme_of` each time.
    """

    _seen: tuple[Theme, float] | None = None

    def recolour(self, theme: Theme) -> None:
        """Make everything anew that has a colour."""
        raise NotImplementedError

    def event(self, event: QEvent) -> bool:
        """Notice another look."""
        handled = super().event(event)
        if event.type() is QEvent.Type.Polish or (
            self._seen is not None and event.type() in _CHANGES
        ):
            look = theme_of(self), self.devicePixelRatioF()
            if look != self._seen:
                self._seen = look
                self.recolour(look[0])
        return handled


def make_palette(theme: Theme) -> QPalette:
    """Return Qt's palette for a theme, for whatever the style sheet leaves alone."""
    palette = QPalette()
    for role, part in _ROLES.items():
        palette.setColor(role, theme.colour(part))
    for role in (
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
        QPalette.ColorRole.WindowText,
    ):
        palette.setColor(QPalette.ColorGroup.Disabled, role, theme.colour("soft"))
    return palette


_ROLES = {
    QPalette.ColorRole.Window: "background",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "card",
    QPalette.ColorRole.AlternateBase: "well",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "soft",
    QPalette.ColorRole.Button: "card",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "on_accent",
    QPalette.ColorRole.ToolTipBase: "card",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "on_accent",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Light: "line",
    QPalette.ColorRole.Dark: "line",
    QPalette.ColorRole.Midlight: "well",
    QPalette.ColorRole.Shadow: "line",
}


def scaled_font(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Return the font larger or smaller by a factor, so that the system's size is respected."""
    scaled = QFont(font)
    scaled.setPointSizeF(font.pointSizeF() * factor)
    scaled.setBold(bold)
    return scaled
