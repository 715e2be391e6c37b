"""Numbers as text, in figures, tables and sentences: a real minus sign, thousands apart."""

import math

NOTHING = "–"
"""Stands for a number that is not known."""
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def number_text(value: float) -> str:
    """Return a number of few digits: −0.5, 12,000, and powers of ten where it can't be helped."""
    if abs(value) < 1e-12:
        return "0"
    if abs(value) >= 1e9 or abs(value) < 1e-4:
        exponent = math.floor(math.log10(abs(value)) + 1e-9)
        factor = value / 10.0**exponent
        power = f"10{str(exponent).translate(_SUPERSCRIPTS)}"
        text = power if abs(factor - 1) < 1e-9 else f"{factor:g}·{power}"
    else:
        text = f"{value:,.0f}" if abs(value) >= 1e5 else f"{value:,.6g}"
    return text.replace("-", "−")


def decimals(value: float, places: int = 2) -> str:
    """Return a number with so many decimals; a dash where it is not known."""
    if math.isnan(value):
        return NOTHING
    shown = f"{value:,.{places}f}"
    return shown.replace("-", "−") if float(shown.replace(",", "")) else shown.removeprefix("-")
