"""Templates of studies: each makes a study that works, and that a robot goes through."""

import json
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.design.validation import problems
from sortrank_gui.study.file.making import make_from_template, make_study
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.templates import list_study_templates
from sortrank_gui.study.file.templates.template import StudyTemplate
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import FULL_SPEED, RobotOrder
from sortrank_gui.study.survey.survey_state import Phase

TEMPLATES = list_study_templates()
ALL = pytest.mark.parametrize("template", TEMPLATES, ids=lambda each: each.name)


@ALL
def test_template_makes_a_valid_study(template: StudyTemplate, tmp_path: Path) -> None:
    """Nothing is to be mended before the first session, and the file is small."""
    path = tmp_path / "s.sortrank"
    make_from_template(path, template)
    with open_study(path) as study:
        content = study.content
        assert list(problems(content.design, content.items, content.truth)) == []
        assert len(content.items) >= 3
    assert path.stat().st_size < 500_000


@ALL
def test_template_is_the_same_each_time(template: StudyTemplate, tmp_path: Path) -> None:
    """Made twice it has the same items, pictures and truth."""
    digests = []
    for name in ("a", "b"):
        make_from_template(tmp_path / f"{name}.sortrank", template)
        with open_study(tmp_path / f"{name}.sortrank", read_only=True) as study:
            digests.append(study.content.digest)
    assert digests[0] == digests[1]


@ALL
def test_robot_goes_through_the_whole_study(template: StudyTemplate, tmp_path: Path) -> None:
    """Its session ends by the stop rule of the design."""
    path = tmp_path / "s.sortrank"
    make_from_template(path, template)
    engine = Engine(BradleyTerryRespondent)
    engine.open(path)
    try:
        engine.start_session("R01", robot=True)
        engine.start_robot(RobotOrder(FULL_SPEED))
        while engine.state().robot_runs:
            engine.let_robot_answer()
        assert engine.state().phase is Phase.OVER
        assert engine.state().answered >= 18
    finally:
        engine.close()


def test_names_and_titles_differ() -> None:
    """Nobody mistakes one for another."""
    assert len({each.name for each in TEMPLATES}) == len({each.title for each in TEMPLATES}) == 5


def test_answers_of_models_make_a_study(tmp_path: Path) -> None:
    """A file of prompts, models and answers is known by its columns; gaps are reported."""
    rows = [
        {"prompt": prompt, "model": model, "answer": prompt + model}
        for prompt in ("x", "y", "z")
        for model in "AB"
    ]
    source = tmp_path / "a.jsonl"
    source.write_text("\n".join(map(json.dumps, rows[:-1])), encoding="utf-8")
    found = make_study(tmp_path / "s.sortrank", [source])
    assert found.left_out == ("The prompt “prompt 3” has no answer of B.",)
    with open_study(tmp_path / "s.sortrank") as study:
        assert [item.name for item in study.content.items] == ["A", "B"]
        assert [context.text for context in study.design.contexts] == ["x", "y"]
        assert study.content.items[1].variants[0].text == "xB"


def test_answers_of_models_with_a_mistake_leave_no_file(tmp_path: Path) -> None:
    """The sentence has the place."""
    row = json.dumps({"prompt": "x", "model": "A", "answer": "y"})
    (tmp_path / "a.jsonl").write_text(f"{row}\n{row}", encoding="utf-8")
    with pytest.raises(InputError, match="entry 2"):
        make_study(tmp_path / "s.sortrank", [tmp_path / "a.jsonl"])
    assert not (tmp_path / "s.sortrank").exists()
