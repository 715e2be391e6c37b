"""Answers of language models as a study: models are items, prompts are contexts of the pairs.

A file has a row for each answer: the prompt, perhaps its id, the model, and what that answered. Who
takes part reads a prompt and two answers to it, but never the name of a model. A prompt that not
every model has answered is left out, and the report says why; whatever leaves the rest in doubt is
an error with its line.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sortrank_gui.errors import InputError
from sortrank_gui.limits import LONGEST_NAME, LONGEST_TEXT, MOST_CONTEXTS
from sortrank_gui.study.design.timeline import Context
from sortrank_gui.study.items.items import Item, Variant, find_problem, is_one_line
from sortrank_gui.study.items.sources import TABLES
from sortrank_gui.tables import Row, RowSource, read_json_table, read_table

PROMPTS, IDS = ("prompt", "question", "instruction"), ("prompt_id", "prompt id", "promptid")
MODELS, ANSWERS = ("model", "system"), ("answer", "response", "output", "completion")
JSON = (".jsonl", ".ndjson", ".json")
_MOST_QUOTED = 60


@dataclass(frozen=True, slots=True)
class Outputs:
    """Models with their answers, and the prompts that all have answered."""

    items: tuple[Item, ...]
    contexts: tuple[Context, ...]
    left_out: tuple[str, ...] = ()
    """A sentence for each prompt that is not taken."""


@dataclass
class _Prompt:
    text: str
    row: Row
    answers: dict[str, str] = field(default_factory=dict)
    """By the names of models."""


def holds_outputs(path: Path) -> bool:
    """Say whether a file has the columns of models' answers; one that can't be read has none."""
    if path.suffix.lower() not in (*JSON, *TABLES) or not path.is_file():
        return False
    try:
        columns = _open(path).columns
    except InputError:
        return False
    return all(_find(columns, names) for names in (PROMPTS, MODELS, ANSWERS))


def read_outputs(path: Path) -> Outputs:
    """Return the models and prompts of a JSONL or CSV file."""
    rows = _open(path)
    prompts = _collect(rows)
    models = list(dict.fromkeys(model for each in prompts.values() for model in each.answers))
    if len(models) < 2:
        raise InputError(f"{rows.source} has answers of {len(models)} model; two are needed.")
    sentences = {name: _find_gap(name, each, models) for name, each in prompts.items()}
    left_out = tuple(sentence for sentence in sentences.values() if sentence)
    taken = [name for name, sentence in sentences.items() if not sentence]
    if not taken:
        raise InputError(
            f"{rows.source} has no prompt that every model has answered: {left_out[0]}"
        )
    if len(taken) > MOST_CONTEXTS:
        raise InputError(f"{rows.source}: up to {MOST_CONTEXTS:,} prompts are possible.")
    return Outputs(
        tuple(
            Item(model, variants=tuple(Variant(n, text=prompts[n].answers[model]) for n in taken))
            for model in models
        ),
        tuple(Context(name, prompts[name].text) for name in taken),
        left_out,
    )


def _open(path: Path) -> RowSource:
    ending = Path(path.name.lower().removesuffix(".gz")).suffix
    return read_json_table(path) if ending in JSON else read_table(path)


def _find(columns: tuple[str, ...], names: tuple[str, ...]) -> str:
    return next((name for name in names if name in columns), "")


def _need(rows: RowSource, names: tuple[str, ...]) -> str:
    found = _find(rows.columns, names)
    if not found:
        there = ", ".join(rows.columns[:10])
        wanted = f"{', '.join(names[:-1])} or {names[-1]}"
        raise InputError(f"{rows.source}: there is no column {wanted}; the columns are {there}.")
    return found


def _collect(rows: RowSource) -> dict[str, _Prompt]:
    """Return the prompts by name, in their order, with all answers to each."""
    prompt, model, answer = (_need(rows, names) for names in (PROMPTS, MODELS, ANSWERS))
    identity = _find(rows.columns, IDS)
    found: dict[str, _Prompt] = {}
    names: dict[str, str] = {}
    for row in rows:
        text = _unfold(row.cells.get(prompt, ""))
        if not text.strip() or len(text) > LONGEST_TEXT:
            raise row.mistake(f"a prompt has 1 to {LONGEST_TEXT:,} characters.")
        name = row.get(identity) if identity else names.setdefault(text, f"prompt {len(names) + 1}")
        if not name or len(name) > LONGEST_NAME or not is_one_line(name):
            raise row.mistake(f"the {identity} is one line of at most {LONGEST_NAME} characters.")
        known = found.setdefault(name, _Prompt(text, row))
        if known.text != text:
            raise row.mistake(f"“{name}” was another prompt in {known.row.words}.")
        _take_answer(known, row, row.get(model), _unfold(row.cells.get(answer, "")))
    return found


def _take_answer(prompt: _Prompt, row: Row, model: str, answer: str) -> None:
    problem = find_problem(Item(model, text=answer))
    if problem:
        raise row.mistake(f"the answer of “{model[:_MOST_QUOTED]}” {problem}.")
    if model in prompt.answers:
        raise row.mistake(f"“{model}” has answered this prompt before.")
    prompt.answers[model] = answer


def _find_gap(name: str, prompt: _Prompt, models: list[str]) -> str:
    """Say which model has no answer to a prompt; nothing where all have one."""
    gaps = list(_list_gaps(prompt, models))
    if not gaps:
        return ""
    others = f" and {len(gaps) - 1} more" if len(gaps) > 1 else ""
    return f"The prompt “{name[:_MOST_QUOTED]}” has no answer of {gaps[0]}{others}."


def _list_gaps(prompt: _Prompt, models: list[str]) -> Iterator[str]:
    return (model for model in models if not prompt.answers.get(model, "").strip())


def _unfold(text: str) -> str:
    """Return a cell without blank lines around it; tables of Windows end lines inside, too."""
    return text.replace("\r\n", "\n").strip("\r\n")
