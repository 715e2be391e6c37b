"""The menu “…” of a plot: copy or save it as a picture or as data."""

import io
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QWidget

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.tables import Cell, write_rows, write_table
from sortrank_gui.ui.plots.figure_files import ENDINGS, make_picture, save_figure
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs

_COPIED_DPI = 150


class Source(Protocol):
    """Something that can be copied and saved."""

    def figure(self) -> Figure | None:
        """Return it as a figure for a paper; None as long as there is nothing to draw."""
        ...

    def table(self) -> tuple[Sequence[str], Sequence[Sequence[Cell]]]:
        """Return a header and rows of data."""
        ...


class PlotMenu(QMenu):
    """Copies and saves what a plot shows now; `failed` says why something was not saved."""

    failed = Signal(object)

    def __init__(self, title: str, source: Source, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self._title, self._source = title, source
        self.about = ""
        """Which answers it is made of: every file says so."""
        self._jobs = Jobs("plot", self)
        self._jobs.failed.connect(self.failed)
        self.setToolTipsVisible(True)
        for text, tip, slot in (
            ("Copy picture", "Put the figure into the clipboard", self._on_copy_picture),
            ("Save picture…", "Write the figure as PNG, SVG or PDF", self._on_save_picture),
            ("Copy data", "Put the numbers into the clipboard, for a table", self._on_copy_data),
            ("Save data…", "Write the numbers as a CSV file", self._on_save_data),
        ):
            action = self.addAction(text)
            action.setToolTip(tip)
            action.triggered.connect(slot)
        self._first = self.actions()[0]
        self._line: QAction | None = None

    def add_above(self, actions: Sequence[QAction]) -> None:
        """Put other entries above, with a line between."""
        if self._line is None:
            self._line = self.insertSeparator(self._first)
        self.insertActions(self._line, actions)

    def make_button(self) -> QPushButton:
        """Return the button that opens the menu."""
        button = QPushButton("…")
        button.setMenu(self)
        button.setProperty("quiet", True)
        button.setAccessibleName(f"{self._title}: more")
        button.setToolTip("Options, copy and save")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    @property
    def is_busy(self) -> bool:
        """Whether something is still being written."""
        return self._jobs.is_busy

    def save_picture(self, path: Path) -> None:
        """Write the figure; the ending says how."""
        figure = self._find_figure()
        if figure is not None:
            self._jobs.submit(partial(save_figure, figure, path))

    def copy_picture(self) -> None:
        """Put the figure into the clipboard, once it is painted."""
        figure = self._find_figure()
        if figure is not None:
            self._jobs.submit(partial(make_picture, figure, dpi=_COPIED_DPI), self._on_painted)

    def save_data(self, path: Path) -> None:
        """Write the numbers as CSV."""
        header, rows = self._source.table()
        if self.about:
            header, rows = [*header, "selection"], [[*row, self.about] for row in rows]
        self._jobs.submit(partial(write_table, path, header, rows))

    def _find_figure(self) -> Figure | None:
        figure = self._source.figure()
        if figure is None:
            self.failed.emit(Failure("There is nothing to draw yet.", ""))
            return None
        return (
            replace(figure, about=f"{self._title}. Answers: {self.about}.")
            if self.about
            else figure
        )

    def _on_painted(self, picture: QImage) -> None:
        QGuiApplication.clipboard().setImage(picture)

    @Slot()
    def _on_copy_picture(self) -> None:
        self.copy_picture()

    @Slot()
    def _on_copy_data(self) -> None:
        text = io.StringIO()
        write_rows(text, *self._source.table(), delimiter="\t", line_end="\n")
        QGuiApplication.clipboard().setText(text.getvalue())

    @Slot()
    def _on_save_picture(self) -> None:
        name = f"{self._title.lower()}.png"
        path = ask_for_figure(self.parentWidget(), "Save picture", name)
        if path is not None:
            self.save_picture(path)

    @Slot()
    def _on_save_data(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self.parentWidget(), "Save data", f"{self._title.lower()}.csv", "CSV table (*.csv)"
        )
        if name:
            path = Path(name)
            self.save_data(path if path.suffix else path.with_suffix(".csv"))


def ask_for_figure(parent: QWidget | None, title: str, name: str) -> Path | None:
    """Ask where to write a figure; a name without an ending of ours gets that of its kind."""
    kinds = ";;".join(f"{text} (*{ending})" for ending, text in ENDINGS.items())
    chosen, kind = QFileDialog.getSaveFileName(parent, title, name, kinds)
    if not chosen:
        return None
    path = Path(chosen)
    ending = next((e for e, text in ENDINGS.items() if text in kind), ".png")
    return path if path.suffix.lower() in ENDINGS else path.with_name(path.name + ending)
