"""All exports: every file of this folder defines one, as EXPORT, and is found by being here."""

from importlib import import_module
from operator import attrgetter
from pkgutil import iter_modules

from sortrank_gui.study.results.exporting import Export


def find_exports() -> tuple[Export, ...]:
    """Return all exports in the order of lists."""
    names = [module.name for module in iter_modules(__path__, f"{__name__}.")]
    found: list[Export] = [import_module(name).EXPORT for name in names]
    return tuple(sorted(found, key=attrgetter("place")))
