"""Writes what a campaign hands over into a folder."""

from pathlib import Path
from typing import TYPE_CHECKING

from sortrank_gui.errors import SortrankError

if TYPE_CHECKING:
    from sortrank_gui.simulation.reports import SimulationReport


def write_report(folder: Path, report: "SimulationReport") -> list[Path]:
    """Write page, tables and figures; return their paths."""
    from sortrank_gui.safe_files import replacing
    from sortrank_gui.tables import write_table
    from sortrank_gui.ui.plots.figure_files import save_figure

    page = folder / f"{report.name}.md"
    written = [page]
    try:
        with replacing(page) as file:
            file.write(report.page)
        for table in report.tables:
            written.append(folder / f"{table.name}.csv")
            write_table(written[-1], table.header, table.rows)
    except OSError as error:
        raise SortrankError(f"{error.filename} can't be written: {error.strerror}.") from error
    for name, figure in report.figures.items():
        for ending in (".png", ".svg"):
            written.append(folder / f"{name}{ending}")
            save_figure(figure, written[-1])
    return written
