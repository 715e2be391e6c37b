"""What a template of a study is."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sortrank_gui.study.design.content import Content


@dataclass(frozen=True, slots=True)
class StudyTemplate:
    """A study to begin with, and what is said about it."""

    name: str
    title: str
    line: str
    """One sentence."""
    fill: Callable[[Path], Content]
    """Writes the pictures into an empty folder, and returns the study that shows them."""


def write_svg(path: Path, width: int, height: int, body: str) -> Path:
    """Write a picture of these elements, and return its path."""
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'
    path.write_text(text, encoding="utf-8")
    return path
