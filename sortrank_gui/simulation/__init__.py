"""Synthetic experiments: who answers, and what a strategy makes of the answers."""

from sortrank_gui.simulation import datasets, populations, respondents
from sortrank_gui.simulation.executors import SequentialExecutor, open_executor
from sortrank_gui.simulation.experiments import (
    Experiment,
    Measurement,
    RespondentSettings,
    SimulatedTrial,
)
from sortrank_gui.simulation.records import load_experiment, save_experiment
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.runner import run_tasks

__all__ = [
    "BradleyTerryRespondent",
    "Experiment",
    "Measurement",
    "RespondentSettings",
    "SequentialExecutor",
    "SimulatedTrial",
    "datasets",
    "load_experiment",
    "open_executor",
    "populations",
    "respondents",
    "run_tasks",
    "save_experiment",
]
