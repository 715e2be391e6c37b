"""Results of a study with several questions and conditions are those of one at a time."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from sortrank_gui.study.design.design import ExclusionRules
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import Order, hide_codes, map_codes
from sortrank_gui.study.results.exports import (
    answers,
    comparisons,
    everything,
    find_exports,
    models,
    participants,
    preflib,
    questionnaires,
    ranking,
)
from sortrank_gui.study.results.focus import focus
from sortrank_gui.study.results.selection import (
    Selection,
    count_study,
    find_excluded,
    select,
    tell_selection,
)
from sortrank_gui.study.results.summary import calibrate, compare, read_journal, summarise
from tests.archives import read_any
from tests.lab_study import read_lab

NICE = Selection(question=1)
DARK = Selection(conditions=frozenset({"dark"}))


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Everything:
    """Return a study with two questions, two conditions and a questionnaire."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SORTRANK_HOME", str(tmp_path_factory.mktemp("home")))
        return read_lab(tmp_path_factory.mktemp("lab") / "lab.sortrank")


def read(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_summary_is_of_one_question(lab: Everything) -> None:
    """Its items, its answers, its name."""
    sharp, nice = summarise(lab, brief=True), summarise(lab, NICE, brief=True)
    assert (len(sharp.names), sharp.question) == (8, "sharp")
    assert (nice.names, nice.question) == (("item 0", "item 2", "item 4", "item 6"), "nice")
    assert (sharp.ranking.answers, nice.ranking.answers) == (120, 120)
    assert [item.name for item in nice.items] == list(nice.names)
    assert {session.condition for session in nice.sessions} == {"bright", "dark"}
    assert calibrate(lab, nice).names == nice.names


def test_a_question_that_is_gone_is_the_last(lab: Everything) -> None:
    """A selection may be older than the design."""
    assert summarise(lab, Selection(question=7), brief=True).question == "nice"


def test_conditions_choose_sessions(lab: Everything) -> None:
    """Every second person is in the dark."""
    kept = select(lab, DARK)
    people = {lab.sessions[number].participant for number in kept.list_sessions()}
    assert people == {"VP02", "VP04", "VP06"}
    assert select(lab, Selection(conditions=frozenset())).list_sessions() == set()


def test_words_name_question_and_condition(lab: Everything) -> None:
    """Readers of a file see both; a plain study has no word about questions."""
    assert Selection(question=1, conditions=frozenset("ab")).words == "question 2; conditions a, b"
    assert tell_selection(lab, DARK) == "question sharp; condition dark"
    assert tell_selection(focus(lab, 1), NICE) == "question nice"
    assert tell_selection(lab, NICE, all_questions=True) == "all"


def test_sides_are_compared_on_one_question(lab: Everything) -> None:
    """The second has four items."""
    found = compare(lab, NICE, frozenset({"VP01", "VP03"}), frozenset({"VP02", "VP04"}))
    assert len(found.z) == 4


def test_journal_names_the_question(lab: Everything) -> None:
    """An answer says what was asked."""
    told = Counter(line.what.rsplit(" (")[-1] for line in read_journal(lab, 1) if line.trial)
    assert told == {"sharp)": 20, "nice)": 20}


def test_answers_have_all_questions_as_they_came(lab: Everything, tmp_path: Path) -> None:
    """One file, with question and condition; one question on demand."""
    path = tmp_path / "a.csv"
    answers.EXPORT.write(Order(path, lab))
    rows = read(path)
    assert Counter(row["question"] for row in rows) == {"sharp": 120, "nice": 120}
    assert rows[0]["condition"] == "bright"
    moments = [(row["answered_at"], row["participant"], int(row["trial"])) for row in rows]
    assert moments == sorted(moments)
    evens = {f"item {k}" for k in (0, 2, 4, 6)}
    assert {row["left"] for row in rows if row["question"] == "nice"} <= evens
    assert answers.EXPORT.write(Order(path, lab, NICE, all_questions=False)) == 120


def test_tables_have_all_questions(lab: Everything, tmp_path: Path) -> None:
    """Each row names its question; numbers are those of the question's own summary."""
    path = tmp_path / "t.csv"
    for module, sharp, nice in ((ranking, 8, 4), (comparisons, 120, 120), (models, 8, 4)):
        module.EXPORT.write(Order(path, lab))
        counts = Counter(row["question"] for row in read(path))
        assert counts == {"sharp": sharp, "nice": nice}
        module.EXPORT.write(Order(path, lab, NICE, all_questions=False))
        assert Counter(row["question"] for row in read(path)) == {"nice": nice}
    ranking.EXPORT.write(Order(path, lab))
    best = summarise(lab, NICE, brief=True)
    assert read(path)[8]["item"] == best.names[int(best.ranking.item[0])]
    assert participants.EXPORT.write(Order(path, lab)) == 12
    assert len({(row["participant"], row["question"]) for row in read(path)}) == 12


def test_preflib_has_one_question(lab: Everything, tmp_path: Path) -> None:
    """The format has room for one list of alternatives."""
    preflib.EXPORT.write(Order(tmp_path / "p.toi", lab, NICE))
    text = (tmp_path / "p.toi").read_text(encoding="utf-8")
    assert "# NUMBER ALTERNATIVES: 4\n" in text
    assert "# DESCRIPTION: Answers: question nice\n" in text


def test_json_has_plans_and_questionnaires(lab: Everything, tmp_path: Path) -> None:
    """With tags and variants of items."""
    everything.EXPORT.write(Order(tmp_path / "e.json", lab))
    content = json.loads((tmp_path / "e.json").read_text(encoding="utf-8"))
    plans = [(plan["participant"], plan["condition"]) for plan in content["plans"]]
    assert plans[:2] == [("VP01", "bright"), ("VP02", "dark")]
    assert {tuple(plan["questions"]) for plan in content["plans"]} == {
        ("sharp", "nice"),
        ("nice", "sharp"),
    }
    assert content["questionnaires"][0]["answers"]["hand"] == 1
    assert content["items"][0]["tags"] == ["even"]
    assert content["items"][0]["variants"] == [{"name": "dark", "text": "d", "image_sha256": None}]
    assert len(content["ranking"]) == 12


def test_questionnaires_are_a_row_a_session(lab: Everything, tmp_path: Path) -> None:
    """Labels and what numbers stand for are in the dictionary."""
    path = tmp_path / "q.csv"
    assert questionnaires.EXPORT.write(Order(path, lab)) == 6
    rows = read(path)
    assert [row["about.age"] for row in rows] == ["20", "21", "refused", "23", "24", "25"]
    assert (rows[1]["about.likes"], rows[1]["about.mood_1"], rows[1]["about.mood_2"]) == (
        "1 3",
        "2",
        "",
    )
    meanings = {row["column"]: row["meaning"] for row in read(tmp_path / "q.columns.csv")}
    assert meanings["about.hand"] == "Which hand? | 1 = left; 2 = right"
    assert meanings["about.mood_2"] == "Today I am: happy | 1 = no; 2 = somewhat; 3 = yes"
    assert meanings["about.age"] == (
        "How old are you? | from 0 | to 120 | refused = rather not say"
    )
    assert questionnaires.EXPORT.write(Order(path, lab, DARK)) == 3


def test_no_code_is_left_anywhere(lab: Everything, tmp_path: Path) -> None:
    """Neither in a focused study, nor in what people wrote, nor in conditions' lists."""
    hidden = hide_codes(lab, map_codes(lab))
    focus(lab, 1)
    assert {row.participant for row in focus(hidden, 1).sessions.values()} == {
        f"P00{k}" for k in range(1, 7)
    }
    for export in find_exports():
        path = tmp_path / f"x{export.ending}"
        export.write(Order(path, lab, anonymous=True))
        assert "VP0" not in read_any(path), export.name


def test_rules_judge_people_by_all_questions(tmp_path: Path) -> None:
    """Whoever is too fast on average is out of each question."""
    lab = read_lab(
        tmp_path / "r.sortrank",
        people=4,
        answers=10,
        catch_share=0.3,
        exclusion=ExclusionRules(failed_catch_share=0.0, infit=9.0),
    )
    out = {code for code, _, _ in find_excluded(lab).excluded}
    assert out == {code for code, _, _ in find_excluded(focus(lab, 1)).excluded}
    kept = [len(select(focus(lab, q), Selection()).list_sessions()) for q in (0, 1)]
    assert kept == [4 - len(out)] * 2
    assert 0 < len(out) < 4


def test_counts_are_of_one_question(lab: Everything) -> None:
    """Whoever hands over the whole study gets the table of the selection's question."""
    assert count_study(lab, NICE).n_items == 4
