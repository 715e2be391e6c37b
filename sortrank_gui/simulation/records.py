"""Experiments as JSON files, and results as CSV files."""

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.safe_files import replacing
from sortrank_gui.simulation import populations
from sortrank_gui.simulation.datasets.base import open_text, read_whole
from sortrank_gui.simulation.datasets.csv_table import CsvTable, Row
from sortrank_gui.simulation.experiments import Experiment, Measurement, RespondentSettings
from sortrank_gui.simulation.populations import Population
from sortrank_gui.simulation.respondents import Observed


def save_experiment(experiment: Experiment, path: Path) -> None:
    """Write the description of an experiment."""
    content = asdict(experiment)
    content["population"] = {"kind": experiment.population.name, **content["population"]}
    with replacing(path) as file:
        file.write(json.dumps(content, indent=1) + "\n")


def load_experiment(path: Path) -> Experiment:
    """Read the description of an experiment."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
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


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])


def read_measurements(path: Path) -> list[Measurement]:
    """Read the results of an experiment, as `sortrank simulate` writes them."""
    with open_text(path) as file:
        table = CsvTable(path, file)
        names = [f.name for f in fields(Measurement)]
        table.need(*names)
        return [_read_measurement(table, row, names[1:]) for row in table.rows()]


def _read_measurement(table: CsvTable, row: Row, counts: Sequence[str]) -> Measurement:
    with table.here():
        return Measurement(
            row["strategy"], *(read_whole(row[name], f"the {name}") for name in counts)
        )


def _read_experiment(content: dict[str, Any]) -> Experiment:
    settings = _tuples(content)
    settings["population"] = _read_population(content["population"])
    settings["priors"] = tuple((name, variance) for name, variance in content.get("priors", ()))
    if "respondent" in content:
        respondent = dict(content["respondent"])
        if respondent.get("observed") is not None:
            respondent["observed"] = Observed(**_tuples(respondent["observed"]))
        settings["respondent"] = RespondentSettings(**respondent)
    return Experiment(**settings)


def _read_population(content: dict[str, Any]) -> Population:
    settings = _tuples(content)
    return populations.restore(settings.pop("kind"), settings)


def _tuples(content: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(v) if isinstance(v, list) else v for key, v in content.items()}
