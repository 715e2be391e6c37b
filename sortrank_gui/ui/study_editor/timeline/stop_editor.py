"""Editor of a block's own length: as in the study, or over as soon as one of some rules holds."""

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.ui.study_editor.editors import Editor, NumberEditor, OptionalNumberEditor


class StopEditor(Editor):
    """A switch, and the rules while it is on."""

    def __init__(self) -> None:
        super().__init__()
        self._stop: StopRules | None = None
        self._usual = StopRules()
        self.switch = QCheckBox("A length of its own")
        self.switch.toggled.connect(self._on_toggled)
        self.rules = {
            name: OptionalNumberEditor(text, editor, first)
            for name, text, editor, first in (
                ("budget", "Answers given", NumberEditor(1, 10_000_000, step=10), 60),
                ("minutes", "Minutes answered", NumberEditor(0.5, 1_000, decimals=1), 5),
                ("sorts", "Sorts or rounds complete", NumberEditor(1, 10_000_000), 1),
                (
                    "displacement",
                    "Places off (displacement)",
                    NumberEditor(0.01, 1_000, decimals=2, step=0.1),
                    1.0,
                ),
            )
        }
        self._inside = QWidget()
        inner = QVBoxLayout(self._inside)
        inner.setContentsMargins(24, 0, 0, 0)
        inner.setSpacing(4)
        for editor in self.rules.values():
            inner.addWidget(editor)
            editor.switch.setAccessibleName(editor.switch.text())
            editor.switch.setToolTip(f"The block ends by this: {editor.switch.text().lower()}")
            editor.edited.connect(self._on_edited)
            editor.left.connect(self.left)
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(self.switch)
        column.addWidget(self._inside)
        self.row.addLayout(column)

    def show_usual(self, stop: StopRules) -> None:
        """Begin with the length of the study, when the switch is turned on."""
        self._usual = stop

    def show_value(self, value: StopRules | None) -> None:
        """Show rules, or that the block has none of its own."""
        self._stop = value
        self.switch.blockSignals(True)
        self.switch.setChecked(value is not None)
        self.switch.blockSignals(False)
        self._inside.setVisible(value is not None)
        for name, editor in self.rules.items():
            editor.show_value(None if value is None else getattr(value, name))

    def focus_widget(self) -> QWidget:
        """Return the switch."""
        return self.switch

    @Slot(bool)
    def _on_toggled(self, on: bool) -> None:
        self.edited.emit(self._usual if on else None)

    @Slot()
    def _on_edited(self) -> None:
        if self._stop is None:
            return
        values = {
            name: editor.number.value() if editor.switch.isChecked() else None
            for name, editor in self.rules.items()
        }
        self.edited.emit(_make_rules(values))


def _make_rules(values: dict[str, float | None]) -> StopRules:
    whole = {name: values[name] for name in ("budget", "sorts")}
    counts = {name: None if value is None else round(value) for name, value in whole.items()}
    rules = StopRules(budget=counts["budget"], sorts=counts["sorts"])
    return replace(rules, minutes=values["minutes"], displacement=values["displacement"])
