"""The Simulation tab: experiments, their curves, and what came of them."""
