"""A Psych-DS dataset keeps the rules of its schema (version 1.5.0)."""

import csv
import io
import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest

from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.psych_ds import EXPORT, name_study
from tests.lab_study import read_lab

NAME = re.compile(r"data/([a-z]+-[a-zA-Z0-9]+)(_[a-z]+-[a-zA-Z0-9]+)*_data\.csv")
OFFICIAL = {"study", "description"}


def read(study: Everything, folder: Path) -> dict[str, str]:
    """Return the texts of a study's archive."""
    EXPORT.write(Order(folder / "d.zip", study))
    with ZipFile(folder / "d.zip") as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize("kind", ["lab", "plain"])
def test_dataset_keeps_the_rules(kind: str, fruit: Everything, tmp_path: Path) -> None:
    """Names by keywords; every column is described, and nothing that is no column."""
    study = fruit if kind == "plain" else read_lab(tmp_path / "lab.sortrank", answers=6)
    files = read(study, tmp_path)
    description = json.loads(files["dataset_description.json"])
    assert (description["@context"], description["@type"]) == ("https://schema.org/", "Dataset")
    assert description["name"]
    assert description["description"]
    described = [each["name"] for each in description["variableMeasured"]]
    assert all(each["@type"] == "PropertyValue" for each in description["variableMeasured"])
    assert len(described) == len(set(described))
    tables = {name: text for name, text in files.items() if name.startswith("data/")}
    assert len(tables) == (4 if kind == "lab" else 3)
    found: set[str] = set()
    for name, text in tables.items():
        assert NAME.fullmatch(name)
        keys = {part.split("-")[0] for part in name.split("/")[-1].split("_")[:-1]}
        assert keys == OFFICIAL
        header, *rows = list(csv.reader(io.StringIO(text, newline="")))
        assert len(header) == len(set(header))
        assert {len(row) for row in rows} <= {len(header)}
        found |= set(header)
    assert found == set(described)
    assert files["README.md"]
    assert files["CHANGES.md"]


def test_same_study_same_archive(fruit: Everything, tmp_path: Path) -> None:
    """Byte by byte, so that copies can be compared."""
    for name in ("a.zip", "b.zip"):
        EXPORT.write(Order(tmp_path / name, fruit))
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


@pytest.mark.parametrize(
    ("title", "name"),
    [("Which is sharper?", "WhichIsSharper"), ("Schärfe 2", "Scharfe2"), ("日本", "Study")],
)
def test_titles_become_keywords(title: str, name: str) -> None:
    """Letters and digits alone."""
    assert name_study(title) == name
