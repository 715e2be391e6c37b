"""A design freezes with the first answer of a person; texts of pages stay open, with a trace."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.study.design.design import Texts, Translation
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.storage import RobotAnswersError
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study

Make = Callable[..., Path]
Robot = Callable[..., None]


def start(path: Path, code: str = "P01", *, robot: bool = False) -> Survey:
    """Return the survey of a study with a session, which a person or a robot has answered once."""
    survey = Survey(open_study(path))
    session = survey.start(code, robot=robot)
    (row,) = survey.file.sessions
    if survey.needs_consent(row):
        survey.file.add_event(EventKind.CONSENT, {"text": "", "language": "en"}, row)
    session.answer(Answer.LEFT, seconds=1.0, by_robot=robot)
    return survey


def test_practice_does_not_freeze(make_study: Make, answer_many: Robot) -> None:
    """The first trial after it does, and stays so when it is taken back."""
    survey = Survey(open_study(make_study(practice=3)))
    session = survey.start("P01")
    answer_many(session, 3)
    assert not survey.file.is_frozen
    answer_many(session, 1)
    assert survey.file.is_frozen
    session.undo()
    assert survey.file.is_frozen
    survey.close()
    with open_study(survey.file.path, read_only=True) as again:
        assert again.is_frozen


def test_robots_do_not_freeze_but_are_asked_for(make_study: Make) -> None:
    """Their answers were to another design: they go with it, but not unasked."""
    survey = start(make_study(), robot=True)
    file, design = survey.file, replace(survey.file.design, strategy="quicksort")
    assert not file.is_frozen
    with pytest.raises(RobotAnswersError, match="answered this study in 1 session"):
        file.save(design, file.content.items, file.content.truth)
    assert (file.design.strategy, len(file.sessions)) == ("mergesort", 1)
    file.save(design, file.content.items, file.content.truth, drop_robots=True)
    assert (file.design.strategy, file.sessions) == ("quicksort", [])
    file.close()
    assert check_study(file.path).problems == []


def test_robots_do_not_mind_other_texts(make_study: Make) -> None:
    """Nobody is asked, and nothing is lost."""
    survey = start(make_study(), robot=True)
    file = survey.file
    file.save(replace(file.design, texts=Texts(welcome="Hi")), file.content.items, range(12))
    assert (file.design.texts.welcome, len(file.records), file.events) == ("Hi", 2, [])
    survey.close()


def test_texts_of_pages_change_with_a_trace(make_study: Make) -> None:
    """What stood there is known by its digest, what stands there now by its words."""
    path = make_study(
        texts=Texts(instructions="Choose.", thanks="Thanks!"),
        languages=("en", "fr"),
        translations=(Translation("fr", "Lequel ?"),),
    )
    survey = start(path)
    file = survey.file
    french = Translation("fr", "Lequel ?", Texts(welcome="Salut", left="", right=""))
    changed = replace(
        file.design,
        texts=replace(file.design.texts, instructions="Choose!", words=(("continue", "On"),)),
        translations=(replace(french, texts=replace(Translation().texts, welcome="Salut")),),
        codes=("P01", "P02"),
        pin="1234",
    )
    file.save(changed, file.content.items, file.content.truth)
    survey.close()
    with open_study(path, read_only=True) as again:
        assert again.design == changed
        changes = [event for event in again.events if event.kind == EventKind.TEXTS]
        assert [event.facts for event in changes] == [
            {"page": page, "language": language, "new": new, "old": sha256(old).hexdigest()}
            for page, language, new, old in (
                ("instructions", "en", "Choose!", b"Choose."),
                ("continue", "en", "On", b""),
                ("welcome", "fr", "Salut", b""),
            )
        ]
    assert check_study(path).problems == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"prompt": "Which is smaller?"}, "“prompt”"),
        ({"texts": Texts(left="First")}, "“texts”"),
        ({"catch_share": 0.1}, "“catch share”"),
        ({"languages": ("de",)}, "“languages”"),
    ],
)
def test_what_people_answered_cannot_change(
    make_study: Make, fields: dict[str, Any], words: str
) -> None:
    """The sentence says what, why, and what to do."""
    survey = start(make_study())
    file = survey.file
    with pytest.raises(InputError, match=f"{words} can't change any more.*duplicate the study"):
        file.save(replace(file.design, **fields), file.content.items, file.content.truth)
    survey.close()
