"""Answers that people gave, as items and respondent of a simulation."""

from dataclasses import dataclass
from pathlib import Path

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.datasets import Dataset, read_any
from sortrank_gui.simulation.pilots import PilotSpread, measure_pilot
from sortrank_gui.simulation.respondents import Observed
from sortrank_gui.simulation.setups import fit_truth


@dataclass(frozen=True, slots=True)
class DataSource:
    """What simulations take from data: scores fitted to it, and the outcomes of its pairs."""

    label: str
    scores: tuple[float, ...]
    observed: Observed | None = None
    spread: float | None = None
    """The standard deviation of the scores, in logits, with the noise of the fit taken out."""
    n_comparisons: int = 0
    pilot: PilotSpread | None = None
    """How sure that spread is."""

    @classmethod
    def from_dataset(cls, label: str, data: Dataset) -> "DataSource":
        """Fit the data and keep what simulations need."""
        count = round(data.table.n_comparisons)
        if len(data.names) < 2 or count < 1:
            raise InputError(f"{label} has no answers to learn from; collect some first.")
        pilot = measure_pilot(data.table)
        return cls(
            label,
            tuple(fit_truth(data)),
            Observed.from_table(data.table),
            pilot.value,
            count,
            pilot,
        )

    @classmethod
    def from_file(cls, path: Path, question: str | None = None) -> "DataSource":
        """Fit comparisons of any format; `QuestionError` asks for one question of several."""
        data = read_any(path, question=question)
        return cls.from_dataset(path.name if question is None else f"{path.name}, {question}", data)

    def describe(self) -> str:
        """Say how large it is."""
        answers = f", {self.n_comparisons:,} answers" if self.n_comparisons else ""
        return f"{self.label}: {len(self.scores):,} items{answers}"
