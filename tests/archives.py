"""Files that tests look into, whatever they are."""

from pathlib import Path
from zipfile import ZipFile, is_zipfile


def read_any(path: Path, encoding: str = "utf-8") -> str:
    """Return a text, or all texts of an archive."""
    if not is_zipfile(path):
        return path.read_text(encoding=encoding)
    with ZipFile(path) as archive:
        return "\n".join(f"{name}\n{archive.read(name).decode()}" for name in archive.namelist())
