"""Numbers and names as people say them."""

import unicodedata
from pathlib import Path

from sortrank_gui.progress import RunProgress
from sortrank_gui.ranking import strategies
from sortrank_gui.ranking.strategies import Progress
from sortrank_gui.study.survey.survey_state import Phase, SurveyState

_LEFT_TO_RIGHT = "\u200e"
"""A mark that takes no room."""


def describe_progress(strategy: str, progress: Progress) -> str:
    """Say where a strategy stands."""
    facts = strategies.facts(strategy)
    return " · ".join((facts.title, *facts.tell_progress(progress)))


def describe_pace(seconds: float | None) -> str:
    """Say how long an answer takes; nothing where nobody knows."""
    if seconds is None:
        return ""
    if seconds < 0.1:
        return "under 0.1 s per answer"
    return f"{seconds:.1f} s per answer"


def describe_survey(state: SurveyState) -> str:
    """Say who takes part, where the sort stands and how quick the answers are."""
    if state.phase is Phase.IDLE or state.progress is None:
        return "Nobody takes part now"
    code = shorten(state.participant)
    who = f"{code} (paused)" if state.phase is Phase.PAUSED else code
    progress = describe_progress(state.strategy, state.progress)
    return " · ".join(filter(None, (who, progress, describe_pace(state.seconds_per_answer))))


def describe_trials(answered: int, budget: int | None) -> str:
    """Say how many trials are answered, and of how many."""
    done = f"{answered:,}" + ("" if budget is None else f" of {budget:,}")
    return f"{done} trial" + ("" if (budget or answered) == 1 else "s")


def describe_opening(progress: RunProgress) -> str:
    """Say how far the opening of a study is, and how long it still takes."""
    text = f"Opening… {progress.done:,} of {progress.total:,} records verified"
    left = progress.remaining_seconds
    return text if left is None else f"{text}, about {max(1, round(left))} s left"


def shorten(text: str, most: int = 20) -> str:
    """Return the beginning of a text that is too long for its place."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def name_file(title: str) -> str:
    """Return a title as a name for a file, on any system."""
    kept = "".join(sign if sign.isalnum() or sign in "-_" else " " for sign in title)
    return " ".join(kept.split())[:60].rstrip() or "Study"


def keep_direction(text: str) -> str:
    """Return a text that turns nothing around which stands beside it, in whatever script it is."""
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)
    return f"{_LEFT_TO_RIGHT}{text}{_LEFT_TO_RIGHT}" if turns else text


def describe_path(path: Path, most: int = 44) -> str:
    """Return a path as people write it, from the home folder on; of a long one the end."""
    home, text = str(Path.home()), str(path)
    text = f"~{text[len(home) :]}" if path.is_relative_to(home) else text
    return text if len(text) <= most else "…" + text[1 - most :]
