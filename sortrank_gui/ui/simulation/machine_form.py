"""Where to run: how many processes of this machine, or which cluster."""

from PySide6.QtCore import Signal

from sortrank_gui.simulation.executors import count_cores
from sortrank_gui.simulation.orders import Machine
from sortrank_gui.ui.widgets.fields import Field, FieldGrid, make_line, make_number


class MachineForm(FieldGrid):
    """Everything of a `Machine`."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        cores = count_cores()
        self.workers = Field(
            "Processes", make_number(1, max(64, 2 * cores), cores), "How many trials run at once"
        )
        self.cluster = Field(
            "Dask scheduler", make_line("none"), "An address such as tcp://10.0.0.5:8786"
        )
        self.add_heading("Machine")
        self.add_row(self.workers, self.cluster)
        self.workers.editor.valueChanged.connect(self.changed)
        self.cluster.editor.textChanged.connect(self.changed)

    def machine(self) -> Machine:
        """Return where to run."""
        address = self.cluster.editor.text().strip()
        return Machine(self.workers.editor.value(), address or None)
