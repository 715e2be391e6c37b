from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.selection import count_study
from sortrank_gui.study.results.summary import (
    CancelledError,
    FlagKind,
    Selection,
    Summary,
    summarise,
)

Robots = Callable[..., Everything]


def test_summary_is_of_the_answers_that_count(fruit: Everything) -> None:
    """Its parts are those of the modules, of the same answers."""
    found = summarise(fruit)
    assert found.names == ("fig", "pear", "plum")
    assert found.answers_by_kind == {
        Kind.REGULAR: 4,
        Kind.PRACTICE: 1,
        Kind.CATCH: 1,
        Kind.REPEAT: 1,
    }
    assert found.ranking.answers == 3  # “neither” is no answer to fit
    scores = assess(count_study(fruit)).scores
    assert found.ranking.score == pytest.approx(scores[found.ranking.item])
    assert found.wins.dense().sum() == 3
    assert len(found.times.seconds) == 6
    assert [person.code for person in found.participants] == ["anna@example", "P2"]
    assert [person.catches_passed for person in found.participants] == [0, 1]
    assert [session.answers for session in found.sessions] == [4, 3]


def test_fit_is_judged_without_flagged_participants(robots: Robots) -> None:
    """It is the fit of a selection of the others, where nobody is left to leave out."""
    study = robots(coins=2, answers=90)
    found = summarise(study)
    assert found.sensitivity is not None
    assert found.sensitivity.left_out == ("P01", "P02")
    others = frozenset(f"P{number:02}" for number in range(3, 9))
    rest = summarise(study, Selection(participants=others))
    assert found.goodness is not None
    assert found.goodness_without_flagged == rest.goodness != found.goodness
    assert rest.goodness_without_flagged is None


def test_selection_filters(robots: Robots) -> None:
    """Participants, robots, kinds and dates each leave out what they should."""
    study = robots(people=4, answers=20, catch_share=0.2)
    whole = summarise(study)
    assert whole.answers_by_kind[Kind.CATCH] == 16
    one = summarise(study, Selection(participants=frozenset({"P02"})))
    assert [p.code for p in one.participants] == ["P02"]
    assert one.ranking.answers == 16
    study.sessions[2].is_robot = True
    people = summarise(study, Selection(robots=False))
    assert [p.code for p in people.participants] == ["P01", "P03", "P04"]
    study.sessions[2].is_robot = False
    both = summarise(study, Selection(kinds=frozenset({Kind.REGULAR, Kind.CATCH})))
    assert both.ranking.answers == whole.ranking.answers + 16
    now = datetime.now(UTC)
    assert summarise(study, Selection(since=now + timedelta(1))).ranking.answers == 0
    assert summarise(study, Selection(until=now - timedelta(1))).ranking.answers == 0
    day = Selection(since=now - timedelta(1), until=now + timedelta(1))
    assert summarise(study, day).ranking.answers == whole.ranking.answers


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


def test_coins_are_flagged_and_explained(robots: Robots) -> None:
    """Of eight participants the two coins get a flag, with a sentence; nobody else does."""
    found = summarise(robots(coins=2, answers=90))
    flagged = {p.code: p.flags for p in found.participants if p.flags}
    assert set(flagged) == {"P01", "P02"}
    flag = flagged["P02"][0]
    assert flag.kind is FlagKind.COIN
    assert flag.sentence.startswith("P02 does not judge as the others do: ")
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
