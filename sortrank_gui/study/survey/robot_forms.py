"""How a robot fills in a questionnaire: by chance, but so that every answer can stand."""

from datetime import date, timedelta
from typing import Any

import numpy as np

from sortrank_gui.ranking.chance import stream
from sortrank_gui.study.design.questionnaire import Answers, FieldKind, Query

_WORDS = "I am a robot."


def draw_answers(fields: tuple[Query, ...], seed: int) -> Answers:
    """Return answers to all questions of a questionnaire."""
    rng = stream("forms", seed)
    return {field.name: _draw(field, rng) for field in fields}


def _draw(field: Query, rng: np.random.Generator) -> Any:
    match field.kind:
        case FieldKind.TEXT | FieldKind.LONG_TEXT:
            return _WORDS
        case FieldKind.NUMBER | FieldKind.SLIDER:
            return _draw_number(field, rng)
        case FieldKind.SINGLE:
            return _choose(field, rng)
        case FieldKind.MULTIPLE:
            return [_choose(field, rng)]
        case FieldKind.LIKERT:
            return [_choose(field, rng) for _ in field.rows]
        case FieldKind.DATE:
            return (date(2000, 1, 1) + timedelta(days=int(rng.integers(9_000)))).isoformat()


def _choose(field: Query, rng: np.random.Generator) -> int:
    return int(rng.integers(1, len(field.options) + 1))


def _draw_number(field: Query, rng: np.random.Generator) -> float:
    least = field.least if field.least is not None else (field.most or 100.0) - 100.0
    most = field.most if field.most is not None else least + 100.0
    if not field.step:
        return float(rng.uniform(least, most))
    drawn = least + field.step * int(rng.integers(int((most - least) / field.step) + 1))
    return int(drawn) if drawn == int(drawn) else drawn
