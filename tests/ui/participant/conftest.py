"""A view of trials for the tests of this folder."""

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.participant.trial_view import TrialView
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.widgets.theme import Appearance


@pytest.fixture
def view(qtbot: QtBot, images: ImageStore, appearance: Appearance) -> TrialView:
    """Return a view without a trial."""
    view = TrialView(images)
    qtbot.addWidget(view)
    view.resize(720, 480)
    view.show()
    return view
