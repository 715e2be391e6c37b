"""What screens say about stations and the server."""

from dataclasses import replace

import pytest

from sortrank_gui.study.survey.lab_state import LabState, StationSeen
from sortrank_gui.ui.lab import lab_words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        *((0.0, "now"), (4.9, "now"), (5.0, "5 s ago"), (59.9, "59 s ago"), (60.0, "1 min ago")),
        *((3599.0, "59 min ago"), (7300.0, "2 h ago"), (90_000.0, "1 day ago")),
        *((200_000.0, "2 days ago"), (-3.0, "now")),
    ],
)
def test_sign_of_life_is_said_as_people_do(seconds: float, words: str) -> None:
    """The unit grows with the time; a clock that is ahead is no reason to worry."""
    assert lab_words.describe_sign(seconds) == words


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("running", "P1"),
        ("paused", "P1 (paused)"),
        ("over", "P1 (done)"),
        ("new word", "P1"),
        ("closed", "P1 (closed)"),
    ],
)
def test_who_is_said_with_the_phase(phase: str, words: str) -> None:
    """A word of a newer SortRank is left out, not an error."""
    station = StationSeen("booth", "P1", phase=phase)
    assert lab_words.describe_who(station) == words
    nobody = "closed" if phase == "closed" else "waiting"
    assert lab_words.describe_who(replace(station, participant="")) == nobody
    assert lab_words.is_silent(station) == (phase == "closed")


def test_lab_is_said_in_a_line(seen: tuple[StationSeen, ...]) -> None:
    """Stations that are silent do not count as at work, but their answers do as not sent."""
    lab = LabState("desk", "lab.example", "", connected=True, stations=seen)
    words = "3 stations · 2 with a participant · not yet on the server: 12 answers"
    assert lab_words.describe_lab(lab) == words
    assert lab_words.describe_lab(replace(lab, stations=())) == "No station is at work"
    assert "away" in lab_words.describe_lab(replace(lab, connected=False))


def test_command_of_a_station_names_the_server() -> None:
    """A service or a plain address goes with it; one with the researcher's name would be wrong."""
    lab = LabState("desk", "lab", "", connected=True)
    assert lab_words.tell_command(lab) == "sortrank lab station booth-1 --server lab"
    for server in ("postgresql://ann@lab.example/db", "host=lab.example user=ann"):
        alone = lab_words.tell_command(replace(lab, server=server))
        assert alone == "sortrank lab station booth-1"
    spaced = lab_words.tell_command(replace(lab, server="host=lab dbname=x"), "b 2")
    assert spaced == 'sortrank lab station "b 2" --server "host=lab dbname=x"'


@pytest.mark.parametrize(
    ("title", "word"),
    [
        *(("Dots", "Dots"), ("Dots, again", '"Dots, again"'), ("Größe 2", '"Größe 2"')),
        *(("a $HOME", "'a $HOME'"), ('the "best"', "'the \"best\"'"), ("it's", "'it'\"'\"'s'")),
    ],
)
def test_command_of_a_station_names_the_study(title: str, word: str) -> None:
    """There may be others on the server; a terminal takes the title as one word, as it is."""
    told = lab_words.tell_command(LabState("desk", "lab", "", study=title))
    assert told == f"sortrank lab station booth-1 --server lab --study {word}"


def test_one_answer_is_one() -> None:
    """Numbers and words agree."""
    assert lab_words.describe_pending(1) == "not yet on the server: 1 answer"
    assert lab_words.describe_pending(0) == ""
