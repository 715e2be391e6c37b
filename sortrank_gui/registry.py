"""Finds what stands in a folder: classes and values that say all about themselves."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol, TypeVar


class Placed(Protocol):
    """Something that knows its place in lists."""

    @property
    def place(self) -> int:
        """The number of the place, from 0."""
        ...


Value = TypeVar("Value", bound=Placed)


def find_classes(package: str, facts: type) -> dict[str, Any]:
    """Return the classes in a package's files that have such facts, by name, in their order.

    A class has a `name`, and its facts have a `place` among all.
    """
    classes: list[Any] = [value for value in _load(package) if isinstance(value, type)]
    found = [one for one in classes if isinstance(vars(one).get("facts"), facts)]
    return {one.name: one for one in sorted(found, key=lambda one: int(one.facts.place))}


def find_values(package: str, kind: type[Value]) -> tuple[Value, ...]:
    """Return the values of a kind in a package's files, in the order of their places."""
    found = dict.fromkeys(value for value in _load(package) if isinstance(value, kind))
    return tuple(sorted(found, key=lambda value: value.place))


def _load(package: str) -> Iterator[object]:
    """Yield everything that the files of a package define or import."""
    for found in iter_modules(import_module(package).__path__):
        yield from vars(import_module(f"{package}.{found.name}")).values()
