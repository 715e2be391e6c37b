"""What dialogs ask of the lab's server, as plain calls that take their time on any thread."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Protocol

from sortrank_gui.safe_files import replacing_study
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Progress
from sortrank_gui.study.lab.addresses import LabAddress, find_address
from sortrank_gui.study.lab.bringing_home import HomeReport, bring_home
from sortrank_gui.study.lab.connecting import connect_server
from sortrank_gui.study.lab.ordering import give_order, read_outcomes
from sortrank_gui.study.lab.replica import open_desk
from sortrank_gui.study.lab.roles import RESEARCHER
from sortrank_gui.study.lab.sharing import LabStudy, list_studies, share_study
from sortrank_gui.study.survey.lab_files import StationOrder

_PATIENCE_SECONDS, _LOOK_SECONDS = 8.0, 0.25
"""How long stations may take for an order, and how often it is looked whether they did."""
_LATE = "no answer yet; it does so when it is back."


class LabServices(Protocol):
    """A way to servers. A server is a string: the name of a service, or a URL."""

    @property
    def missing(self) -> str:
        """Why nothing of it can be used here; empty if all can."""
        ...

    def test(self, server: str) -> str:
        """Connect as the researcher, and say in a sentence what was found."""
        ...

    def list_studies(self, server: str) -> Sequence[LabStudy]:
        """Return the studies that are there."""
        ...

    def share(self, study: Path, server: str, count: Progress) -> str:
        """Put a study there; return its UUID."""
        ...

    def open_desk(
        self, server: str, uuid: str, notice: Callable[[], object], count: Progress
    ) -> StudyFile:
        """Open the replica of a study; `notice` is called, on any thread, when news have come."""
        ...

    def order(
        self, server: str, uuid: str, stations: Sequence[str], order: StationOrder
    ) -> Mapping[str, str]:
        """Ask stations for something and wait a while; return by name why one did not do it."""
        ...

    def bring_home(self, server: str, uuid: str, target: Path, count: Progress) -> HomeReport:
        """Write a study of the server to a file, all of it."""
        ...


class ServerServices:
    """The real way: through `study/lab`, which needs the extra `lab`."""

    @property
    def missing(self) -> str:
        """Why nothing of it can be used here."""
        return "" if find_spec("psycopg") else "Install the extra “lab” first: sortrank-gui[lab]"

    def test(self, server: str) -> str:
        """Connect as the researcher, and say in a sentence what was found."""
        address = _find(server)
        with closing(connect_server(address)) as connection:
            version = connection.info.server_version // 10_000
            safe = "encrypted and verified" if not address.is_here else "on this computer"
            return f"PostgreSQL {version} answers, {safe}, as {connection.info.user}."

    def list_studies(self, server: str) -> Sequence[LabStudy]:
        """Return the studies that are there, with all of what they have."""
        return [study for study in list_studies(_find(server)) if study.ready]

    def share(self, study: Path, server: str, count: Progress) -> str:
        """Put a study there; return its UUID."""
        with open_study(study, read_only=True) as file:
            return share_study(file, _find(server), progress=count).uuid

    def open_desk(
        self, server: str, uuid: str, notice: Callable[[], object], count: Progress
    ) -> StudyFile:
        """Open the replica of a study."""
        return open_desk(_find(server), uuid, notice, progress=count)

    def order(
        self, server: str, uuid: str, stations: Sequence[str], order: StationOrder
    ) -> Mapping[str, str]:
        """Ask stations for something; return by name why one did not do it."""
        with closing(connect_server(_find(server))) as connection:
            given = give_order(connection, uuid, stations, order)
            waiting, until = dict(given), monotonic() + _PATIENCE_SECONDS
            outcomes = dict[str, str]()
            while waiting and monotonic() < until:
                sleep(_LOOK_SECONDS)
                for number, outcome in read_outcomes(connection, list(waiting)).items():
                    outcomes[waiting.pop(number)] = outcome
        outcomes |= dict.fromkeys(waiting.values(), _LATE)
        return {name: text for name, text in outcomes.items() if text}

    def bring_home(self, server: str, uuid: str, target: Path, count: Progress) -> HomeReport:
        """Write a study of the server to a file; the file dialog has asked about an older one."""
        with replacing_study(target) as made:
            return bring_home(_find(server), uuid, made, progress=count)


def _find(server: str) -> LabAddress:
    return find_address(server, user=RESEARCHER)
