"""Text files and tables, in and out: the one way for studies, simulations and commands."""

from sortrank_gui.tables.json_tables import read_json_table
from sortrank_gui.tables.reading import Row, RowSource, Table, read_table
from sortrank_gui.tables.text_files import Place, name_source, read_lines, read_text
from sortrank_gui.tables.writing import Cell, defuse, fuse, write_rows, write_table

__all__ = [
    "Cell",
    "Place",
    "Row",
    "RowSource",
    "Table",
    "defuse",
    "fuse",
    "name_source",
    "read_json_table",
    "read_lines",
    "read_table",
    "read_text",
    "write_rows",
    "write_table",
]
