"""A table becomes a study that says where it comes from, and claims nothing else."""

from pathlib import Path

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.study.file.events import EventKind, make_event
from sortrank_gui.study.file.glance import glance
from sortrank_gui.study.file.opening import duplicate_study, open_study
from sortrank_gui.study.file.origin import UNKNOWN_PROMPT, find_origin, tell_origin
from sortrank_gui.study.imports.grammar import guess
from sortrank_gui.study.imports.making import ImportOrder, make_study
from sortrank_gui.study.imports.reading import read_answers
from sortrank_gui.study.imports.sources import open_rows
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.study.results.report import make_report
from sortrank_gui.study.results.summary import Summary, summarise
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.withdrawing import withdraw
from sortrank_gui.study.upkeep.checking import check_study
from sortrank_gui.study.upkeep.merging import merge_studies
from sortrank_gui.tables import read_table
from tests.archives import read_any

BETTER = ("fig", "pear", "plum", "quince")
SIDED = "judge,left,right,choice,rt,answered_at\n"


_CLAIMS = ("mergesort", "Mergesort", "Pairs were picked by", "balanced in blocks", "Just Sort It")
"""What nobody knows of answers that others collected."""


def write_table(path: Path, *, sides: bool = False, people: int = 5) -> Path:
    """Write answers of some people who nearly agree."""
    pairs = [(i, j) for i in range(4) for j in range(i)]
    lines = ["judge,candidate_chosen,candidate_not_chosen"] if not sides else [SIDED.strip()]
    for person in range(people):
        for number, (worse, better) in enumerate(pairs):
            won, lost = BETTER[better], BETTER[worse]
            if (person + number) % 7 == 0:
                won, lost = lost, won
            end = f"{won},{lost},left,{800 + number},2024-05-0{person + 1}T10:00:00Z"
            lines.append(f"J{person},{won},{lost}" if not sides else f"J{person},{end}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def make(table: Path, **changes: object) -> Path:
    """Import a table as it is guessed; return the study."""
    study = table.with_suffix(".sortrank")
    rows = open_rows(table)
    grammar = guess(rows)
    order = ImportOrder(table, study, grammar, **changes)  # type: ignore[arg-type]
    make_study(order, read_answers(rows, grammar))
    return study


def summarise_file(path: Path) -> Summary:
    """Return all results of a study."""
    with open_study(path, read_only=True) as file:
        return summarise(file.everything)


def test_imported_study_is_sound_and_has_results(tmp_path: Path) -> None:
    """All that a study has: a check, a ranking, reliability, people; nothing that nobody knows."""
    path = make(write_table(tmp_path / "t.csv"))
    report = check_study(path)
    assert report.problems == []
    assert (report.counts["participants"], report.counts["answers"]) == (5, 30)
    found = summarise_file(path)
    assert found.names[int(found.ranking.item[0])] == "fig"
    assert found.reliability is not None
    assert found.reliability.halves is not None
    assert not found.reliability.too_early
    assert found.position_bias is None
    assert len(found.times.seconds) == 0
    assert {session.started_at for session in found.sessions} == {""}
    assert glance(path).answers == 30


def test_sides_and_times_are_used_where_they_are_known(tmp_path: Path) -> None:
    """A table with sides, times and dates has position bias, times and days."""
    found = summarise_file(make(write_table(tmp_path / "t.csv", sides=True)))
    assert found.position_bias is not None
    assert found.position_bias.share_left == 1.0
    assert found.times.median == pytest.approx(0.8025)
    assert found.sessions[0].started_at == "2024-05-01T10:00:00.000Z"


def test_report_and_exports_never_claim_a_strategy(tmp_path: Path) -> None:
    """They say that the answers were imported, and from which file."""
    path = make(write_table(tmp_path / "t.csv"))
    with open_study(path, read_only=True) as file:
        page = make_report(file.everything, source=path)
        texts = {}
        for export in find_exports():
            target = tmp_path / f"out-{export.name}{export.ending}"
            export.write(Order(target, file.everything, source=path))
            texts[export.name] = read_any(target)
    assert "were imported from t.csv" in page
    assert UNKNOWN_PROMPT not in page
    dictionary = (tmp_path / "out-answers.columns.csv").read_text(encoding="utf-8")
    assert "(imported)" in dictionary
    assert "does not say which item stood on which side" in dictionary
    for text in (page, *texts.values()):
        for claim in _CLAIMS:
            assert claim not in text
    head, first, *_ = texts["answers"].splitlines()
    row = dict(zip(head.split(","), first.split(","), strict=True))
    assert (row["strategy"], row["response_ms"], row["answered_at"]) == ("", "", "")


def test_imported_study_is_not_continued(tmp_path: Path) -> None:
    """No strategy goes on from pairs that nobody knows the rule of; a copy can ask anew."""
    path = make(write_table(tmp_path / "t.csv"))
    engine = Engine(lambda *_: pytest.fail("no robot"))
    engine.open(path)
    with pytest.raises(InputError, match="were imported"):
        engine.start_session("P9")
    assert engine.state().is_frozen
    duplicate_study(engine.file, tmp_path / "copy.sortrank", title="copy")
    engine.close()
    engine.open(tmp_path / "copy.sortrank")
    engine.start_session("P9")
    assert engine.state().trial is not None
    engine.close()


def test_people_can_withdraw_and_copies_merge(tmp_path: Path) -> None:
    """What can be done to any study can be done to an imported one."""
    path = make(write_table(tmp_path / "t.csv"))
    merge_studies([path, path], tmp_path / "both.sortrank")
    assert check_study(tmp_path / "both.sortrank").counts["answers"] == 30
    with open_study(path) as file:
        withdraw(file, "J1")
    assert check_study(path).problems == []
    assert check_study(path).counts["answers"] == 24


def test_unknown_people_are_said(tmp_path: Path) -> None:
    """Answers of nobody are no participant's."""
    table = tmp_path / "t.csv"
    table.write_text("winner,loser\nfig,pear\npear,plum\n", encoding="utf-8")
    path = make(table)
    with open_study(path, read_only=True) as file:
        page = make_report(file.everything, source=path)
    assert "does not say who answered" in page
    assert "1 person came" not in page
    assert "An unknown number of participants made 2" in page


def test_codes_can_be_hidden(tmp_path: Path) -> None:
    """Mail addresses of judges need not come into the study."""
    path = make(write_table(tmp_path / "t.csv"), hide_codes=True)
    with open_study(path, read_only=True) as file:
        assert file.participants[:2] == ["P001", "P002"]


def test_what_is_undecided_is_asked(tmp_path: Path) -> None:
    """Several questions, or many rows that can't be read, stop the import."""
    table = tmp_path / "t.csv"
    table.write_text("metric,winner,loser\njoy,a,b\nfear,a,b\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"asks 2 questions \(fear, joy\): choose one"):
        make(table)
    table.write_text("judge,winner,loser\nJ,a,b\nJ,c,c\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"1 of 2 rows of t\.csv can't be read: line 3: “c” is"):
        make(table)
    assert not (tmp_path / "t.sortrank").exists()
    path = make(table, most_problems=1.0)
    with open_study(path, read_only=True) as file:
        assert file.everything.origin is not None
        assert file.everything.origin.problems == 1
        assert "1 row could not be read" in make_report(file.everything, source=path)


def test_facts_of_a_stranger_are_read_with_care() -> None:
    """An event may say anything: what is no number or text is not believed."""
    odd = {"rows": "many", "left_out": [1], "columns": {"who": 3}, "people": 1, "question": 7}
    found = find_origin([make_event(b"", 1, "", EventKind.IMPORT, None, odd)])
    assert (found.rows, found.left_out, found.columns) == (0, {}, {"who": "3"})
    assert (found.people, found.question) == (False, None)
    assert "imported from a table" in " ".join(tell_origin(found))


def test_little_is_said_of_one_answer(tmp_path: Path) -> None:
    """While it is too early no test is claimed, and what it takes is said; one is no plural."""
    table = tmp_path / "t.csv"
    table.write_text("judge,winner,loser\nJ,fig,pear\n")
    path = make(table)
    with open_study(path, read_only=True) as file:
        page = make_report(file.everything, source=path)
    assert "The 1 answer was imported from t.csv (1 row, SHA-256" in page
    assert "too early to tell items apart: it will take about 10 answers" in page
    assert "too early to tell ranks, or which items differ" in page
    for claim in ("familywise", "inf)", "for sure"):
        assert claim not in page


def test_islands_are_marked_everywhere(tmp_path: Path) -> None:
    """Summary, report and the exported ranking say that ranks do not hold across islands."""
    table = tmp_path / "t.csv"
    pairs = ("fig,pear", "pear,plum", "plum,fig", "oak,elm", "elm,ash", "ash,oak", "ash,elm")
    table.write_text("judge,winner,loser\n" + "".join(f"J,{pair}\n" for pair in pairs))
    path = make(table)
    found = summarise_file(path)
    assert found.ranking.islands.split
    assert "fall into 2 islands" in found.remarks[0]
    with open_study(path, read_only=True) as file:
        page = make_report(file.everything, source=path)
        ranking = next(export for export in find_exports() if export.name == "ranking")
        ranking.write(Order(tmp_path / "r.csv", file.everything, source=path))
    assert "fall into 2 islands" in page
    assert '<th class="number" scope="col">Island</th>' in page
    rows = read_table(tmp_path / "r.csv")
    assert sorted(row.cells["island"] for row in rows) == list("111222")
