"""A station of tests, as simple as can be: it answers into a file and sends what is new."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.lab.bringing_home import make_lab_file
from sortrank_gui.study.lab.rows import LabRows, insert_rows, list_rows, run, take_clocks
from sortrank_gui.study.lab.seating import name_common
from sortrank_gui.study.survey.survey import Survey
from tests.lab_server import Lab


class PlainStation:
    """One station with a file of its own."""

    def __init__(self, lab: Lab, study: str, folder: Path, name: str = "booth") -> None:
        self.name, self.study, self.token = name, study, str(uuid4())
        self.server = lab.connect_station(self.token)
        path = folder / f"{name}.sortrank"
        make_lab_file(self.server, study, path, lambda *_: None, rows=False)
        self.file = open_study(path)
        self.survey = Survey(self.file)

    @property
    def owner(self) -> bytes:
        """What the server knows it by."""
        return sha256(self.token.encode()).digest()

    def sign(self) -> bool:
        """Show a sign of life."""
        query = 'SELECT sortrank.sign_of_life(%s, %s, \'{"participant": "P01", "trial": 3}\')'
        found = self.server.execute(query, (self.study, self.name)).fetchone()
        return found is not None and bool(found[0])

    def answer(self, code: str, count: int, *, end: bool = False) -> None:
        """Let a person answer, and send it."""
        session = self.survey.start(code)
        for _ in range(count):
            assert session.trial is not None
            session.answer(Answer.LEFT, seconds=0.5)
        if end:
            session.end()
        else:
            session.pause()
        self.push()

    def push(self, harm: Callable[[LabRows], object] = id) -> None:
        """Send everything; what is there stays. A hostile one does harm to its rows before."""
        rows = list_rows(self.file.everything)
        harm(rows)
        self._name_common_sorts(rows)
        rows.sessions = [(*row[:6], self.owner, self.name) for row in rows.sessions]
        with self.server.transaction():
            clock = take_clocks(self.server, self.study, len(rows))
            plans_first = sorted(rows.tables, key=lambda each: each[0] in ("journal", "notes"))
            for table, listed in plans_first:
                run(insert_rows(self.server, table, self.study, clock, listed, again=True))
                clock += len(listed)

    def _name_common_sorts(self, rows: LabRows) -> None:
        """Give sorts that all share the names that every station gives them."""
        names: dict[str | None, str] = {}
        for uuid, strategy, seed, parent, _, question, condition in rows.sorts:
            if self.file.design.shared and parent is None:
                names[uuid] = name_common(self.study, question, condition, strategy, seed)
        rows.sorts = [(names.get(row[0], row[0]), *row[1:]) for row in rows.sorts]
        rows.sessions = [(*row[:3], names.get(row[3], row[3]), *row[4:]) for row in rows.sessions]
        rows.journal = [(*row[:16], names.get(row[16], row[16]), *row[17:]) for row in rows.journal]

    def close(self) -> None:
        """End all."""
        self.survey.close()
        self.server.close()
