"""Experiments as JSON files, and results as CSV files."""

import json
from collections.abc import Collection
from dataclasses import MISSING, asdict, fields
from pathlib import Path
from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.safe_files import read_json, replacing
from sortrank_gui.simulation import populations
from sortrank_gui.simulation.experiments import Experiment, Measurement, RespondentSettings
from sortrank_gui.simulation.populations import Population
from sortrank_gui.simulation.respondents import Observed
from sortrank_gui.tables import read_table


def save_experiment(experiment: Experiment, path: Path) -> None:
    """Write the description of an experiment."""
    content = asdict(experiment)
    content["population"] = {"kind": experiment.population.name, **content["population"]}
    with replacing(path) as file:
        file.write(json.dumps(content, indent=1) + "\n")


def load_experiment(path: Path) -> Experiment:
    """Read the description of an experiment."""
    try:
        content = read_json(path)
    except OSError as error:
        raise InputError(f"The experiment {path} can't be read: {error.strerror}.") from error
    except ValueError as error:
        raise InputError(f"The experiment {path} is not JSON: {error}.") from error
    try:
        return _read_experiment(content)
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    except KeyError as error:
        missing = f"the entry {error} is missing"
        raise InputError(f"{path} does not describe an experiment: {missing}.") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path} does not describe an experiment: {error}.") from error


def read_measurements(path: Path) -> list[Measurement]:
    """Read the results of an experiment, as `sortrank simulate` writes them."""
    table = read_table(path)
    strategy, *counts = (table.need(field.name) for field in fields(Measurement))
    return [Measurement(row[strategy], *(row.read_whole(name) for name in counts)) for row in table]


def _read_experiment(content: dict[str, Any]) -> Experiment:
    settings = _tuples(content)
    settings["population"] = _read_population(content["population"])
    settings["priors"] = tuple((name, variance) for name, variance in content.get("priors", ()))
    if "respondent" in content:
        respondent = dict(content["respondent"])
        if respondent.get("observed") is not None:
            observed = _tuples(respondent["observed"])
            _require_entries(Observed, observed, "table of observed answers")
            respondent["observed"] = Observed(**observed)
        _require_entries(RespondentSettings, respondent, "respondent")
        settings["respondent"] = RespondentSettings(**respondent)
    _require_entries(Experiment, settings, "experiment")
    return Experiment(**settings)


def _read_population(content: dict[str, Any]) -> Population:
    settings = _tuples(content)
    kind = settings.pop("kind")
    _require_entries(populations.find(kind), settings, "population")
    return populations.restore(kind, settings)


def _require_entries(kind: Any, given: Collection[str], what: str) -> None:
    """Raise where an entry is missing, or is none of these."""
    known = fields(kind)
    needed = [x.name for x in known if x.default is MISSING and x.default_factory is MISSING]
    for name in needed:
        if name not in given:
            raise InputError(f"the {what} lacks the entry “{name}”.")
    for name in given:
        if name not in {each.name for each in known}:
            raise InputError(f"the {what} has no entry “{name}”.")


def _tuples(content: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(v) if isinstance(v, list) else v for key, v in content.items()}
