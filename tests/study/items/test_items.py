import numpy as np
import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.study.items.items import Item, Study


def test_study_needs_two_items() -> None:
    """There is nothing to compare in a study of one."""
    with pytest.raises(InputError, match="two items"):
        Study("Lonely", "Which?", (Item("one"),))


def test_study_needs_a_true_score_for_each_item() -> None:
    """A truth of another length is refused, with both numbers."""
    with pytest.raises(InputError, match="3 scores for 2 items"):
        Study("Odd", "Which?", (Item("one"), Item("two")), np.zeros(3))
