"""What a window remembers of itself: where it was, how it looked, which tab was in use."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray

from sortrank_gui.ui.widgets.theme import Choice
from sortrank_gui.ui.window.settings import Settings

if TYPE_CHECKING:
    from sortrank_gui.ui.window.main_window import MainWindow


def recall(window: "MainWindow", settings: Settings) -> None:
    """Make a window as large as it was, at the place where it was."""
    geometry = QByteArray.fromBase64(settings.text("geometry").encode())
    if not geometry.isEmpty():
        window.restoreGeometry(geometry)


def remember(window: "MainWindow", settings: Settings, theme: Choice) -> None:
    """Keep what the next start should know."""
    values: dict[str, str | list[int]] = {
        "geometry": bytes(window.saveGeometry().toBase64().data()).decode(),
        "theme": theme.value,
    }
    if window.study is not None and not window.study.is_demo:
        values["tab"] = window.stack.current
    sizes = {f"sizes {name}": sizes for name, sizes in window.stack.sizes().items()}
    settings.remember(**values, **sizes)
