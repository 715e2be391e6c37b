"""A mailbox of one: the newest value wins, whatever was not fetched is stale."""

from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """Hands the newest value from one thread to another."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._value: T | None = None

    def put(self, value: T) -> bool:
        """Keep the value; return whether the box was empty, so that its reader must be called."""
        with self._lock:
            was_empty = self._value is None
            self._value = value
            return was_empty

    def take(self) -> T | None:
        """Return the newest value and empty the box."""
        with self._lock:
            value, self._value = self._value, None
            return value
