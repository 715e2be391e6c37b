"""What a table of answers says, and what is wrong in which of its lines."""

from dataclasses import replace
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.imports import reading as reading_module
from sortrank_gui.study.imports.grammar import Grammar, guess
from sortrank_gui.study.imports.reading import Reading, read_answers
from sortrank_gui.study.imports.sources import open_rows


def read(path: Path, text: str, **changes: object) -> Reading:
    """Read a file of this text as it is guessed, with some changes."""
    path.write_text(text, encoding="utf-8")
    rows = open_rows(path)
    grammar: Grammar = replace(guess(rows), **changes)  # type: ignore[arg-type]
    return read_answers(rows, grammar)


def winners(found: Reading) -> list[tuple[str, str]]:
    """Return who beat whom."""
    pairs = []
    for taken in found.answers:
        pair = (taken.left, taken.right)
        one, two = pair if taken.answer is Answer.LEFT else pair[::-1]
        pairs.append((found.names[one], found.names[two]))
    return pairs


def test_winners_stay_winners_wherever_they_stand(tmp_path: Path) -> None:
    """Unknown sides are drawn by a coin, the same at every import; who won does not change."""
    text = "judge,winner,loser\n" + "".join(f"J1,a{k},b{k}\n" for k in range(200))
    found = read(tmp_path / "t.csv", text)
    assert winners(found) == [(f"a{k}", f"b{k}") for k in range(200)]
    lefts = sum(taken.answer is Answer.LEFT for taken in found.answers)
    assert 70 < lefts < 130
    assert read(tmp_path / "t.csv", text).answers == found.answers


def test_problems_have_their_lines(tmp_path: Path) -> None:
    """Every row that can't be read is named; the others are taken."""
    text = (
        "who,left,right,choice,rt\n"
        "J1,a,b,left,900\n"
        "J1,a,a,left,900\n"
        ",a,b,left,900\n"
        "J1,a,,left,900\n"
        "J1,a,b,maybe,900\n"
        "J1,a,b,right,-5\n"
        "J1,a,b,right,soon\n"
        f"J1,{'x' * 201},b,right,5\n"
        "J1,b,c,equal,NA\n"
    )
    found = read(tmp_path / "t.csv", text)
    assert [p.where for p in found.problems] == [f"line {k}" for k in range(3, 10)]
    said = " ".join(p.sentence for p in found.problems)
    for words in (
        "“a” is compared with itself",
        "the column who is empty",
        "the column right is empty",
        "“maybe” is none of a, b, left",
        "a time of -0.005 s can't be",
        "must be a number, and it is “soon”",
        "needs a name that is one line",
    ):
        assert words in said
    assert found.n_problems == 7
    assert found.names == ["a", "b", "c"]
    assert [(t.answer, t.ms) for t in found.answers] == [(Answer.LEFT, 900), (Answer.EQUAL, None)]


def test_rows_that_are_no_answers_are_counted(tmp_path: Path) -> None:
    """Instructions, practice and what was taken back are no problems, and no answers."""
    text = (
        "participant,kind,left,right,answer,undone\n"
        "P1,practice,a,b,left,0\nP1,regular,a,b,left,1\nP1,regular,,,,0\nP1,regular,a,b,,0\n"
        "P1,regular,a,b,right,0\n"
    )
    found = read(tmp_path / "t.csv", text)
    assert not found.problems
    assert len(found.answers) == 1
    assert found.left_out == {
        "practice, catch and repeat trials": 1,
        "taken back": 1,
        "no pair": 1,
        "no answer": 1,
    }


def test_one_question_is_taken(tmp_path: Path) -> None:
    """Rows of other questions are counted, and all questions are listed."""
    text = "metric,left,right,choice\njoy,a,b,left\nfear,a,b,right\njoy,b,c,left\n"
    assert read(tmp_path / "t.csv", text).questions == {"joy": 2, "fear": 1}
    found = read(tmp_path / "t.csv", text, question="joy")
    assert len(found.answers) == 2
    assert found.left_out == {"another question": 1}


def test_sessions_are_numbered_for_each_person(tmp_path: Path) -> None:
    """Whatever a session is called, it is the first or second of its person."""
    text = "judge,session,winner,loser\nA,x,a,b\nB,y,a,b\nA,y,b,c\nA,x,a,c\n"
    found = read(tmp_path / "t.csv", text)
    assert [(t.person, t.session) for t in found.answers] == [(0, 1), (1, 1), (0, 2), (0, 1)]


def test_jspsych_is_read(tmp_path: Path) -> None:
    """Buttons count from 0, times are milliseconds, other trials are left out."""
    text = (
        '[{"trial_type": "instructions", "rt": 5000, "subject": "S1"},'
        '{"trial_type": "html-button-response", "rt": 812, "response": 1, "choices": ["a", "b"],'
        '"subject": "S1"},'
        '{"trial_type": "html-button-response", "rt": null, "response": null,'
        '"choices": ["a", "b"], "subject": "S1"},'
        '{"trial_type": "html-button-response", "rt": 700, "response": 0, "choices": ["c", "b"],'
        '"subject": "S1"}]'
    )
    found = read(tmp_path / "t.json", text)
    assert winners(found) == [("b", "a"), ("c", "b")]
    assert found.people == ["S1"]
    assert [taken.ms for taken in found.answers] == [812, 700]
    assert found.left_out == {"no pair": 1, "no answer": 1}


def test_preflib_orders_are_their_voters(tmp_path: Path) -> None:
    """Each voter has the pairs of an order; items in braces are equal."""
    head = "# NUMBER ALTERNATIVES: 3\n" + "".join(
        f"# ALTERNATIVE NAME {k}: {name}\n" for k, name in enumerate(("fig", "pear", "plum"), 1)
    )
    found = read(tmp_path / "t.toc", head + "2: 2,{1,3}\n")
    assert found.people == ["V00001", "V00002"]
    assert len(found.answers) == 6
    assert found.has_ties
    pairs = read(tmp_path / "p.toi", head + "3: 1,2\n1: {2,3}\n")
    assert pairs.people == [reading_module.NOBODY]
    assert len(pairs.answers) == 4


def test_limits_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More people, items or answers than a study can hold is an error with its line."""
    text = "judge,winner,loser\nA,a,b\nB,c,d\nC,e,f\n"
    for name, most in (("MOST_PEOPLE", 2), ("MOST_ITEMS", 4), ("MOST_ANSWERS", 2)):
        with monkeypatch.context() as patch:
            patch.setattr(reading_module, name, most)
            if name == "MOST_ANSWERS":
                assert "up to 2 answers" in read(tmp_path / "t.csv", text).problems[0].sentence
            else:
                with pytest.raises(InputError, match="line 4: up to"):
                    read(tmp_path / "t.csv", text)
