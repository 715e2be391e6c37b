import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError, SortrankError, StudyFileError
from sortrank_gui.study.file.exclusions import exclude, find_exclusions
from sortrank_gui.study.file.journal import NoteKind
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.records import effective
from sortrank_gui.study.results.selection import count_study
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.withdrawing import rename_participant
from sortrank_gui.study.upkeep.checking import check_study
from sortrank_gui.study.upkeep.merging import SameCode, merge_studies

Make = Callable[..., Path]
Robot = Callable[..., None]


def answer(path: Path, code: str, count: int, robot: Robot, *, end: bool = False) -> None:
    """Let a participant give some more answers."""
    survey = Survey(open_study(path))
    session = survey.start(code)
    robot(session, count)
    if end:
        session.end()
    survey.close()


def answers_of(path: Path) -> dict[str, int]:
    """Return how many answers each participant's code has."""
    with open_study(path, read_only=True) as study:
        assert study.notices == []
        codes = {row.id: row.participant for row in study.sessions}
        found = [codes[record.session] for record in effective(study.records)]
    return {code: found.count(code) for code in found}


@pytest.fixture(params=[False, True], ids=["individual", "shared"])
def copies(
    request: pytest.FixtureRequest, make_study: Make, answer_many: Robot, tmp_path: Path
) -> tuple[Path, Path]:
    """Return two copies of a study that has a session which was not ended."""
    first = make_study(shared=request.param, practice=1, repeat_share=0.1)
    answer(first, "both", 20, answer_many)
    return first, Path(shutil.copy(first, tmp_path / "second.sortrank"))


def test_merge_pools_both_copies(
    copies: tuple[Path, Path], answer_many: Robot, tmp_path: Path
) -> None:
    """All answers of both are there once, the merged study is sound and can be carried on."""
    first, second = copies
    answer(first, "A", 30, answer_many)
    answer(second, "B", 25, answer_many)
    answer(second, "both", 11, answer_many)
    before = first.read_bytes(), second.read_bytes()
    merged = tmp_path / "merged.sortrank"
    counts = merge_studies([first, second], merged)
    assert counts["sessions"] == 3
    assert answers_of(merged) == {"both": 31, "A": 30, "B": 25}
    assert check_study(merged).problems == []
    assert (first.read_bytes(), second.read_bytes()) == before
    for code in ("both", "A", "B", "new"):
        answer(merged, code, 15, answer_many)
    assert check_study(merged).problems == []
    assert sum(answers_of(merged).values()) == 86 + 60


def test_merge_keeps_every_note_once(make_study: Make, answer_many: Robot, tmp_path: Path) -> None:
    """A note that both copies have is there once, and each stays with its session."""
    first = make_study()
    answer(first, "both", 5, answer_many)
    note(first, "common")
    second = Path(shutil.copy(first, tmp_path / "second.sortrank"))
    answer(second, "B", 5, answer_many)
    note(second, "theirs")
    note(first, "ours")
    merged = tmp_path / "merged.sortrank"
    merge_studies([first, second], merged)
    with open_study(merged, read_only=True) as study:
        codes = {row.id: row.participant for row in study.sessions}
        found = [(codes[note.session], note.text) for note in study.notes]
    assert found == [("both", "common"), ("both", "ours"), ("B", "theirs")]


def note(path: Path, text: str) -> None:
    """Write a note about the last session."""
    with open_study(path) as study:
        study.add_note(study.sessions[-1], NoteKind.NOTE, text)


def test_merge_of_first_formats(tmp_path: Path) -> None:
    """Copies of an older format merge into one of today's."""
    data = Path(__file__).parents[1] / "file" / "data" / "schema-1.sortrank"
    copies = [Path(shutil.copy(data, tmp_path / f"{k}.sortrank")) for k in range(2)]
    merge_studies(copies, tmp_path / "merged.sortrank")
    assert check_study(tmp_path / "merged.sortrank").problems == []


