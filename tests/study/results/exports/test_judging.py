"""Tables of participants, and of items by other models."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports import models, participants
from sortrank_gui.study.results.summary import JUDGES, POSITION, summarise

Robots = Callable[..., Everything]


def read(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table by column."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_participants_are_those_of_the_summary(robots: Robots, tmp_path: Path) -> None:
    """Flags with what they speak for, consistency and discrimination; codes are hidden if asked."""
    study = robots(people=6, coins=2, answers=90)
    found = summarise(study)
    assert found.judging is not None
    assert found.judging.judges is not None
    path = tmp_path / "p.csv"
    assert participants.EXPORT.write(Order(path, study)) == 6
    rows = read(path)
    assert list(rows[0]) == list(participants.COLUMNS)
    for number, (row, person) in enumerate(zip(rows, found.participants, strict=True)):
        assert row["participant"] == person.code
        assert row["flags"] == ", ".join(flag.title for flag in person.flags)
        assert row["speaks_for"] == ", ".join(flag.kind.family for flag in person.flags)
        assert person.consistency is not None
        assert float(row["consistency_z"]) == pytest.approx(person.consistency.z_coin, abs=1e-6)
        power = found.judging.judges.discrimination[number]
        assert float(row["discrimination"]) == pytest.approx(power, abs=1e-6)
    assert any(row["flags"] for row in rows[:2])
    participants.EXPORT.write(Order(path, study, anonymous=True))
    assert [row["participant"] for row in read(path)] == [f"P00{k}" for k in range(1, 7)]


def test_models_are_those_of_the_summary(robots: Robots, tmp_path: Path) -> None:
    """One row an item in the plain order, with ranks and scores of both other models."""
    study = robots(people=4, answers=60)
    judging = summarise(study).judging
    assert judging is not None
    path = tmp_path / "m.csv"
    assert models.EXPORT.write(Order(path, study)) == 16
    rows = read(path)
    assert list(rows[0]) == list(models.COLUMNS)
    names = [item.name for item in study.content.items]
    for row in rows:
        item = names.index(row["item"])
        assert float(row["infit"]) == pytest.approx(judging.items.infit[item], abs=1e-6)
        for name in (JUDGES, POSITION):
            model = judging.model(name)
            assert model is not None
            assert int(row[f"{name}_rank"]) == model.places[item] + 1
            assert float(row[f"{name}_score"]) == pytest.approx(model.scores[item], abs=1e-6)
        assert row["taste_a_rank"] == ""


def test_study_without_answers_has_empty_tables(robots: Robots, tmp_path: Path) -> None:
    """No answers, no rows; the header is there."""
    study = robots(people=0)
    for export in (participants.EXPORT, models.EXPORT):
        assert export.write(Order(tmp_path / "x.csv", study)) == 0
