from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.errors import InputError
from sortrank_gui.study.exporting import count_study
from sortrank_gui.study.journal import Answer, Event, Kind, Note, NoteKind, effective
from sortrank_gui.study.reading import Everything
from sortrank_gui.study.summary import (
    CancelledError,
    FlagKind,
    Selection,
    Summary,
    compare,
    read_journal,
    summarise,
)
from tests.spread import lowest

Robots = Callable[..., Everything]


def test_ranking_is_the_fit_of_regular_answers(mixed: Everything) -> None:
    """Scores, errors, intervals and counts are those of a fit of the exported comparisons."""
    found = summarise(mixed).ranking
    estimate = ranking.fit(count_study(mixed))
    assert found.score == pytest.approx(estimate.scores[found.item])
    assert found.standard_error == pytest.approx(estimate.standard_errors[found.item])
    assert (np.diff(found.score) <= 0).all()
    assert found.high - found.low == pytest.approx(2 * 1.959964 * found.standard_error)
    regular = [r for r in effective(mixed.records) if r.kind == Kind.REGULAR]
    for place, item in enumerate(found.item.tolist()):
        mine = [r for r in regular if item in (r.left, r.right)]
        won = [r for r in mine if (r.left if r.answer == Answer.LEFT else r.right) == item]
        won = [r for r in won if r.answer in (Answer.LEFT, Answer.RIGHT)]
        ties = [r for r in mine if r.answer == Answer.EQUAL]
        neither = [r for r in mine if r.answer == Answer.NEITHER]
        assert found.wins[place] == len(won)
        assert found.ties[place] == len(ties)
        assert found.losses[place] == len(mine) - len(won) - len(ties) - len(neither)
        assert found.shown[place] == len(mine)


def test_marks_name_items_without_a_limit(mixed: Everything) -> None:
    """Never lost, never won and never compared are told from the counts."""
    found = summarise(mixed, Selection(participants=frozenset())).ranking
    assert found.never_compared.all()
    assert not found.never_lost.any()
    found = summarise(mixed).ranking
    for place in range(len(found.item)):
        only_won = found.wins[place] > 0 == found.losses[place] + found.ties[place]
        assert found.never_lost[place] == only_won


def test_win_matrix_is_in_the_order_of_the_ranking(mixed: Everything) -> None:
    """Row beat column; both directions add up to the comparisons, and parts can be cut out."""
    found = summarise(mixed)
    table = count_study(mixed)
    matrix = found.wins.dense()
    assert matrix.sum() == table.n_comparisons
    assert matrix.sum(axis=1) == pytest.approx(table.wins[found.ranking.item])
    assert (found.wins.dense(2, 5) == matrix[2:5, 2:5]).all()


def test_selection_filters(robots: Robots) -> None:
    """Participants, robots, kinds and dates each leave out what they should."""
    study = robots(people=4, answers=20, catch_share=0.2)
    whole = summarise(study)
    assert whole.answers_by_kind[Kind.CATCH] == 16
    one = summarise(study, Selection(participants=frozenset({"P02"})))
    assert [p.code for p in one.participants] == ["P02"]
    assert one.ranking.answers == 16
    people = summarise(study, Selection(robots=False))
    assert [p.code for p in people.participants] == ["P01", "P03"]
    both = summarise(study, Selection(kinds=frozenset({Kind.REGULAR, Kind.CATCH})))
    assert both.ranking.answers == whole.ranking.answers + 16
    now = datetime.now(UTC)
    assert summarise(study, Selection(since=now + timedelta(1))).ranking.answers == 0
    assert summarise(study, Selection(until=now - timedelta(1))).ranking.answers == 0
    day = Selection(since=now - timedelta(1), until=now + timedelta(1))
    assert summarise(study, day).ranking.answers == whole.ranking.answers


