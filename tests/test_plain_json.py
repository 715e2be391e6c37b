"""JSON of strangers: what could be saved or shown nowhere is refused at the door."""

import pytest

from sortrank_gui.plain_json import parse_json


@pytest.mark.parametrize(
    "text", [r'"\ud800"', r'{"a": ["\udfff"]}', r'{"\ud800": 1}', "[" * 100_000, "1" * 5000, "{"]
)
def test_what_cannot_be_used_is_refused(text: str) -> None:
    """Half a letter, lists without end, numbers of thousands of digits: always a ValueError."""
    for given in (text, text.encode()):
        with pytest.raises(ValueError):  # noqa: PT011
            parse_json(given)


@pytest.mark.parametrize("text", [r'"\ud83d\ude00"', '"\u202e"', r'"\u0000"', "[1e400, NaN]"])
def test_what_can_be_used_is_read(text: str) -> None:
    """Letters of two halves, odd letters and numbers are for others to judge."""
    assert parse_json(text) is not None


def test_strict_json_has_no_constants_of_python() -> None:
    """Other programs could not read them."""
    with pytest.raises(ValueError, match="NaN"):
        parse_json("[NaN]", strict=True)
