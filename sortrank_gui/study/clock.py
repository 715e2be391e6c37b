"""The time on the wall, in UTC. Nothing is ever ordered or measured by it."""

from datetime import UTC, datetime, timedelta


def utc_now() -> str:
    """Return the time as ISO 8601 with milliseconds, such as 2026-11-17T04:00:00.000Z."""
    return _write(datetime.now(UTC))


def seconds_before(at: str, seconds: float) -> str:
    """Return the time that was so many seconds before another."""
    try:
        return _write(datetime.fromisoformat(at) - timedelta(seconds=seconds))
    except (ValueError, OverflowError):
        return ""


def _write(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
