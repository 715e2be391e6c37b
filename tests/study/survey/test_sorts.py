import pytest

from sortrank_gui.errors import InputError, ReplayError
from sortrank_gui.ranking import strategies
from sortrank_gui.study.file.journal import Answer, GivenAnswer, Trial
from sortrank_gui.study.survey.sorts import Asked, Sort, Told

RECIPES = [*strategies.names(), "matching+probes", "entropy+probes"]


def give(asked: Asked, answer: Answer = Answer.LEFT) -> GivenAnswer:
    """Return an answer to a pair that was asked."""
    trial = Trial(1, *asked.pair, round=asked.round, step=asked.step, place=asked.place)
    return GivenAnswer(trial, answer, 1.0)


def fill(sort: Sort, steps: int, people: int = 3) -> list[Told]:
    """Let several people answer in turns, and return what was told."""
    told = []
    for step in range(steps):
        for person in range(people):
            sort.ask(person)
        person = (step * 7) % people
        asked = sort.ask(person)
        better = Answer.LEFT if asked.pair[0] > asked.pair[1] else Answer.RIGHT
        told.append(Told(give(asked, better), f"answer {step + 1}"))
        sort.tell(told[-1].given, person)
    return told


@pytest.mark.parametrize("strategy", RECIPES)
def test_people_hold_different_pairs(strategy: str) -> None:
    """Sessions that share a sort never have the same pair at once."""
    sort = Sort(strategy, range(12), 1)
    for _ in range(60):
        pairs = [frozenset(sort.ask(person).pair) for person in range(4)]
        assert len(set(pairs)) == 4
        sort.tell(give(sort.ask(2)), 2)


def test_pair_stays_until_it_is_answered() -> None:
    """What others answer does not change the pair in one's hand."""
    sort = Sort("mergesort", range(12), 1)
    mine = sort.ask("me")
    for _ in range(30):
        sort.tell(give(sort.ask("other")), "other")
    assert sort.ask("me") == mine


def test_released_pair_goes_to_others() -> None:
    """A pair that was given back unanswered is asked again."""
    sort = Sort("mergesort", range(12), 1)
    mine = sort.ask("me")
    sort.release("me")
    assert sort.ask("other").pair == mine.pair


def test_more_people_than_pairs_is_told() -> None:
    """Where all pairs are in people's hands, the next one hears so."""
    sort = Sort("mergesort", range(3), 1)
    for person in range(3):
        sort.ask(person)
    with pytest.raises(InputError, match="other people's hands"):
        sort.ask("late")


@pytest.mark.parametrize("strategy", RECIPES)
@pytest.mark.parametrize("people", [1, 3])
def test_replay_continues_where_it_stopped(strategy: str, people: int) -> None:
    """A replayed sort asks what the live one asks, whoever took part."""
    live, again = Sort(strategy, range(10), 5), Sort(strategy, range(10), 5)
    told = fill(live, 70, people)
    again.replay(told)
    for person in range(people):
        live.release(person)
    assert again.ask("me") == live.ask("me")
    assert again.progress == live.progress


@pytest.mark.parametrize("strategy", ["mergesort", "quicksort", "random", "all-pairs"])
@pytest.mark.parametrize("people", [1, 3])
def test_replay_notices_any_other_pair(strategy: str, people: int) -> None:
    """One pair exchanged anywhere raises, and the error names its place."""
    told = fill(Sort(strategy, range(10), 5), 40, people)
    for place in (0, 17, 39):
        wrong = list(told)
        trial = told[place].given.trial
        other = next(k for k in range(10) if k not in (trial.left, trial.right))
        changed = Trial(1, trial.left, other, step=trial.step, place=trial.place)
        wrong[place] = Told(GivenAnswer(changed, Answer.LEFT, 1.0), f"answer {place + 1}")
        with pytest.raises(ReplayError, match=f"answer {place + 1}"):
            Sort(strategy, range(10), 5).replay(wrong)


def test_replay_notices_a_missing_answer() -> None:
    """A hole in the journal raises."""
    told = fill(Sort("mergesort", range(10), 5), 40, 1)
    with pytest.raises(ReplayError, match="answer 21"):
        Sort("mergesort", range(10), 5).replay([*told[:19], *told[20:]])


@pytest.mark.parametrize(("step", "place"), [(None, 0), (5, 0), (0, 10**9), (-1, 0)])
def test_replay_refuses_impossible_places(step: int | None, place: int) -> None:
    """A pair from the future, or of a place that no sort has, raises."""
    trial = Trial(1, 0, 1, step=step, place=place)
    with pytest.raises(ReplayError, match="here"):
        Sort("mergesort", range(4), 1).replay([Told(GivenAnswer(trial, Answer.LEFT, 1.0), "here")])


def test_undo_gives_the_pair_back_to_its_holder() -> None:
    """After an undo the same person has the same pair, and the sort is where it was."""
    sort = Sort("quicksort", range(9), 2)
    fill(sort, 20, 1)
    asked = sort.ask("me")
    given = give(asked)
    sort.tell(given, "me")
    sort.require_last(given, "me")
    sort.undo("me", asked.pair)
    assert sort.steps == 20
    assert sort.ask("me") == asked


def test_undo_is_refused_when_others_went_on() -> None:
    """Neither an answer before somebody else's nor one that others' pairs rest on goes back."""
    sort = Sort("mergesort", range(12), 1)
    mine = give(sort.ask("me"))
    sort.tell(mine, "me")
    sort.require_last(mine, "me")
    sort.ask("other")
    with pytest.raises(InputError, match="others"):
        sort.require_last(mine, "me")
    sort.tell(give(sort.ask("other")), "other")
    sort.release("other")
    with pytest.raises(InputError, match="others"):
        sort.require_last(mine, "me")


def test_sort_has_a_picture_where_it_sorts() -> None:
    """A sort shows all its items; a strategy that asks by a model has no picture."""
    assert len(Sort("mergesort", range(12), 1).layout().items) == 12
    assert Sort("matching", range(12), 1).layout() is None
    assert Sort("random", range(12), 1).layout() is None
