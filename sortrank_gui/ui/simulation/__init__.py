"""The Simulation tab: experiments, their curves, and what came of them."""

from sortrank_gui.ui.simulation.simulation_tab import SimulationTab

__all__ = ["SimulationTab"]
