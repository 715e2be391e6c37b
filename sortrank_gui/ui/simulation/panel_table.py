"""A panel as a table: a row for every x, a column for every curve."""

from bisect import bisect_left

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from sortrank_gui.figures.descriptions import Curve, Panel
from sortrank_gui.ui.plots.colours import curve_title
from sortrank_gui.ui.plots.legend import describe_point

Index = QModelIndex | QPersistentModelIndex


class PanelModel(QAbstractTableModel):
    """Mean and standard deviation of every curve."""

    def __init__(self) -> None:
        super().__init__()
        self._x_label = ""
        self._xs: list[float] = []
        self._curves: list[Curve] = []

    def show_panel(self, panel: Panel | None) -> None:
        """Show another panel."""
        self.beginResetModel()
        self._curves = [] if panel is None else [c for c in panel.curves if not c.reference]
        self._xs = sorted({x for curve in self._curves for x in curve.x})
        self._x_label = "" if panel is None else panel.x_label
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many x there are."""
        return 0 if parent.isValid() else len(self._xs)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return one for x, and one a curve."""
        return 0 if parent.isValid() else len(self._curves) + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text of a cell."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        x = self._xs[index.row()]
        if index.column() == 0:
            return f"{x:,.6g}" if x < 1e6 else f"{x:,.0f}"
        curve = self._curves[index.column() - 1]
        place = bisect_left(curve.x, x)
        there = place < len(curve.x) and curve.x[place] == x
        return describe_point(curve, place) if there else ""

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return the names of the columns."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if orientation is Qt.Orientation.Vertical or role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._x_label if section == 0 else curve_title(self._curves[section - 1].label)


class PanelTable(QTableView):
    """The table of a panel."""

    def __init__(self) -> None:
        super().__init__()
        self._model = PanelModel()
        self.setModel(self._model)
        self.setObjectName("quiet")
        self.setAccessibleName("Results as a table")
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setMinimumSectionSize(96)
        self.horizontalHeader().setHighlightSections(False)

    def show_panel(self, panel: Panel | None) -> None:
        """Show another panel."""
        self._model.show_panel(panel)
