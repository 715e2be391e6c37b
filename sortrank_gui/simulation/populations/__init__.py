"""Where true scores come from: the paper's two models, a normal distribution, or given scores.

The noise of the paper, lambda, is how many items there are to one logit: neighbours are 1 / lambda
apart on average. Scores come in random order, so that no item's number tells its rank. A class in a
file of this folder that has `facts` is found, and with it forms, commands and files know it.
"""

from collections.abc import Mapping
from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.registry import find_classes
from sortrank_gui.simulation.populations.about import (
    NOISE,
    Parameter,
    Population,
    PopulationFacts,
)
from sortrank_gui.simulation.populations.given import Given
from sortrank_gui.simulation.populations.normal import SPREAD, Normal
from sortrank_gui.simulation.populations.poisson import Poisson
from sortrank_gui.simulation.populations.uniform import Uniform

__all__ = ["NOISE", "SPREAD", "Given", "Normal", "Parameter", "Poisson", "Population", "Uniform"]
__all__ += ["create", "describe", "facts", "names", "restore", "tell"]


def names() -> list[str]:
    """Return the names that `create` takes."""
    return [name for name, found in _classes.items() if found.facts.by_chance]


def facts(name: str) -> PopulationFacts:
    """Return what is to be said about a population."""
    known: PopulationFacts = _classes[name].facts
    return known


def create(text: str, *, n_items: int, **values: float | None) -> Population:
    """Return a population by its name, with these parameters; those of others are ignored.

    The name may bring parameters along, such as “normal:spread=2”.
    """
    name, _, own = text.partition(":")
    if name not in names():
        raise InputError(f"There is no population “{name}”; choose one of {', '.join(names())}.")
    about = facts(name)
    known = {parameter.name for parameter in about.parameters}
    given = {key: value for key, value in values.items() if value is not None}
    given |= _read_parameters(name, own, known)
    if about.complete is not None:
        given = dict(about.complete(n_items, given))
    missing = [parameter.name for parameter in about.parameters if parameter.name not in given]
    if missing:
        raise InputError(f"A {name} population needs a {' and a '.join(missing)}.")
    return restore(name, {key: given[key] for key in given if key in known})


def restore(name: str, fields: Mapping[str, Any]) -> Population:
    """Return a population of any kind with the fields of its class, as a file has them."""
    population: Population = find(name)(**fields)
    return population


def find(name: str) -> type[Population]:
    """Return the class of a population."""
    if name not in _classes:
        raise InputError(f"There is no population “{name}”; choose one of {', '.join(_classes)}.")
    found: type[Population] = _classes[name]
    return found


def tell(population: Population) -> list[str]:
    """Return what tells a population from others, in a few short parts."""
    about = population.facts
    parts = [f"{p.symbol} = {getattr(population, p.name):g}" for p in about.parameters]
    return [*parts, *([about.label] if about.label else [])]


def describe(population: Population) -> str:
    """Return such as “normal scores (sd = 1.2)”, with few digits."""
    about = population.facts
    name = about.title.partition(" (")[0]
    words = name if name.endswith("scores") else f"{name} scores"
    values = [f"{p.symbol} = {getattr(population, p.name):.3g}" for p in about.parameters]
    return f"{words} ({', '.join(values)})" if values else words


def _read_parameters(name: str, text: str, known: set[str]) -> dict[str, float]:
    """Read such as “spread=2,shape=3”."""
    found = {}
    for part in filter(None, text.split(",")):
        key, _, value = (word.strip() for word in part.partition("="))
        if key not in known:
            words = ", ".join(sorted(known)) or "nothing"
            raise InputError(f"A {name} population takes {words}, and not “{key}”.")
        try:
            found[key] = float(value)
        except ValueError as error:
            raise InputError(f"The {key} must be a number, and it is “{value}”.") from error
    return found


_classes = find_classes(__name__, PopulationFacts)
