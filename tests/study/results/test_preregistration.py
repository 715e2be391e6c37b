"""The text for a preregistration says what the design decides, and leaves the rest to people."""

from dataclasses import replace
from pathlib import Path

from sortrank_gui.study.design.design import ExclusionRules
from sortrank_gui.study.results.preregistration import BLANK, make_preregistration
from tests.diary import Diary
from tests.lab_study import read_lab

FIELDS = (
    *("Title", "Authors", "Description", "Hypotheses", "Study type", "Blinding", "Study design"),
    *("Randomization", "Existing data", "Data collection procedures", "Sample size"),
    *("Sample size rationale", "Stopping rule", "Manipulated variables", "Measured variables"),
    *("Indices", "Statistical models", "Transformations", "Inference criteria", "Data exclusion"),
    *("Missing data", "Exploratory analysis", "Other"),
)


def test_all_fields_of_the_form_are_there(tmp_path: Path) -> None:
    """In their order; hypotheses are blank, conditions, questions and rules are told."""
    lab = read_lab(
        tmp_path / "lab.sortrank", people=0, exclusion=ExclusionRules(failed_catch_share=0.2)
    )
    text = make_preregistration(lab.content, sample="24 people.")
    titles = [line[4:] for line in text.splitlines() if line.startswith("### ")]
    assert titles == list(FIELDS)
    fields = dict(part.split("\n\n", 1) for part in text.split("\n### ")[1:])
    assert fields["Hypotheses"].startswith(BLANK)
    assert "- nice: “Which is nicer?”, about 4 items" in fields["Description"]
    assert "2 questions within people, 2 conditions between people" in fields["Study design"]
    assert "balanced Latin square" in fields["Study design"]
    assert "- dark: items shown as their variant “dark”" in fields["Manipulated variables"]
    assert "about.hand (single choice): Which hand?" in fields["Measured variables"]
    assert "more than 20 % of the catch trials failed" in fields["Data exclusion"]
    assert fields["Sample size"].startswith("24 people.")


def test_all_ways_of_picking_pairs_are_told(tmp_path: Path) -> None:
    """Those of conditions, too, and how many items are the best."""
    lab = read_lab(tmp_path / "lab.sortrank", people=0)
    first, *others = lab.content.design.conditions
    best = replace(first, strategy="rounds-top", top=2)
    design = replace(lab.content.design, strategy="random", timeline=(), conditions=(best, *others))
    text = make_preregistration(replace(lab.content, design=design))
    assert "Pairs are picked at random" in text
    assert "across the border of the best 2" in text


def test_plain_study_has_a_plain_text() -> None:
    """One question, no conditions."""
    text = make_preregistration(Diary(["a", "b"]).study.content)
    assert "1 question within people." in text
    assert "None between people." in text
    assert "deals people out" not in text
