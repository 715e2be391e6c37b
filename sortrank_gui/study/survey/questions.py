"""The questions of a study as the live panel shows them: each about its own items."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.study.design.focusing import focus_content, is_plain
from sortrank_gui.study.design.versions import list_blocks, question_items
from sortrank_gui.study.file.given_answers import GivenAnswers
from sortrank_gui.study.file.journal import GivenAnswer
from sortrank_gui.study.survey.survey_state import FileState


class Questions:
    """Names of the questions, the file as each has it, and the numbers of the items there."""

    def __init__(self, file: FileState) -> None:
        content = file.content
        self.names = tuple(step.name for step in list_blocks(content.design))
        self._files: dict[int, FileState] = {}
        self._numbers: dict[int, NDArray[np.int64]] = {}
        if is_plain(content):
            return
        for question in range(len(self.names)):
            items = question_items(content.design, question, content.items)
            numbers = np.full(len(content.items), -1, dtype=np.int64)
            numbers[list(items)] = np.arange(len(items))
            self._numbers[question] = numbers
            self._files[question] = replace(file, content=focus_content(content, question))

    def focus(self, question: int) -> FileState | None:
        """Return the file as a question has it; None where it is as it is."""
        return self._files.get(question)

    def translate(self, given: GivenAnswer) -> GivenAnswer:
        """Return an answer with the numbers that its items have in its question."""
        numbers = self._numbers.get(given.trial.question)
        if numbers is None:
            return given
        left, right = int(numbers[given.trial.left]), int(numbers[given.trial.right])
        return replace(given, trial=replace(given.trial, left=left, right=right))

    def choose(self, given: GivenAnswers, question: int) -> GivenAnswers:
        """Return the answers to a question, with the numbers that its items have there."""
        if question not in self._numbers:
            return given
        own = given.take(given.column("question") == question)
        return own.renumber(self._numbers[question])
