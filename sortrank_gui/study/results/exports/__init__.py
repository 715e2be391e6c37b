"""All exports: each is a file of this folder, and is found by being here."""

from sortrank_gui.registry import find_values
from sortrank_gui.study.results.exporting import Export


def find_exports() -> tuple[Export, ...]:
    """Return all exports in the order of lists."""
    return find_values(__name__, Export)
