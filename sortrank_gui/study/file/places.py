"""The one maker of paths out of what a file says: names are checked first, and stay in a folder.

How it works
------------
A study comes from anywhere, and a path that is built from its words could lead anywhere: an
absolute one, or one with `..` in it. The names that become parts of paths are digests and UUIDs.
Both have one form only, without a character that means anything to a file system.
"""

import re
from hashlib import sha256
from pathlib import Path
from uuid import UUID

from sortrank_gui.errors import StudyFileError

_DIGEST = re.compile(r"[0-9a-f]{64}")


def is_digest(text: object) -> bool:
    """Say whether a value has the form of a picture's name: a SHA-256 in small hex digits."""
    return isinstance(text, str) and _DIGEST.fullmatch(text) is not None


def is_uuid(text: object) -> bool:
    """Say whether a value is a UUID in the form in which SortRank writes it."""
    try:
        return isinstance(text, str) and str(UUID(text)) == text
    except ValueError:
        return False


def picture_path(folder: Path, digest: str) -> Path:
    """Return where a folder keeps the picture of this name."""
    if not is_digest(digest):
        raise StudyFileError("A picture in the file has a name that is no digest.")
    return folder / digest


def backup_place(folder: Path, uuid: str, study: Path) -> Path:
    """Return where a folder keeps the backups of the study with this UUID at this place."""
    if not is_uuid(uuid):
        raise StudyFileError("The study has a name of its own that is no UUID.")
    place = sha256(str(study.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return folder / f"{uuid}-{place}"


def list_backup_places(folder: Path, uuid: str) -> list[Path]:
    """Return where a folder keeps the backups of all copies of a study."""
    if not is_uuid(uuid):
        raise StudyFileError("The study has a name of its own that is no UUID.")
    return sorted(folder.glob(f"{uuid}-*"))
