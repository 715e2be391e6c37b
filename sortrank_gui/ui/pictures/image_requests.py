"""Which picture is decoded next: what the eye waits for, what comes next, then small ones."""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from pathlib import Path

Source = Path | str
"""A picture's file, or its digest inside the open study."""
FindPicture = Callable[[str], bytes]
"""Returns the bytes of a picture by its digest, on any thread."""
PictureHome = Path | FindPicture | None
"""What has the pictures that are named by digests: a study file, or a way to a lab's server."""
Key = tuple[Source, int, int, bool]
"""A picture, the room for it in device pixels, and whether it may be enlarged to fill that."""

_MOST_URGENT = 8
"""Older requests of a screen that has gone on are dropped; whoever still wants them asks again."""


class ImageRequests:
    """A queue in three ranks without doubles."""

    def __init__(self) -> None:
        self._urgent: deque[Key] = deque(maxlen=_MOST_URGENT)
        self._usual: OrderedDict[Key, None] = OrderedDict()
        self._ahead: dict[tuple[int, int], deque[Key]] = {}
        self._leisure: deque[Key] = deque()

    def add(self, key: Key, *, urgent: bool) -> None:
        """Ask for a picture; an urgent one comes before all that were asked earlier."""
        if not urgent:
            self._usual.setdefault(key)
            return
        if key in self._urgent:
            self._urgent.remove(key)
        self._usual.pop(key, None)
        self._urgent.append(key)

    def set_ahead(self, size: tuple[int, int], keys: Iterable[Key]) -> None:
        """Replace what may be needed soon at this size, the likeliest first."""
        self._ahead[size] = deque(keys)

    def set_leisure(self, keys: Iterable[Key]) -> None:
        """Replace what nobody waits for, but what may spare a wait later."""
        self._leisure = deque(keys)

    def take_leisurely(self) -> Key | None:
        """Return the next of those keys, and forget it."""
        return self._leisure.popleft() if self._leisure else None

    def take(self) -> Key | None:
        """Return the next key, and forget it."""
        if self._urgent:
            return self._urgent.pop()
        for size, keys in list(self._ahead.items()):
            if keys:
                return keys.popleft()
            del self._ahead[size]
        return self._usual.popitem(last=False)[0] if self._usual else None

    def drop(self, source: Source) -> None:
        """Forget every request for a picture."""
        self._urgent = deque((k for k in self._urgent if k[0] != source), _MOST_URGENT)
        for key in [key for key in self._usual if key[0] == source]:
            del self._usual[key]
        for size, keys in self._ahead.items():
            self._ahead[size] = deque(key for key in keys if key[0] != source)

    @property
    def is_empty(self) -> bool:
        """Whether nobody waits for anything, now or soon."""
        return not self._urgent and not self._usual and not any(self._ahead.values())
