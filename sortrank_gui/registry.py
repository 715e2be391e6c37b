"""Finds what stands in a folder: a class that says facts about itself needs no other mention."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any


def find_classes(package: str, facts: type) -> dict[str, Any]:
    """Return the classes in a package's files that have such facts, by name, in their order.

    A class has a `name`, and its facts have a `place` among all.
    """
    folder = import_module(package).__path__
    modules = [import_module(f"{package}.{found.name}") for found in iter_modules(folder)]
    values = [value for module in modules for value in vars(module).values()]
    classes: list[Any] = [value for value in values if isinstance(value, type)]
    found = [one for one in classes if isinstance(vars(one).get("facts"), facts)]
    return {one.name: one for one in sorted(found, key=lambda one: int(one.facts.place))}
