from collections.abc import Callable
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError, StudyFileError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.copying import copy_study
from sortrank_gui.study.file.glance import Glance, glance
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study

Make = Callable[..., Path]
Robot = Callable[..., None]


def test_copy_of_an_open_study_is_complete(
    make_study: Make, answer_many: Robot, tmp_path: Path
) -> None:
    """All answers are in the copy, which opens without a notice while the study goes on."""
    path, target = make_study(), tmp_path / "copy.sortrank"
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 12)
    copy_study(path, target)
    answer_many(session, 1)
    survey.close()
    with open_study(target) as copy:
        assert copy.notices == []
        assert len(copy.records) == 13
    assert check_study(target).problems == []


def test_copy_never_replaces_a_file(make_study: Make) -> None:
    """A name that is taken is refused."""
    path = make_study()
    with pytest.raises(StudyFileError, match="already"):
        copy_study(path, path)


def test_glance_counts_what_counts(make_study: Make, answer_many: Robot) -> None:
    """Title, items, people, and their answers without those taken back; robots count nowhere."""
    path = make_study()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 5)
    session.undo()
    assert glance(path) == Glance("Numbers", 12, 1, 4)
    robot = survey.start(robot=True)
    robot.answer(Answer.LEFT, seconds=1.0, by_robot=True)
    robot.answer(Answer.LEFT, seconds=1.0, by_robot=True)
    robot.undo()
    survey.close()
    assert glance(path) == Glance("Numbers", 12, 1, 4)


def test_glance_refuses_what_is_no_study(tmp_path: Path) -> None:
    """A text file gives a sentence with its name."""
    path = tmp_path / "no.sortrank"
    path.write_text("nothing of that kind" * 100)
    with pytest.raises(StudyFileError, match=r"no\.sortrank"):
        glance(path)


def test_new_study_may_be_empty_but_not_run(tmp_path: Path) -> None:
    """An unfinished study opens and can be saved into; a session needs items."""
    path = tmp_path / "new.sortrank"
    create_study(path, Design(title="New", prompt="Which?"), [], unfinished=True)
    with open_study(path) as study:
        assert study.content.items == ()
        with pytest.raises(InputError, match="at least two items"):
            study.start_session()
    with pytest.raises(InputError):
        create_study(tmp_path / "other.sortrank", Design(title="New", prompt="Which?"), [])
