"""Answers of language models: read from JSONL and CSV, complete or left out with a reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.outputs import holds_outputs, read_outputs
from sortrank_gui.study.design.timeline import Context
from sortrank_gui.study.design.timeline_validation import list_timeline_problems
from sortrank_gui.study.items.items import Item, Variant

ROWS = [
    {"prompt": "Why is the sky blue?", "model": "A", "answer": "Air scatters blue light.\n\nSo."},
    {"prompt": "Why is the sky blue?", "model": "B", "answer": "Because of the sea, I think."},
    {"prompt": "2 + 2?", "model": "B", "answer": "5"},
    {"prompt": "2 + 2?", "model": "A", "answer": "4"},
]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    """Write one object a line."""
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_models_are_items_and_prompts_are_contexts(tmp_path: Path) -> None:
    """Answers keep their lines, and the study has no problem."""
    found = read_outputs(write(tmp_path / "a.jsonl", ROWS))
    assert found.contexts == (
        Context("prompt 1", "Why is the sky blue?"),
        Context("prompt 2", "2 + 2?"),
    )
    assert [item.name for item in found.items] == ["A", "B"]
    assert found.items[0] == Item(
        "A",
        variants=(
            Variant("prompt 1", text="Air scatters blue light.\n\nSo."),
            Variant("prompt 2", text="4"),
        ),
    )
    design = Design(contexts=found.contexts)
    assert list(list_timeline_problems(design, found.items)) == []


def test_table_gives_the_same_as_json(tmp_path: Path) -> None:
    """Quoted cells may have lines; other names of columns are known, too."""
    table = tmp_path / "a.csv"
    table.write_text(
        "Prompt,Model,Response\n"
        'Why is the sky blue?,A,"Air scatters blue light.\n\nSo."\n'
        'Why is the sky blue?,B,"Because of the sea, I think."\n'
        "2 + 2?,B,5\n2 + 2?,A,4\n",
        encoding="utf-8",
    )
    assert read_outputs(table) == read_outputs(write(tmp_path / "a.jsonl", ROWS))


def test_ids_name_the_prompts(tmp_path: Path) -> None:
    """They are in every export then."""
    rows = [{"prompt_id": f"q{row['prompt'][0]}", **row} for row in ROWS]
    found = read_outputs(write(tmp_path / "a.jsonl", rows))
    assert [context.name for context in found.contexts] == ["qW", "q2"]


def test_prompt_that_a_model_did_not_answer_is_left_out(tmp_path: Path) -> None:
    """Nobody compares an answer with nothing, and the report says which is missing."""
    rows = [*ROWS, {"prompt": "And?", "model": "A", "answer": "x"}]
    rows += [{"prompt": "Then?", "model": m, "answer": m * (m == "A")} for m in "AB"]
    found = read_outputs(write(tmp_path / "a.jsonl", rows))
    assert len(found.contexts) == 2
    assert found.left_out == (
        "The prompt “prompt 3” has no answer of B.",
        "The prompt “prompt 4” has no answer of B.",
    )


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([*ROWS, ROWS[0]], "entry 5: “A” has answered this prompt before"),
        (ROWS[::2], "no prompt that every model"),
        (ROWS[:1], "answers of 1 model"),
        ([{"prompt": "x", "answer": "y"}], "no column model or system"),
        ([{"prompt": "x", "model": "A", "answer": "y"}, {"model": "B"}], "entry 2: a prompt"),
        ([{"prompt": "x", "model": "", "answer": "y"}], "needs a name"),
        (
            [{"prompt": p, "prompt_id": "1", "model": "A", "answer": "y"} for p in "xy"],
            "“1” was another prompt in entry 1",
        ),
        ([{"prompt": "x", "prompt_id": "", "model": "A", "answer": "y"}], "the prompt_id is one"),
    ],
)
def test_mistakes_are_told_with_their_place(
    tmp_path: Path, rows: list[dict[str, Any]], words: str
) -> None:
    """Whatever leaves the rest in doubt is refused as a whole."""
    with pytest.raises(InputError, match=words):
        read_outputs(write(tmp_path / "a.jsonl", rows))


def test_files_of_outputs_are_known_by_their_columns(tmp_path: Path) -> None:
    """A table of items, a text and a file that is not there are none."""
    items = tmp_path / "items.csv"
    items.write_text("name,text\na,b\n", encoding="utf-8")
    assert holds_outputs(write(tmp_path / "a.jsonl", ROWS))
    assert not holds_outputs(items)
    assert not holds_outputs(tmp_path / "nothing.csv")


def test_lines_of_a_windows_table_end_as_everywhere(tmp_path: Path) -> None:
    """A cell with several lines is the same, whichever system wrote the table."""
    table = tmp_path / "a.csv"
    table.write_bytes(b'prompt,model,answer\r\nWhy?,A,"One.\r\n\r\nTwo."\r\nWhy?,B,No.\r\n')
    assert read_outputs(table).items[0].variants[0].text == "One.\n\nTwo."
