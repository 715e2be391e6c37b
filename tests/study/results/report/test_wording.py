import pytest

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.origin import Origin
from sortrank_gui.study.results.report import wording


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (wording.count(1, "answer"), "1 answer"),
        (wording.count(1200, "answer"), "1,200 answers"),
        (wording.count(2, "person", "people"), "2 people"),
        (wording.percent(0.666), "67\u00a0%"),
        (wording.percent(float("nan")), "–"),
        (wording.p_text(0.0004), "p\u00a0<\u00a0.001"),
        (wording.p_text(0.0314), "p\u00a0=\u00a0.031"),
        (wording.p_text(1.0), "p\u00a0=\u00a01.000"),
        (wording.join_words(["a"]), "a"),
        (wording.join_words(["a", "b", "c"]), "a, b and c"),
    ],
)
def test_numbers_are_said_as_papers_do(said: str, words: str) -> None:
    """Real minus signs, dashes where there is none, no line breaks before a sign."""
    assert said == words


@pytest.mark.parametrize(
    ("stop", "words"),
    [
        (StopRules(budget=1), "after 1 trial"),
        (
            StopRules(budget=200, sorts=2),
            "after 200 trials or after 2 complete sorts, whichever came first",
        ),
        (StopRules(budget=None, minutes=7.5), "after 7.5 minutes"),
        (
            StopRules(budget=None, displacement=0.5),
            "once the expected displacement per item was at most 0.5 places",
        ),
    ],
)
def test_end_of_a_session_is_told(stop: StopRules, words: str) -> None:
    """Every rule that is on, and that the first one counts."""
    assert wording.join_stops(Design(stop=stop)) == words


def test_design_is_told_in_sentences() -> None:
    """All that a reader needs to repeat the study, and nothing about what is switched off."""
    plain = list(wording.describe_design(Design(prompt="Which?", min_response_ms=0), 2, 0))
    assert plain[0] == "2 items were compared in pairs, with the question “Which?”."
    assert plain[1] == "The answers offered were left and right."
    assert plain[-1] == "Participants could take an answer back."
    rich = Design(
        prompt="Which?",
        offer_equal=True,
        offer_neither=True,
        shared=True,
        undo=False,
        practice=2,
        catch_share=0.1,
        repeat_share=0.05,
        break_every=50,
    )
    told = list(wording.describe_design(rich, 30, 4))
    assert told[1] == "The answers offered were left, right, equal and neither."
    assert told[2].endswith("All participants carried on one common sequence of pairs.")
    assert told[5:] == [
        "Answers faster than 200 ms were not taken.",
        "Participants could not take an answer back.",
        "2 practice trials at the beginning did not count.",
        "10\u00a0% of the trials were catch trials with a known answer, from 4 pairs; they do not "
        "count in the ranking.",
        "5\u00a0% of the trials showed an earlier pair again with sides swapped, to measure "
        "consistency; they do not count in the ranking either.",
        "There was a break every 50 trials.",
    ]


@pytest.mark.parametrize(("n_items", "words"), [(600, "allow for pairs"), (601, "claim more than")])
def test_intervals_of_imported_answers_are_judged_by_how_they_come(
    n_items: int, words: str
) -> None:
    """Up to 600 items no spread is taken for true; above, adaptive pairs make them too short."""
    origin = Origin("t.csv", "0" * 64, 900, 900, 0)
    last = list(wording.describe_import(origin, Design(), n_items))[-1]
    assert words in last
