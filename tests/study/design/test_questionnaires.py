"""Questionnaires that come with SortRank: usable as they are, and complete."""

import pytest

from sortrank_gui.study.design.design import Design, design_from_json, design_to_json
from sortrank_gui.study.design.questionnaire import REFUSED, FieldKind, check_answers
from sortrank_gui.study.design.questionnaires import list_templates
from sortrank_gui.study.design.timeline import Step, StepKind
from sortrank_gui.study.design.timeline_validation import list_timeline_problems

TEMPLATES = dict(list_templates())
BY_NAME = {step.name: step for step in TEMPLATES.values()}


@pytest.mark.parametrize("title", TEMPLATES)
def test_template_is_a_valid_step(title: str) -> None:
    """It goes into a timeline and through a file as it is."""
    design = Design(timeline=(TEMPLATES[title], Step(StepKind.BLOCK, "question")))
    assert list(list_timeline_problems(design, ())) == []
    assert design_from_json(design_to_json(design)) == design


def test_all_go_into_one_timeline() -> None:
    """Their names differ."""
    design = Design(timeline=(*TEMPLATES.values(), Step(StepKind.BLOCK, "question")))
    assert list(list_timeline_problems(design, ())) == []


def test_load_has_six_scales_of_21_places() -> None:
    """As the paper form: 0 to 100 in steps of 5, none with a value at first."""
    fields = BY_NAME["NASA-TLX"].fields
    assert len(fields) == 6
    for field in fields:
        assert (field.kind, field.least, field.most, field.step) == (FieldKind.SLIDER, 0, 100, 5)
        assert field.required
    assert [field.options for field in fields].count(("Perfect", "Failure")) == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_usability_scale_has_ten_statements_and_five_points(language: str) -> None:
    """In German as in English."""
    (field,) = BY_NAME["SUS"].fields
    field = field.in_language(language)
    assert len(set(field.rows)) == 10
    assert len(field.options) == 5
    assert check_answers((field,), {"sus": [5, 1] * 5}) == {}


def test_german_speaks_german_throughout() -> None:
    """Every field of a template that was translated has its own words and options."""
    for name in ("demographics", "SUS"):
        for field in BY_NAME[name].fields:
            german = field.in_language("de")
            assert german.label != field.label
            assert len(german.options) == len(field.options)
            assert german.options == () or german.options != field.options


def test_nobody_has_to_say_anything_about_themselves() -> None:
    """Every question about the person can be refused."""
    fields = BY_NAME["demographics"].fields
    assert check_answers(fields, {field.name: REFUSED for field in fields}) == {}
