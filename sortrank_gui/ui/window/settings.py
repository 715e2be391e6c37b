"""What SortRank remembers from one start to the next: window, theme, tab and recent studies."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from sortrank_gui.errors import SortrankError
from sortrank_gui.safe_files import read_json, replacing

_MOST_RECENT = 10
_TOO_LARGE = 2**31
"""For Qt."""


class Settings:
    """Values by name, kept in a small JSON file; without a path, only as long as they live."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._values: dict[str, Any] = {}
        if path is not None:
            with suppress(OSError, ValueError):  # a damaged file is as good as none
                found = read_json(path)
                self._values = found if isinstance(found, dict) else {}

    def text(self, name: str, default: str = "") -> str:
        """Return a remembered text."""
        value = self._values.get(name)
        return value if isinstance(value, str) else default

    def numbers(self, name: str) -> list[int]:
        """Return remembered whole numbers; none if they are not all that."""
        value = self._values.get(name)
        if isinstance(value, list) and all(type(x) is int and abs(x) < _TOO_LARGE for x in value):
            return list(value)
        return []

    @property
    def recent(self) -> list[Path]:
        """The studies that were open, the last one first."""
        value = self._values.get("recent")
        names = value if isinstance(value, list) else []
        return [Path(name) for name in names if isinstance(name, str)][:_MOST_RECENT]

    def add_recent(self, path: Path) -> None:
        """Put a study at the top of the recent ones."""
        paths = [path, *(other for other in self.recent if other != path)]
        self.remember(recent=[str(path) for path in paths[:_MOST_RECENT]])

    def remember(self, **values: str | list[int] | list[str]) -> None:
        """Keep values, on disk too; a disk that can't be written to is no reason to stop."""
        self._values |= values
        if self._path is None:
            return
        with suppress(OSError, UnicodeError, SortrankError):  # names of files may be no Unicode
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with replacing(self._path, mode=0o600) as file:
                json.dump(self._values, file, ensure_ascii=False, indent=1)
