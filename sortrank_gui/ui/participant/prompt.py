"""The question above a trial: large letters, fewer of them larger."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

FindPrompt = Callable[[int], str]
"""Returns what the block of this number asks."""


def prompt_factor(prompt: str) -> float:
    """Return how much larger than usual the letters of a prompt are: long ones less."""
    return 1.9 if len(prompt) <= 60 else 1.5 if len(prompt) <= 160 else 1.15


def make_prompt() -> QLabel:
    """Return a label for the question, centred and wrapped."""
    prompt = QLabel()
    prompt.setTextFormat(Qt.TextFormat.PlainText)
    prompt.setAlignment(Qt.AlignmentFlag.AlignCenter)
    prompt.setWordWrap(True)
    prompt.setMinimumHeight(48)
    return prompt