def test_answers_taken_back_do_not_count(mixed: Everything) -> None:
    """Each participant took one of 43 answers back; sessions tell so."""
    found = summarise(mixed)
    assert sum(found.answers_by_kind.values()) == 84
    assert [session.taken_back for session in found.sessions] == [1, 1]
    assert [session.answers for session in found.sessions] == [42, 42]
    assert found.sessions[0].minutes == pytest.approx((41 * 0.75 + 1.2345 + 2.0) / 60, abs=1e-6)


def test_journal_is_told_in_words(mixed: Everything) -> None:
    """Every record has its line; what was taken back is marked."""
    lines = list(read_journal(mixed, 1))
    assert len(lines) == sum(record.session == 1 for record in mixed.records)
    assert lines[0].what == "The session began"
    assert sum(line.taken_back for line in lines) == 1
    undo = next(line for line in lines if line.what.startswith("Took"))
    undone = next(r for r in mixed.records if r.session == 1 and r.event == Event.UNDO)
    assert undo.what == f"Took record {undone.undoes} back"
    assert any(line.what.startswith("practice: chose") for line in lines)


def test_notes_stand_where_they_were_written(mixed: Everything) -> None:
    """Between the records of their time, and with the session; reasons are told apart."""
    records = [record for record in mixed.records if record.session == 1]
    mixed.notes += [
        Note(1, records[4].at, NoteKind.NOTE, "glasses forgotten"),
        Note(1, "9999", NoteKind.REASON, "fire alarm"),
    ]
    lines = [line.what for line in read_journal(mixed, 1)]
    assert lines[-1] == "Reason: fire alarm"
    assert 1 <= lines.index("Note: glasses forgotten") <= len(lines) - 2
    found = summarise(mixed).sessions
    assert (found[0].reason, found[0].notes) == ("fire alarm", ("glasses forgotten",))
    assert (found[1].reason, found[1].notes) == ("", ())


def test_ranking_without_flagged_participants(robots: Robots) -> None:
    """It is the ranking of a selection of the others; nobody flagged, nothing to leave out."""
    study = robots(coins=2, answers=90)
    whole = summarise(study)
    found = whole.sensitivity
    assert found is not None
    assert found.left_out == ("P01", "P02")
    others = frozenset(f"P{k:02}" for k in range(3, 9))
    rest = summarise(study, Selection(participants=others)).ranking
    assert (found.ranking.score == rest.score).all()
    both = whole.ranking.estimate.scores, rest.estimate.scores
    assert found.displacement == ranking.displacement(*both)
    assert found.largest_move == ranking.max_displacement(*both)
    assert found.correlation == pytest.approx(np.corrcoef(*both)[0, 1])
    assert summarise(study, Selection(participants=others)).sensitivity is None


def test_parts_come_one_after_another(robots: Robots) -> None:
    """The ranking is there at the first news; the share done only grows, up to 1."""
    news: list[tuple[Summary, float]] = []
    found = summarise(robots(), progress=lambda summary, share: news.append((summary, share)))
    shares = [share for _, share in news]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)
    assert news[0][0].groups is None
    assert news[0][0].ranking.answers == 480
    assert found.is_complete
    assert news[-1][0] is found
    assert None not in (found.groups, found.history, found.reliability, found.goodness)


def test_work_stops_when_cancelled(robots: Robots) -> None:
    """Soon after somebody says so, and with an error that tells."""
    asked: list[bool] = []

    def cancelled() -> bool:
        asked.append(True)
        return len(asked) > 10

    with pytest.raises(CancelledError):
        summarise(robots(), cancelled=cancelled)
    assert len(asked) == 11


def test_history_ends_at_the_whole(robots: Robots) -> None:
    """The last point is the displacement of the ranking shown; both curves are even-tempered."""
    study = robots()
    found = summarise(study)
    assert found.history is not None
    assert found.history.answers[-1] == found.ranking.answers
    truth = study.content.truth
    assert truth is not None
    scores = found.ranking.estimate.scores
    assert found.history.to_truth is not None
    assert found.history.to_truth[-1] == ranking.displacement(scores, truth)
    assert found.history.expected[-1] < found.history.expected[0]
    study.content = study.content.without_truth
    assert summarise(study).history.to_truth is None  # type: ignore[union-attr]


