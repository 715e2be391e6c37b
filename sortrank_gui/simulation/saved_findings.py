"""Findings as files: the tables that the command line writes, and back."""

from pathlib import Path

from sortrank_gui.simulation.campaigns import Findings
from sortrank_gui.simulation.records import load_experiment, read_measurements
from sortrank_gui.simulation.reports import ReportTable, measurement_table
from sortrank_gui.simulation.tallies import Tally
from sortrank_gui.tables import write_table

_BESIDE = "experiment.json"
"""What the command line writes beside results: the settings they come from."""


def read_findings(path: Path) -> Findings:
    """Read the measurements of an experiment, and its settings if they lie beside them."""
    rows = tuple(read_measurements(path))
    beside = path.with_name(_BESIDE)
    experiment = load_experiment(beside) if beside.exists() else None
    n_items = None if experiment is None else experiment.n_items
    tally = Tally(n_items)
    tally.add(rows)
    return Findings(path.stem, tally.panels(), n_items, experiment, rows)


def write_findings(findings: Findings, path: Path) -> None:
    """Write measurements as the command line does; more tables go into files beside it."""
    first, *more = _tables(findings)
    write_table(path, first.header, first.rows)
    for table in more:
        write_table(path.with_name(f"{table.name}.csv"), table.header, table.rows)


def _tables(findings: Findings) -> tuple[ReportTable, ...]:
    if findings.report is not None and findings.report.tables:
        return findings.report.tables
    return (measurement_table("results", [({}, findings.rows)]),)
