"""The same seed and answers give the same questions, whatever the processor."""

import pytest

from benchmarks.determinism import Answers, Setting, ask_elsewhere, find_settings, first_difference

NAMES = ["uncertainty", "adjacent", "entropy", "matching", "rounds", "rounds-top"]
ITEMS, ANSWERS, SEED = 40, 250, 2
HERE, *ELSEWHERE = find_settings()


@pytest.fixture(scope="module")
def here() -> Answers:
    """Ask with the kernels that this processor has."""
    return ask_elsewhere(HERE, NAMES, ITEMS, ANSWERS, SEED)


@pytest.mark.parametrize(
    "setting",
    [setting for setting in ELSEWHERE if "Prescott" in setting.title or "NumPy" in setting.title],
    ids=lambda setting: setting.title,
)
def test_model_strategies_ask_the_same_on_other_processors(here: Answers, setting: Setting) -> None:
    """No question differs among 40 items, where the last bits of products do."""
    if not setting.available:
        pytest.skip("this processor can't compute as that one")
    there = ask_elsewhere(setting, NAMES, ITEMS, ANSWERS, SEED)
    if there.bits == here.bits:
        pytest.skip("this processor computes the same bits as that one")
    found = {k: first_difference(here.questions[k], there.questions[k]) for k in NAMES}
    assert found == dict.fromkeys(NAMES, "none")


def test_first_difference_is_found() -> None:
    """It is the number of answers before the first question that differs."""
    assert first_difference([[0, 1], [2, 3]], [[0, 1], [3, 2]]) == "1"
    assert first_difference([[0, 1]], [[0, 1]]) == "none"
