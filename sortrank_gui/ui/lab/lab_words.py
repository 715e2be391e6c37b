"""What screens say about stations and the server: who, how far, how long ago, what is not sent."""

import shlex
from dataclasses import replace

from sortrank_gui.figures.numbers import NOTHING
from sortrank_gui.study.survey.lab_state import CLOSED, LabState, StationSeen
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.ui.widgets.wording import shorten

SILENT_SECONDS = 15.0
"""A station that was silent for so long counts as gone: its pairs are free for others."""
_JUST_NOW = 5
_LONGEST_SERVER = 40
_LONGEST_SENTENCE, _MOST_SENTENCES = 300, 3
_STEPS = ((60, 1, "s"), (3600, 60, "min"), (86_400, 3600, "h"))
_NOTES: dict[str, str] = {
    Phase.PAUSED: "paused",
    Phase.OVER: "done",
    Phase.STUCK: "can’t save",
    CLOSED: "closed",
}


def grow_older(lab: LabState, seconds: float) -> LabState:
    """Return what was seen of the stations as it is so long after that."""
    stations = (replace(each, seen_seconds=each.seen_seconds + seconds) for each in lab.stations)
    return replace(lab, stations=tuple(stations))


def tell_command(lab: LabState, name: str = "booth-1") -> str:
    """Return what is typed on a computer to make it a station."""
    has_user = "@" in lab.server or "user=" in lab.server  # that of the researcher
    server = "" if has_user or not lab.server else f" --server {_quote(lab.server)}"
    study = f" --study {_quote(lab.study)}" if lab.study else ""  # it may not be the only one there
    return f"sortrank lab station {_quote(name)}{server}{study}"


def _quote(word: str) -> str:
    """Return a word as terminals take it; those of Windows know no single quotes."""
    is_plain = word.isprintable() and not set(word) & set('"$`\\!%^')
    return f'"{word}"' if is_plain and " " in word else shlex.quote(word)


def is_silent(station: StationSeen) -> bool:
    """Say whether a station gives no sign of life any more."""
    return station.phase == CLOSED or station.seen_seconds > SILENT_SECONDS


def describe_who(station: StationSeen) -> str:
    """Say who takes part, or that nobody does."""
    if not station.participant:
        return "closed" if station.phase == CLOSED else "waiting"
    note = _NOTES.get(station.phase)
    return station.participant if note is None else f"{station.participant} ({note})"


def describe_trial(station: StationSeen) -> str:
    """Say which trial is on the screen, and of how many; once all are answered, how many."""
    if not station.participant:
        return NOTHING
    of = "" if station.budget is None else f" of {station.budget:,}"
    trial = station.answered if station.trial is None else station.trial
    return f"{trial:,}{of}"


def describe_seconds(station: StationSeen) -> str:
    """Say how long an answer takes there."""
    if not station.participant or station.pace is None:
        return NOTHING
    return f"{station.pace:.1f} s" if station.pace >= 0.1 else "< 0.1 s"


def describe_sign(seconds: float) -> str:
    """Say how long ago something was, as people do."""
    whole = max(0, int(seconds))
    if whole < _JUST_NOW:
        return "now"
    for limit, size, unit in _STEPS:
        if whole < limit:
            return f"{whole // size} {unit} ago"
    days = whole // 86_400
    return "1 day ago" if days == 1 else f"{days:,} days ago"


def count_answers(number: int) -> str:
    """Return a number of answers in words."""
    return "1 answer" if number == 1 else f"{number:,} answers"


def describe_pending(number: int) -> str:
    """Say what the server does not have yet; nothing where it has all."""
    return f"not yet on the server: {count_answers(number)}" if number else ""


def describe_link(lab: LabState) -> str:
    """Say whether the server is there, and what it does not have."""
    server = shorten(lab.server, _LONGEST_SERVER)
    here = server if lab.connected else f"{server} is away"
    return " · ".join(filter(None, (here, describe_pending(lab.pending))))


def describe_left_out(lab: LabState) -> str:
    """Say which sessions do not count, in part or altogether; nothing where all do."""
    shown = [shorten(sentence, _LONGEST_SENTENCE) for sentence in lab.left_out[-_MOST_SENTENCES:]]
    more = len(lab.left_out) - len(shown)
    return "\n".join([*shown, *([f"and {more:,} more before"] if more else [])])


def describe_lab(lab: LabState) -> str:
    """Say for the status line how the stations are."""
    if not lab.connected:
        return "The server is away; sessions at the stations go on"
    present = [each for each in lab.stations if not is_silent(each)]
    if not present:
        return "No station is at work"
    busy = sum(bool(each.participant) for each in present)
    stations = "1 station" if len(present) == 1 else f"{len(present):,} stations"
    pending = sum(each.pending for each in lab.stations)
    parts = (stations, f"{busy:,} with a participant", describe_pending(pending))
    return " · ".join(filter(None, parts))
