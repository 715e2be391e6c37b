"""What every strategy does, in plain words, with what speaks for it and against it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StrategyText:
    """An explanation for somebody who knows nothing about sorting."""

    what: str
    good: str
    bad: str


TEXTS = {
    "mergesort": StrategyText(
        "Sorts the items again and again: short sorted lists are merged into longer ones, and the "
        "participant decides each step. All answers together give the ranking.",
        "Few answers for a good ranking, also with mistakes; every item is shown about equally "
        "often; several people can share one sort.",
        "The answers of an unfinished sort tell less. Adaptive rounds often need fewer answers.",
    ),
    "quicksort": StrategyText(
        "Sorts the items again and again: one item, the pivot, is compared with the others and "
        "splits them into better and worse ones; then each half is sorted alike.",
        "Few answers for a good ranking, and easy to explain.",
        "A pivot is shown often, which people notice; an unlucky pivot costs answers.",
    ),
    "matching": StrategyText(
        "Fits a model to all answers and asks the pairs from which it expects to learn most, "
        "a round of them; then it fits again.",
        "Usually the fewest answers for the same accuracy, and any round is a good place to stop.",
        "Later pairs are close calls, which tires people. With very noisy answers it is no "
        "better than random pairs.",
    ),
    "random": StrategyText(
        "Asks any two items, by chance.",
        "The simplest design; no answer influences which pair comes next, so that every statistic "
        "for random samples holds.",
        "Needs many more answers for the same accuracy, unless answers are very noisy.",
    ),
    "all-pairs": StrategyText(
        "Asks every pair once, in random order, and then once more.",
        "Complete and easy to defend for up to about 15 items.",
        "The number of pairs grows with the square of the items: 30 items are 435 pairs.",
    ),
    "uncertainty": StrategyText(
        "Asks the pair whose scores seem closest at the moment.",
        "Quick to learn the order of neighbours.",
        "Can stay with the same few items for long, and misses mistakes made early.",
    ),
    "adjacent": StrategyText(
        "Asks all neighbours of the current ranking, round by round.",
        "Very accurate in the end where people seldom err.",
        "Slow at the beginning, and every question is a close call.",
    ),
    "entropy": StrategyText(
        "Before every question, finds the pair that is expected to teach most about all scores.",
        "About as few answers as adaptive rounds.",
        "Every pair depends on the answer just before, so that people can't share it well; "
        "slow for more than a few hundred items.",
    ),
    "kl": StrategyText(
        "Like Entropy, by another formula that comes to the same numbers.",
        "About as few answers as adaptive rounds.",
        "As for Entropy; it is here to compare with papers that use it.",
    ),
}
