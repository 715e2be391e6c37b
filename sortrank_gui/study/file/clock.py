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
