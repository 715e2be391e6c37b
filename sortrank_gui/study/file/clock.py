"""The time on the wall, in UTC. Nothing is ever ordered or measured by it."""

from datetime import UTC, datetime, timedelta


def utc_now() -> str:
    """Return the time as ISO 8601 with milliseconds, such as 2026-11-17T04:00:00.000Z."""
    return utc_text(datetime.now(UTC))


def seconds_before(at: str, seconds: float) -> str:
    """Return the time that was so many seconds before another."""
    try:
        return utc_text(datetime.fromisoformat(at) - timedelta(seconds=seconds))
    except (ValueError, OverflowError):
        return ""


def utc_text(moment: datetime) -> str:
    """Return a moment as it is written in a study file; such texts sort by time."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def on_the_wall(text: str) -> datetime | None:
    """Return a moment of a file as this computer's clock has it; None where that has no such day.

    A clock may have been wrong by millennia, or a stranger have written the file.
    """
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def read_moment(text: str) -> str | None:
    """Return a date or time of others as a study file has it; without a zone it is UTC's."""
    if "-" not in text[:10]:
        return None
    try:
        moment = datetime.fromisoformat(text)
        return utc_text(moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return None
