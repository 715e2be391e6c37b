"""Where SortRank's own files are: the only module that asks appdirs.

With SORTRANK_HOME set, all that it keeps is in that folder: for a stick, a lab's drive, or a test.
"""

import os
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path

import appdirs

_APP = "sortrank"


def resource(*parts: str) -> Path:
    """Return the path of a shipped file or folder, such as `resource("demo", "study.json")`.

    A wheel holds the resources inside the package; in a source tree (an editable install)
    they lie beside it.
    """
    package = files("sortrank_gui")
    for root in (package / "resources", _beside(package)):
        found = root.joinpath(*parts)
        if found.is_file() or found.is_dir():
            with as_file(found) as path:
                return path
    raise FileNotFoundError(f"SortRank was installed without its file {'/'.join(parts)}.")


def data_folder() -> Path:
    """Return the folder for the user's SortRank data, without making it."""
    return _home("data") or Path(appdirs.user_data_dir(_APP, appauthor=False))


def config_folder() -> Path:
    """Return the folder for what SortRank remembers about its window, without making it."""
    return _home("config") or Path(appdirs.user_config_dir(_APP, appauthor=False))


def log_folder() -> Path:
    """Return the folder for reports about crashes, without making it."""
    return _home("log") or Path(appdirs.user_log_dir(_APP, appauthor=False))


def _home(kind: str) -> Path | None:
    home = os.environ.get("SORTRANK_HOME")
    return Path(home) / kind if home else None


def _beside(package: Traversable) -> Traversable:
    with as_file(package) as folder:
        return folder.parent / "resources"
