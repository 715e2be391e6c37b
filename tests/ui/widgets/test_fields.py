"""Form fields."""

from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.widgets.fields import (
    Field,
    FieldGrid,
    make_choice,
    make_decimal,
    make_number,
)
from sortrank_gui.ui.widgets.theme import Appearance


def test_columns_of_all_grids_stand_below_each_other(qtbot: QtBot, appearance: Appearance) -> None:
    """Whatever editors are in them, both columns of a grid are equally wide."""
    places = []
    for editors in (
        (make_number(0, 9, 0), make_number(0, 9, 0)),
        (make_number(0, 9, 0), QLineEdit("a line of text that asks for more room")),
        (make_choice([("a", "a choice with a long text")]), make_decimal(0, 1, 0, step=0.1)),
    ):
        grid = FieldGrid()
        qtbot.addWidget(grid)
        second = Field("Second", editors[1], "")
        grid.add_row(Field("First", editors[0], ""), second)
        grid.resize(260, 80)
        grid.show()
        places.append(second.x())
    assert len(set(places)) == 1
