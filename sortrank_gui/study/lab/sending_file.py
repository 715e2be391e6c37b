"""A file of which all that is written is handed to a link to the server, once it is on disk."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from sortrank_gui.errors import InputError
from sortrank_gui.study.design.versions import Version, make_version
from sortrank_gui.study.file.events import EventKind, StudyEvent
from sortrank_gui.study.file.journal import Event, NoteKind, Record
from sortrank_gui.study.file.reading import SessionRow, SortRow
from sortrank_gui.study.file.storage import StudyFile, derive_sort_seed
from sortrank_gui.study.lab.lab_sort import LabSort
from sortrank_gui.study.lab.outgoing import Outgoing, send_event, send_note, send_record, send_sort
from sortrank_gui.study.lab.pictures import LabPictures
from sortrank_gui.study.lab.seating import name_common
from sortrank_gui.study.lab.station_cache import StationCache
from sortrank_gui.study.lab.station_link import StationLink
from sortrank_gui.study.lab.straying import SessionFacts

AT_DESK = "This is done at the desk, for all stations."


class SendingFile(StudyFile):
    """An open study, and what the server is to have of it. `join` gives it its link."""

    _link: StationLink
    _pictures: LabPictures
    _is_joined = False

    def join(self, link_of: Callable[[StationCache], StationLink], pictures: LabPictures) -> None:
        """Begin to send what is in the file, and what will be."""
        self._facts: dict[str, SessionFacts] = {}
        self._offered: dict[str, LabSort] = {}
        cache = StationCache(self.path.with_suffix(".cache"))
        self._link, self._pictures, self._is_joined = link_of(cache), pictures, True
        arrived = cache.read_arrived()
        for sort in self._found.sorts.values() if self.design.shared else ():
            self._share(sort)
        for row in self._found.sessions.values():
            self._link.offer(self._list_waiting(row, arrived.get(row.uuid, 0)))
        self._link.start(self.content_rows().digest)

    @property
    def facts(self) -> dict[str, SessionFacts]:
        """What the link knows about sessions."""
        return self._facts

    @property
    def link(self) -> StationLink:
        """The way to the server."""
        return self._link

    def _list_waiting(self, row: SessionRow, arrived: int) -> list[Outgoing]:
        """Return what of a session the server may lack."""
        facts = self._describe(row)
        rows = [self._send_record(row, record, facts) for record in self.records_of(row)]
        waiting = [each for each in rows if each.seq > arrived]
        for each in waiting:
            if each.sort and each.pair is not None and each.sort in self._offered:
                self._offered[each.sort].expect(*each.pair)
        notes = [send_note(row.uuid, note) for note in self._found.notes if note.session == row.id]
        sorts = [send_sort(row.uuid, sort, None) for sort in facts.sorts.values()]
        return [*sorts, *facts.events, *waiting, *notes] if waiting or not arrived else []

    def _describe(self, row: SessionRow) -> SessionFacts:
        own = self._found.sorts[row.sort]
        events = [send_event(row.uuid, e) for e in self._found.events if e.session == row.id]
        facts = SessionFacts(replace(row), own, self.design.shared, {own.uuid: own}, events)
        self._facts[row.uuid] = facts
        return facts

    def _send_record(self, row: SessionRow, record: Record, facts: SessionFacts) -> Outgoing:
        sort = None if record.sort is None else self._found.sorts[record.sort]
        if sort is not None:
            facts.sorts[sort.uuid] = sort
        name = None if sort is None else sort.uuid
        told = 0 if facts.shared else facts.note(record)
        return send_record(row.uuid, record, name, shared=facts.shared, told=told)

    def _take(self, session: SessionRow, record: Record) -> None:
        """Keep a record that is on disk, and hand it over."""
        super()._take(session, record)
        facts = self._facts.get(session.uuid) or self._describe(session)
        self._link.offer([self._send_record(session, record, facts)])
        if record.event in (Event.START, Event.RESUME):
            self._link.begin(session.uuid)

    def add_event(
        self, kind: EventKind, facts: dict[str, Any], session: SessionRow | None = None
    ) -> StudyEvent:
        """Write down what happened in a session."""
        if session is None or kind in (EventKind.EXCLUDE, EventKind.INCLUDE):
            raise InputError(AT_DESK)
        event = super().add_event(kind, facts, session)
        row = send_event(session.uuid, event)
        self._facts[session.uuid].events.append(row)
        self._link.offer([row])
        return event

    def add_note(self, session: SessionRow, kind: NoteKind, text: str) -> None:
        """Write words about a session down."""
        super().add_note(session, kind, text)
        self._link.offer([send_note(session.uuid, self._found.notes[-1])])

    def take_sorts(self, row: SessionRow, version: Version) -> dict[int, SortRow]:
        """Return the sort of every block for a session; those that are missing are made."""
        known = set(self._found.sorts)
        found = super().take_sorts(row, version)
        facts = self._facts[row.uuid]
        new = [sort for sort in found.values() if sort.id not in known]
        facts.sorts.update({sort.uuid: sort for sort in new})
        self._link.offer([send_sort(row.uuid, sort, None) for sort in new])
        return found

    def _name_sort(self, row: SessionRow, version: Version, question: int) -> str:
        if self.design.shared:
            condition, strategy = version.condition.name, version.block_design(question).recipe
            seed = derive_sort_seed(self.design, condition, question, row.seed)
            return name_common(self.uuid, question, condition, strategy, seed)
        return super()._name_sort(row, version, question)

    def _write_content(self, *_: Any, **__: Any) -> NoReturn:
        raise InputError(AT_DESK)

    def _write_texts(self, *_: Any, **__: Any) -> NoReturn:
        raise InputError(AT_DESK)

    def set_truth(self, truth: Sequence[float] | None) -> None:
        """Refuse: the truth is the server's."""
        raise InputError(AT_DESK)

    def _find_root(self, sort: SortRow) -> SortRow:
        while sort.parent is not None:
            sort = self._found.sorts[sort.parent]
        return sort

    def _share(self, row: SortRow) -> LabSort:
        row = self._find_root(row)
        if row.uuid not in self._offered:
            version = make_version(self.design, row.condition)
            items = version.block_items(row.question, self.content.items)
            sort = LabSort(row.strategy, items, row.seed, wake=self._link.wake)
            self._offered[row.uuid] = sort
            self._link.follow(row.uuid, sort)
        return self._offered[row.uuid]