def test_merge_counts_what_both_counted(
    copies: tuple[Path, Path], answer_many: Robot, tmp_path: Path
) -> None:
    """The table of the merged study is the sum of what each copy added."""
    first, second = copies
    with open_study(first, read_only=True) as study:
        start = count_study(study.everything).n_comparisons
    answer(first, "A", 30, answer_many)
    answer(second, "B", 25, answer_many)
    merge_studies([first, second], tmp_path / "merged.sortrank")
    totals = []
    for path in (first, second, tmp_path / "merged.sortrank"):
        with open_study(path, read_only=True) as study:
            totals.append(count_study(study.everything).n_comparisons)
    assert totals[2] == totals[0] + totals[1] - start


def test_merge_again_adds_nothing_but_the_new(
    copies: tuple[Path, Path], answer_many: Robot, tmp_path: Path
) -> None:
    """Merging a copy twice duplicates nothing; what it added meanwhile comes along."""
    first, second = copies
    answer(first, "A", 10, answer_many)
    answer(second, "B", 10, answer_many)
    once, twice, later = (tmp_path / f"{name}.sortrank" for name in ("once", "twice", "later"))
    merge_studies([first, second], once)
    merge_studies([once, second, first], twice)
    assert answers_of(twice) == answers_of(once)
    answer(second, "B", 7, answer_many)
    answer(second, "C", 7, answer_many)
    merge_studies([twice, second], later)
    assert answers_of(later) == {"both": 20, "A": 10, "B": 17, "C": 7}
    assert check_study(later).problems == []


def test_order_of_copies_does_not_change_the_counts(
    copies: tuple[Path, Path], answer_many: Robot, tmp_path: Path
) -> None:
    """Whichever comes first, the same answers are pooled."""
    first, second = copies
    answer(first, "A", 13, answer_many)
    answer(second, "B", 17, answer_many)
    forth, back = tmp_path / "forth.sortrank", tmp_path / "back.sortrank"
    merge_studies([first, second], forth)
    merge_studies([second, first], back)
    assert answers_of(forth) == answers_of(back)


def test_session_that_went_on_in_both_is_refused(
    copies: tuple[Path, Path], answer_many: Robot, tmp_path: Path
) -> None:
    """One sitting can't have two continuations; nothing is written."""
    first, second = copies
    answer(first, "both", 3, answer_many)
    answer(second, "both", 4, answer_many)
    with pytest.raises(InputError, match="participant both went on in both"):
        merge_studies([first, second], tmp_path / "merged.sortrank")
    assert not (tmp_path / "merged.sortrank").exists()
    assert not [p for p in tmp_path.iterdir() if "new" in p.name]


@pytest.mark.parametrize(
    ("people", "codes"),
    [
        (SameCode.SAME, {"both": 20, "P01": 15}),
        (SameCode.DIFFERENT, {"both": 20, "P01": 8, "P01-2": 7}),
    ],
)
def test_same_code_on_both_computers(
    people: SameCode,
    codes: dict[str, int],
    copies: tuple[Path, Path],
    answer_many: Robot,
    tmp_path: Path,
) -> None:
    """A code that two computers gave out is refused until somebody says who it is."""
    first, second = copies
    answer(first, "P01", 8, answer_many)
    answer(second, "P01", 7, answer_many)
    merged = tmp_path / "merged.sortrank"
    with pytest.raises(InputError, match="P01 has different sessions"):
        merge_studies([first, second], merged)
    merge_studies([first, second], merged, people=people)
    assert answers_of(merged) == codes
    assert check_study(merged).problems == []
    again = tmp_path / "again.sortrank"
    merge_studies([merged, second], again)
    assert answers_of(again) == codes


def test_other_study_is_refused(make_study: Make, tmp_path: Path) -> None:
    """Only copies of one study can be merged."""
    first, second = make_study("a"), make_study("b")
    with pytest.raises(InputError, match="another study"):
        merge_studies([first, second], tmp_path / "merged.sortrank")


def test_changed_design_is_refused(make_study: Make, tmp_path: Path) -> None:
    """Copies whose items differ measured different things."""
    first = make_study()
    second = Path(shutil.copy(first, tmp_path / "second.sortrank"))
    with open_study(second) as study:
        study.save(study.design, study.content.items[:5])
    with pytest.raises(InputError, match="different designs"):
        merge_studies([first, second], tmp_path / "merged.sortrank")


