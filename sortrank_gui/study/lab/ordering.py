"""What the desk asks of stations: written to the server, read by the station, and its outcome."""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from sortrank_gui.errors import LabError
from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.lab.connecting import Server, server_sentences
from sortrank_gui.study.survey.lab_files import OrderKind, StationOrder

_TEXTS = ("code", "condition", "reason")
_ORDER_SECONDS = 60
"""How old an order may be that is still obeyed."""
_LONGEST_OUTCOME = 10_000


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


class StationOrders:
    """Orders at a station, from the link to the engine, and their outcomes on the way back."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._orders: list[StationOrder] = []
        self._outcomes: list[tuple[int, str]] = []
        self._seen: set[int] = set()

    def take(self) -> list[StationOrder]:
        """Return the orders since the last time."""
        with self._lock:
            orders, self._orders = self._orders, []
        return orders

    def report(self, order: int, outcome: str) -> None:
        """Note what came of an order."""
        with self._lock:
            self._outcomes.append((order, outcome[:_LONGEST_OUTCOME]))

    def list_outcomes(self) -> list[tuple[int, str]]:
        """Return what the desk does not know yet."""
        with self._lock:
            return [*self._outcomes]

    def settle(self, told: int) -> None:
        """Forget so many outcomes, which the desk knows now."""
        with self._lock:
            del self._outcomes[:told]

    def read(self, rows: Sequence[tuple[Any, ...]]) -> bool:
        """Take orders as the server has them, with their ages; say whether there are new ones."""
        found = list[StationOrder]()
        for number, kind, data, age in rows:
            if number in self._seen:
                continue
            self._seen.add(number)
            try:
                if age > _ORDER_SECONDS:
                    raise LabError("The station did not hear of this in time.")
                found.append(read_order(number, kind, data))
            except LabError as error:
                self.report(number, str(error))
        with self._lock:
            self._orders.extend(found)
        return bool(found)
