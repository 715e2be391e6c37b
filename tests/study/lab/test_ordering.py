"""What the desk asks of stations, on its way through the server."""

from dataclasses import replace
from uuid import uuid4

import pytest

from sortrank_gui.errors import LabError
from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.lab.ordering import give_order, read_order, read_outcomes
from sortrank_gui.study.survey.lab_files import OrderKind, StationOrder
from tests.lab_server import Lab, cluster, lab

__all__ = ["cluster", "lab"]

ORDERS = (
    StationOrder(0, OrderKind.START),
    StationOrder(0, OrderKind.START, "P07", "dark", robot=True, policy=Resume.AGAIN),
    StationOrder(0, OrderKind.END, reason="felt ill"),
    StationOrder(0, OrderKind.PAUSE),
)


@pytest.mark.posix("a server of our own")
def test_order_arrives_as_it_was_given(lab: Lab) -> None:
    """A station reads what the desk wrote, and the desk what came of it once it was taken."""
    study, secret = str(uuid4()), str(uuid4())
    lab.execute(
        "INSERT INTO sortrank.studies (uuid, title, created_at, design, digest, format, shared, "
        f"ready) VALUES ('{study}', '', '', '', '', 1, true, true)"
    )
    with lab.connect() as desk, lab.connect_station(secret) as station:
        station.execute("SELECT sortrank.sign_of_life(%s, 'booth-1', '{}')", (study,))
        given = {}
        for order in ORDERS:
            given |= give_order(desk, study, ["booth-1"], order)
        rows = station.execute("SELECT id, kind, data FROM sortrank.orders ORDER BY id").fetchall()
        assert [replace(read_order(*row), id=0) for row in rows] == list(ORDERS)
        assert list(given) == [row[0] for row in rows]
        assert read_outcomes(desk, list(given)) == {}
        station.execute(
            "UPDATE sortrank.orders SET done_at = now(), outcome = 'No.' WHERE id = %s",
            (rows[1][0],),
        )
        assert read_outcomes(desk, list(given)) == {rows[1][0]: "No."}


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("dance", {}),
        ("start", []),
        ("start", {"code": 7}),
        ("start", {"policy": "twice"}),
        ("end", {"reason": None}),
    ],
)
def test_order_without_sense_is_a_sentence(kind: str, data: object) -> None:
    """A station never obeys what it does not understand."""
    with pytest.raises(LabError):
        read_order(1, kind, data)
