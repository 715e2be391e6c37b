"""The demo study that ships with SortRank, about pictures of dots."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sortrank_gui.errors import StudyFileError
from sortrank_gui.paths import resource
from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.content import Content, FindImage
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.items.items import Item, Study

SENSITIVITY = 8.0
"""Score for a factor e in the count: people tell 4 % more dots apart 58 times in 100."""
_INTERVAL_MS = 100


@dataclass(frozen=True, slots=True)
class DemoSettings:
    """How the demo picks its pairs, and how many answers it asks for."""

    strategy: str = strategies.DEFAULT
    seed: int = 1
    budget: int = 200


def create_demo(path: Path, settings: DemoSettings) -> None:
    """Make the demo's study file."""
    study = load_demo()
    truth = None if study.truth is None else tuple(study.truth.tolist())
    content = Content(Design(title=study.title, prompt=study.prompt), study.items, truth)
    create_demo_from(path, content, settings)


def create_demo_from(
    path: Path, content: Content, settings: DemoSettings, *, find_image: FindImage | None = None
) -> None:
    """Make a demo with this title, prompt, items and truth: by `create_demo`, or for tests."""
    design = Design(
        title=content.design.title,
        prompt=content.design.prompt,
        strategy=settings.strategy,
        seed=settings.seed,
        offer_equal=True,
        offer_neither=True,
        min_response_ms=0,
        interval_ms=_INTERVAL_MS,
        stop=StopRules(budget=settings.budget),
    )
    create_study(path, design, content.items, content.truth, find_image=find_image, demo=True)


def load_demo() -> Study:
    """Return the demo study with its ground truth."""
    return load_counted(resource("demo", "study.json"))


def load_counted(path: Path) -> Study:
    """Return the study of a JSON file whose items have a name, an image and a count."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        entries = content["items"]
        truth = SENSITIVITY * np.log([float(entry["count"]) for entry in entries])
        items = tuple(_read_item(entry, path.parent) for entry in entries)
        return Study(content["title"], content["prompt"], items, truth - truth.mean())
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StudyFileError(f"The study {path} can't be read: {error!r}.") from error


def _read_item(entry: dict[str, Any], folder: Path) -> Item:
    return Item(name=entry["name"], image=folder / entry["image"])
