"""Tips that show data: always as plain text."""

import html

_LONGEST = 800


def plain_tip(text: str) -> str:
    """Return a tooltip that shows a text as it is, whatever tags it has."""
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return f"<p style='white-space:pre-wrap'>{html.escape(short)}</p>" if short else ""
