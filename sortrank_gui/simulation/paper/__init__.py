"""The paper reproduced: every figure and table as a named experiment."""

from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.paper.base import DataUse, Done, PaperSettings, Preset
from sortrank_gui.simulation.paper.baselines import Baselines
from sortrank_gui.simulation.paper.bounds import Bounds
from sortrank_gui.simulation.paper.gifgif import Gifgif
from sortrank_gui.simulation.paper.multisort import Multisort
from sortrank_gui.simulation.paper.runtime import Runtime
from sortrank_gui.simulation.paper.sensitivity import PriorStrength
from sortrank_gui.simulation.paper.sushi import Sushi
from sortrank_gui.simulation.paper.theory import Theory

__all__ = ["DataUse", "Done", "PaperSettings", "Preset", "get", "names"]

_PRESETS: dict[str, Preset[Any]] = {
    preset.name: preset
    for preset in (
        *(Bounds(), Multisort(), Baselines(), PriorStrength()),
        *(Sushi(), Gifgif(), Runtime(), Theory()),
    )
}


def names() -> list[str]:
    """Return the names of all experiments, in the paper's order."""
    return list(_PRESETS)


def get(name: str) -> Preset[Any]:
    """Return an experiment by its name."""
    if name not in _PRESETS:
        raise InputError(f"The paper has no “{name}”; choose one of {', '.join(names())}, or all.")
    return _PRESETS[name]
