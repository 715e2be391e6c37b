"""Synthetic experiments: who answers, and what a strategy makes of the answers."""

from sortrank_gui.simulation import respondents
from sortrank_gui.simulation.respondents import BradleyTerryRespondent

__all__ = ["BradleyTerryRespondent", "respondents"]
