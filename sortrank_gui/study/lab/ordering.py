"""What the desk asks of stations: written to the server, read by the station, and its outcome."""

from collections.abc import Mapping, Sequence
from typing import Any

from sortrank_gui.errors import LabError
from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.lab.connecting import Server, server_sentences
from sortrank_gui.study.survey.lab_files import OrderKind, StationOrder

_TEXTS = ("code", "condition", "reason")


def give_order(
    server: Server, study: str, stations: Sequence[str], order: StationOrder
) -> dict[int, str]:
    """Ask stations for something; return the stations' names by the numbers of their orders."""
    from psycopg.types.json import Jsonb

    given = dict[int, str]()
    with server_sentences("ask stations for something"), server.transaction():
        for station in stations:
            row = server.execute(
                "INSERT INTO sortrank.orders (study, station, kind, data) "
                "VALUES (%s, %s, %s, %s) RETURNING id",
                (study, station, order.kind.value, Jsonb(_write(order))),
            ).fetchone()
            assert row is not None
            given[row[0]] = station
    return given


def read_outcomes(server: Server, orders: Sequence[int]) -> dict[int, str]:
    """Return what came of those orders that were taken: nothing, or why it could not be done."""
    with server_sentences("look what stations did"):
        rows = server.execute(
            "SELECT id, coalesce(outcome, '') FROM sortrank.orders "
            "WHERE id = ANY(%s) AND done_at IS NOT NULL",
            (list(orders),),
        ).fetchall()
    return {number: str(outcome) for number, outcome in rows}


def read_order(number: int, kind: str, data: object) -> StationOrder:
    """Return an order as a station obeys it; raise a LabError where it makes no sense."""
    if kind not in list(OrderKind) or not isinstance(data, Mapping):
        raise LabError(f"The desk asked for something that this SortRank does not know: {kind}.")
    texts = {name: data.get(name, "") for name in _TEXTS}
    policy, robot = data.get("policy"), data.get("robot", False)
    is_known = policy is None or policy in list(Resume)
    if not all(isinstance(text, str) for text in texts.values()) or not is_known:
        raise LabError("The desk's order can't be read.")
    return StationOrder(
        number,
        OrderKind(kind),
        robot=robot is True,
        policy=None if policy is None else Resume(policy),
        **texts,
    )


def _write(order: StationOrder) -> dict[str, Any]:
    policy = None if order.policy is None else order.policy.value
    data: dict[str, Any] = {name: getattr(order, name) for name in _TEXTS}
    data |= {"policy": policy, "robot": order.robot}
    return {name: value for name, value in data.items() if value}
