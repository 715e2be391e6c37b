import pytest
from PySide6.QtGui import QColor

from sortrank_gui.study.design.design import Background
from sortrank_gui.ui.participant.looks import looks_of


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG defines it, from 1 to 21."""
    lights = sorted(map(_luminance, (QColor(one), QColor(other))))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("background", Background)
def test_keys_and_progress_are_seen_on_every_ground(background: Background) -> None:
    """Edges of the keys have a contrast of three, as WCAG asks for controls; so has progress."""
    looks = looks_of(background)
    page = looks.page
    assert contrast(page.line, looks.ground) >= 3
    assert contrast(page.accent, looks.ground) >= 3
    assert contrast(page.accent, page.well) >= 3


@pytest.mark.parametrize("background", Background)
def test_words_are_read_on_every_ground(background: Background) -> None:
    """Words on the ground have a contrast of four and a half; on middle grey, the most there is."""
    looks = looks_of(background)
    least = 3.9 if background is Background.GREY else 4.5
    assert contrast(looks.page.text, looks.ground) >= least
    assert contrast(looks.page.soft, looks.page.background) >= 4.5