def test_participants_are_counted(robots: Robots) -> None:
    """Answers, times, catch and repeat trials agree with a count by hand."""
    study = robots(people=3, answers=60, catch_share=0.1, repeat_share=0.1)
    for person in summarise(study).participants:
        rows = [r for r in study.records if study.sessions[r.session].participant == person.code]
        given = [r for r in rows if r.event == Event.ANSWER]
        regular = [r for r in given if r.kind == Kind.REGULAR]
        assert person.answers == len(regular)
        assert person.share_left == np.mean([r.answer == Answer.LEFT for r in regular])
        assert person.catches == sum(r.kind == Kind.CATCH for r in given)
        truth = study.content.truth
        assert truth is not None
        passed = 0
        for record in given:
            if record.kind == Kind.CATCH and record.left is not None and record.right is not None:
                wants_left = truth[record.left] > truth[record.right]
                passed += wants_left == (record.answer == Answer.LEFT)
        assert person.catches_passed == passed
        assert person.repeats == sum(r.kind == Kind.REPEAT for r in given)
        first = {(r.left, r.right): r.answer for r in regular}
        same = sum(
            first[r.right, r.left] != r.answer for r in given if r.kind == Kind.REPEAT
        )  # sides are swapped, so the same judgement is the other answer
        assert person.repeats_same == same
        assert 2 < person.repeats_expected <= person.repeats


def test_coins_are_flagged_and_explained(robots: Robots) -> None:
    """Of eight participants the two coins get the flag, with a sentence; nobody else does."""
    found = summarise(robots(coins=2, answers=90))
    flagged = {p.code: p.flags for p in found.participants if p.flags}
    assert set(flagged) == {"P01", "P02"}
    flag = flagged["P01"][0]
    assert flag.kind is FlagKind.COIN
    assert flag.sentence.startswith("P01 agrees with the others no more than a coin would: ")
    assert "% of 90 answers" in flag.sentence


def test_two_who_disagree_are_not_judged(robots: Robots) -> None:
    """Nobody knows which of two is the coin; of three it shows."""
    found = summarise(robots(people=2, coins=1, answers=150))
    assert [person.flags for person in found.participants] == [(), ()]
    found = summarise(robots(people=3, coins=1, answers=150))
    assert [bool(person.flags) for person in found.participants] == [True, False, False]


def test_one_ranking_a_participant(robots: Robots) -> None:
    """On demand every participant has a ranking of their own answers."""
    study = robots(people=3)
    assert summarise(study).by_participant == {}
    found = summarise(study, Selection(per_participant=True))
    assert list(found.by_participant) == ["P01", "P02", "P03"]
    alone = summarise(study, Selection(participants=frozenset({"P02"})))
    assert (found.by_participant["P02"].score == alone.ranking.score).all()


def test_empty_study_has_a_summary(robots: Robots) -> None:
    """Nothing fails where nobody has answered."""
    found = summarise(robots(people=0))
    assert found.is_complete
    assert found.ranking.answers == 0
    assert found.participants == ()
    assert found.groups is None
    assert found.reliability is None
    assert np.isnan(found.times.median)


def test_same_sides_do_not_differ(robots: Robots) -> None:
    """Two halves of like-minded robots agree; nobody can be on both sides.

    Over 100 other seeds both correlations are 0.94, with a deviation of 0.028.
    """
    study = robots(people=6, answers=120)
    found = compare(study, Selection(), {"P01", "P02", "P03"}, {"P04", "P05", "P06"})
    assert found.correlation > lowest(0.94, 0.028)
    assert found.rank_correlation > lowest(0.94, 0.028)
    assert len(found.differing) == 0
    assert found.displacement <= 2 * found.kendall_tau_distance
    with pytest.raises(InputError, match="nobody for both"):
        compare(study, Selection(), {"P01"}, {"P01", "P02"})
    with pytest.raises(InputError, match="no answers"):
        compare(study, Selection(), {"P01"}, {"nobody"})
