"""One strategy in a race: its name, what it used, how far it is, and its bars."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy

from sortrank_gui.ranking import random_displacement, strategies
from sortrank_gui.simulation.races import Lane, Scene
from sortrank_gui.ui.plots.colours import make_dot, strategy_colour
from sortrank_gui.ui.simulation.race.rank_bars import RankBars
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.theme import Recoloured, Theme, scaled_font

_DOT = 12
_LARGE = 1.7


class LaneCard(Recoloured, Card):
    """Shows one lane of a scene."""

    def __init__(self, strategy: str) -> None:
        super().__init__()
        self.strategy = strategy
        title = strategies.facts(strategy).title
        self.setAccessibleName(title)
        self._dot, self._title = QLabel(), QLabel(title)
        self._title.setMinimumWidth(1)  # numbers come first where there is little room
        self._distance, self._words = QLabel(), soft_label()
        self._distance.setAccessibleName("Displacement")
        self._distance.setToolTip("The sum of all rank errors: 0 is the true ranking")
        self.bars = RankBars(title)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self._dot)
        top.addWidget(self._title)
        top.addStretch()
        top.addWidget(self._distance)
        self._words.setToolTip("How far from a random ranking to the true one, in per cent")
        self._words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._words.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.body.setContentsMargins(16, 12, 16, 12)
        self.body.setSpacing(0)
        self.body.addLayout(top)
        self.body.addWidget(self._words)
        self.body.addSpacing(8)
        self.body.addWidget(self.bars, stretch=1)
        self.set_large(False)

    def set_large(self, large: bool) -> None:
        """Write as large as the last row of a lecture hall needs, or as usual."""
        size = _LARGE if large else 1.0
        self._title.setFont(scaled_font(self.font(), 1.1 * size, bold=True))
        self._distance.setFont(scaled_font(self.font(), 1.2 * size, bold=True))
        self._words.setFont(scaled_font(self.font(), size))

    def recolour(self, theme: Theme) -> None:
        """Draw the dot anew."""
        ratio = self.devicePixelRatioF()
        dot = make_dot(strategy_colour(self.strategy, theme), size=_DOT, ratio=ratio)
        self._dot.setPixmap(dot.pixmap(_DOT, _DOT))

    def show_lane(self, lane: Lane, scene: Scene, *, as_sort: bool, with_pair: bool) -> None:
        """Show where the strategy stands: by its estimate, or by its sort under way."""
        sort = lane.sort if as_sort else None
        self.bars.show_order(
            lane.order if sort is None else sort.items,
            scene.true_ranks,
            pair=lane.pair if with_pair else None,
            cuts=None if sort is None else sort.starts.tolist(),
        )
        accuracy = 1 - lane.displacement / max(random_displacement(len(lane.order)), 1e-9)
        self._distance.setText(f"{lane.displacement:,}")
        self._words.setText(f"displacement · {100 * max(accuracy, 0):.0f} %")
