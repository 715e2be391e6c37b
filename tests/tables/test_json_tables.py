"""JSON as a table: lists of objects, however they are wrapped."""

import json
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui import limits
from sortrank_gui.errors import InputError
from sortrank_gui.tables import read_json_table


def write(path: Path, content: Any) -> Path:
    """Write content as JSON."""
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_objects_are_rows(tmp_path: Path) -> None:
    """Cells are text; what is directly inside has columns of its own; null is empty."""
    content = [
        {"RT": 812.5, "response": 0, "choices": ["a", "b"], "data": {"Who": "P1"}, "ok": True},
        {"rt": None, "response": 1, "stimulus": [["too", "deep"]]},
    ]
    table = read_json_table(write(tmp_path / "t.json", content))
    assert table.columns == ("rt", "response", "choices.1", "choices.2", "data.who", "ok")
    first, second = table
    assert first.cells["rt"] == "812.5"
    assert (first["choices.2"], first["data.who"], first["ok"]) == ("b", "P1", "true")
    assert (second["rt"], second.get("ok")) == ("", "")
    assert str(second.mistake("no.")).endswith("t.json, entry 2: no.")


@pytest.mark.parametrize(
    "content",
    [
        [[{"left": 1}], [{"left": 2}]],
        '[{"left": 1}]\n[{"left": 2}]\n',
        {"trials": [[{"left": 1}], [{"left": 2}]]},
    ],
)
def test_several_lists_are_counted(tmp_path: Path, content: Any) -> None:
    """A list for each participant, in a list or on a line, gives a column that tells them apart."""
    table = read_json_table(write(tmp_path / "t.json", content))
    assert [dict(row.cells) for row in table] == [
        {"list": "1", "left": "1"},
        {"list": "2", "left": "2"},
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[1, 2]", "entry 1: this is no object"),
        ("[]", "no list of objects"),
        ("7", "no list of objects"),
        ('[{"a": NaN}]', "is no JSON"),
        ("[" * 100_000, "too deep"),
        ("left,right\n", "is no JSON"),
        ('[{"a": 1}]\n[{"a": \n', "line 2: this is no JSON"),
    ],
)
def test_what_is_no_table_is_said(tmp_path: Path, content: str, words: str) -> None:
    """A stranger's file never ends in a crash."""
    with pytest.raises(InputError, match=words):
        read_json_table(write(tmp_path / "t.json", content))


def test_large_json_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """JSON takes ten times its size in memory, so it has a limit of its own."""
    monkeypatch.setattr(limits, "MOST_JSON_BYTES", 10)
    with pytest.raises(InputError, match="larger than"):
        read_json_table(write(tmp_path / "t.json", [{"left": "a", "right": "b"}]))
