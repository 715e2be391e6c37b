"""Records and answers in compact rows."""

import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file.given_answers import GivenAnswers
from sortrank_gui.study.file.journal import (
    Answer,
    Event,
    GivenAnswer,
    Kind,
    Record,
    Trial,
    make_record,
)
from sortrank_gui.study.file.records import Records, effective, fold, undone

AT = "2026-11-17T04:00:00.000Z"
MANY = 2500
"""More than fit into two blocks."""
counts = st.integers(0, 10**9)
trials = st.builds(
    Trial, counts, counts, counts, st.sampled_from(Kind), counts, st.none() | counts, counts
)
answers = st.builds(
    GivenAnswer,
    trials,
    st.sampled_from(Answer),
    st.floats(0, 1e7, allow_nan=False),
    st.booleans(),
)


def list_answers(count: int) -> Iterator[GivenAnswer]:
    """Yield answers that differ."""
    for k in range(count):
        yield GivenAnswer(Trial(k + 1, k, k + 1), list(Answer)[k % 4], k / 8, by_robot=k % 3 == 0)


def list_records(count: int, *, session: int = 1) -> Iterator[Record]:
    """Yield the records of a session whose every tenth is an undo."""
    for seq, one in enumerate(list_answers(count), start=1):
        if seq % 10 == 0:
            yield make_record(session, seq, Event.UNDO, AT, b"", undoes=seq - 1)
        else:
            yield make_record(session, seq, Event.ANSWER, AT, b"", given=one, sort=session)


@given(st.lists(answers))
def test_answers_come_back_as_they_were(given_: list[GivenAnswer]) -> None:
    """Every field of every answer, by iteration, by place and by slice."""
    kept = GivenAnswers(given_)
    assert list(kept) == given_ == kept[:]
    assert [kept[-k] for k in range(len(given_), 0, -1)] == given_


@given(st.lists(st.tuples(answers, st.none() | st.text()), max_size=20))
def test_records_come_back_as_they_were(lines: list[tuple[GivenAnswer, str | None]]) -> None:
    """Empty fields stay empty, and details keep their letters."""
    records = [
        make_record(1, seq, Event.ANSWER, AT, b"", given=one, detail=detail)
        for seq, (one, detail) in enumerate(lines, start=1)
    ]
    records += [make_record(2, 1, event, AT, b"", robot=None) for event in Event]
    kept = Records(records)
    assert list(kept) == records
    assert kept.details() == [record.detail for record in records]


def test_fold_is_that_of_plain_lists() -> None:
    """What counts, what was taken back, and the records by session and sort."""
    mixed = [
        r
        for pair in zip(list_records(MANY), list_records(MANY, session=2), strict=True)
        for r in pair
    ]
    gone = {(r.session, r.undoes) for r in mixed if r.undoes is not None}
    kept = [r for r in mixed if r.event == Event.ANSWER and (r.session, r.seq) not in gone]
    records = Records(mixed)
    assert undone(records) == gone
    assert list(effective(records)) == kept
    groups = records.by_session()
    assert {key: list(rows) for key, rows in groups.items()} == {
        number: [r for r in mixed if r.session == number] for number in (1, 2)
    }
    assert {key: list(rows) for key, rows in records.by_sort().items()} == {
        number: [r for r in kept if r.session == number] for number in (1, 2)
    }
    assert list(fold(groups[2])) == [r for r in kept if r.session == 2]
    assert list(GivenAnswers.from_records(effective(records))) == [r.given for r in kept]


def test_fold_refuses_an_undo_of_another_answer() -> None:
    """Only the last answer can be taken back."""
    records = [*list_records(3), make_record(1, 4, Event.UNDO, AT, b"", undoes=2)]
    with pytest.raises(StudyFileError, match="Record 4 takes back record 2"):
        fold(records)


def test_a_list_without_its_last_answer_is_one_of_its_own() -> None:
    """Whoever holds the old list still sees what was taken back, also after new answers."""
    old = GivenAnswers(list_answers(MANY))
    new = old.without(MANY - 1)
    new.append(next(list_answers(1)))
    assert list(old) == list(list_answers(MANY))
    assert list(new) == [*list_answers(MANY - 1), next(list_answers(1))]
    assert old.count_shared(new, MANY) == MANY - 1
    middle = old.without(1000)
    assert middle[999:1001] == [old[999], old[1001]]


def test_copy_does_not_grow() -> None:
    """What was taken for another thread stays as it was."""
    records = Records(list_records(1030))
    copy = records.first(len(records))
    records.append(next(list_records(1)))
    assert (len(copy), len(records)) == (1030, 1031)
    assert list(copy) == list(list_records(1030))


def test_other_threads_may_read_while_answers_come() -> None:
    """A reader sees whole answers only, and every one that the length tells of."""
    kept, expected = GivenAnswers(), list(list_answers(20_000))
    wrong = list[int]()

    def read() -> None:
        while (length := len(kept)) < len(expected):
            start = max(0, length - 50)
            if kept[start:length] != expected[start:length]:
                wrong.append(length)
            if len(kept.outcomes(tuple(Kind), start, length)) != length - start:
                wrong.append(length)

    reader = threading.Thread(target=read)
    reader.start()
    for one in expected:
        kept.append(one)
    reader.join()
    assert wrong == []


@pytest.mark.parametrize(
    "field", [{"at": "2026"}, {"digest": b"short"}, {"seq": 2**40}, {"at": "é" * 24}]
)
def test_what_does_not_fit_is_refused(field: dict[str, object]) -> None:
    """A forged row is a sentence, never another row."""
    with pytest.raises(StudyFileError):
        Records([next(list_records(1))._replace(**field)])  # type: ignore[arg-type]


def test_record_takes_little_room() -> None:
    """The journal and three lists of answers in 250 bytes an answer."""
    size = Records._packing.size + 3 * GivenAnswers._packing.size
    assert size <= 250