def test_open_or_damaged_copy_is_refused(
    copies: tuple[Path, Path], answer_many: Robot, tmp_path: Path
) -> None:
    """A copy that somebody fills now, or that lost its end, is not merged by half."""
    first, second = copies
    merged = tmp_path / "merged.sortrank"
    survey = Survey(open_study(second))
    answer_many(survey.start("C"), 3)
    shutil.copy(second, tmp_path / "lame.sortrank")
    for order in ([first, second], [second, first]):
        with pytest.raises(StudyFileError, match="in use"):
            merge_studies(order, merged)
    survey.close()
    with pytest.raises(StudyFileError, match="may be missing"):
        merge_studies([first, tmp_path / "lame.sortrank"], merged)
    assert not merged.exists()


def test_undo_that_contradicts_the_other_copy_is_refused(
    make_study: Make, answer_many: Robot, tmp_path: Path
) -> None:
    """In a shared sort one copy took an answer back on which the other has built."""
    first = make_study(shared=True)
    answer(first, "both", 20, answer_many)
    second = Path(shutil.copy(first, tmp_path / "second.sortrank"))
    answer(first, "A", 10, answer_many)
    survey = Survey(open_study(second))
    survey.start("both").undo()
    survey.close()
    merged = tmp_path / "merged.sortrank"
    with pytest.raises(SortrankError, match="can't be merged"):
        merge_studies([first, second], merged)
    assert not merged.exists()


def test_one_copy_is_not_enough(make_study: Make, tmp_path: Path) -> None:
    """There is nothing to merge in a single file."""
    with pytest.raises(InputError, match="two copies"):
        merge_studies([make_study()], tmp_path / "merged.sortrank")


def excluded_in(path: Path) -> dict[tuple[str, int], bool]:
    """Return for each session whether its answers are left out."""
    with open_study(path, read_only=True) as study:
        found = find_exclusions(study.everything).find_all(study.everything, study.records)
        ids = study.records.column("session")
        return {(s.participant, s.number): bool(found[ids == s.id].any()) for s in study.sessions}


@pytest.mark.parametrize(
    ("people", "second_code"), [(SameCode.SAME, "A"), (SameCode.DIFFERENT, "A-2")]
)
def test_exclusion_follows_its_person_to_another_code(
    people: SameCode,
    second_code: str,
    copies: tuple[Path, Path],
    answer_many: Robot,
    tmp_path: Path,
) -> None:
    """Who is excluded in one copy is so in the merged study, whatever code it gives; nobody else.

    Merging once more changes nothing.
    """
    first, second = copies
    answer(first, "A", 10, answer_many)
    answer(second, "A", 12, answer_many)
    with open_study(second) as study:
        exclude(study, ("A", None, None), "asleep")
    merged = tmp_path / "merged.sortrank"
    merge_studies([first, second], merged, people=people)
    same = people is SameCode.SAME
    number = 2 if same else 1
    wanted = {("both", 1): False, ("A", 1): same, (second_code, number): True}
    assert excluded_in(merged) == wanted
    again = tmp_path / "again.sortrank"
    merge_studies([merged, second], again, people=people)
    assert excluded_in(again) == wanted
    with open_study(merged) as one, open_study(again) as two:
        assert len(one.events) == len(two.events)


@pytest.mark.parametrize("renamed", [0, 1])
@pytest.mark.parametrize("excluded", [0, 1])
@pytest.mark.parametrize("order", [1, -1])
def test_exclusion_and_corrected_code_meet(
    renamed: int, excluded: int, order: int, copies: tuple[Path, Path], tmp_path: Path
) -> None:
    """A code that is corrected in one copy lets nobody count who is excluded in a copy."""
    with open_study(copies[renamed]) as study:
        rename_participant(study, "both", "Q")
    with open_study(copies[excluded]) as study:
        code = study.participants[0]
        exclude(study, (code, None, None), "asleep")
    merged = tmp_path / "merged.sortrank"
    merge_studies(copies[::order], merged)
    assert list(excluded_in(merged).values()) == [True]
    assert check_study(merged).problems == []
