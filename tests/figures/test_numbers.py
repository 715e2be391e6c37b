import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.figures.numbers import decimals, number_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1e-17, "0"),
        (0.25, "0.25"),
        (-0.5, "−0.5"),
        (3 * 0.1, "0.3"),
        (1000.5, "1,000.5"),
        (-12_000, "−12,000"),
        (1e6, "1,000,000"),
        (123_456_789, "123,456,789"),
        (1e9, "10⁹"),
        (-2.5e9, "−2.5·10⁹"),
        (0.0005, "0.0005"),
        (1e-5, "10⁻⁵"),
    ],
)
def test_numbers_are_short(value: float, text: str) -> None:
    """Thousands have commas, minus is a minus, and only odd sizes become powers of ten."""
    assert number_text(value) == text


@given(st.floats(-1e12, 1e12))
def test_numbers_never_look_like_code(value: float) -> None:
    """No exponent with an e, no hyphen."""
    assert not set(number_text(value)) & set("e-+")


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (-1.234, 2, "−1.23"),
        (-0.001, 2, "0.00"),
        (0.0, 1, "0.0"),
        (2.55, 0, "3"),
        (12_345.678, 1, "12,345.7"),
        (math.nan, 2, "–"),
    ],
)
def test_decimals_are_as_many_as_wanted(value: float, places: int, text: str) -> None:
    """What rounds to nothing has no sign, and what is not known is a dash."""
    assert decimals(value, places) == text
