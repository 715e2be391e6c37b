"""Figures of the report about answers: how the ranking settled, response times, participants."""

import numpy as np

from sortrank_gui.figures.markup import Markup
from sortrank_gui.ranking.diagnostics import wilson_interval
from sortrank_gui.study.results.report import wording
from sortrank_gui.study.results.report.drawing import (
    BLUE,
    GREY,
    ORANGE,
    SOFT,
    WIDTH,
    Drawing,
    Scale,
    cut,
    label_width,
    linear,
    log_ticks,
    logarithmic,
    number_text,
    round_ticks,
)
from sortrank_gui.study.results.summary import History, Participant, ResponseTimes

MOST_PEOPLE = 60
_TOP, _BOTTOM, _LEFT = 30.0, 250.0, 64.0
_ROW, _CODE = 18.0, 18


def draw_history(history: History, n_items: int) -> Markup:
    """Draw the displacement per item against the number of answers."""
    drawing = Drawing(_BOTTOM + 46)
    curves = [("expected, from the answers alone", history.expected / n_items, ORANGE, "6 4")]
    if history.to_truth is not None:
        curves.insert(0, ("to the ground truth", history.to_truth / n_items, BLUE, ""))
    highest = max(history.random / n_items, *(float(y.max()) for _, y, _, _ in curves))
    answers = history.answers.tolist()
    x = linear(0, answers[-1], _LEFT, WIDTH - 16)
    y = linear(0, highest * 1.04, _BOTTOM, _TOP)
    ends = (_LEFT, WIDTH - 16)
    _draw_axes(drawing, ends, x, y, round_ticks(0, answers[-1]), round_ticks(0, highest))
    drawing.line(
        (_LEFT, y(history.random / n_items)), (WIDTH - 16, y(history.random / n_items)), GREY
    )
    drawing.text(
        WIDTH - 18, y(history.random / n_items) - 5, "a random ranking", anchor="end", colour=SOFT
    )
    place = _LEFT
    for label, values, colour, dashes in curves:
        points = [(x(a), y(v)) for a, v in zip(answers, values.tolist(), strict=True)]
        drawing.curve(points, colour, dashes=dashes or None)
        drawing.line((place, 12), (place + 26, 12), colour, width=1.8, dashes=dashes or None)
        drawing.text(place + 32, 16, label)
        place += 48 + 7 * len(label)
    _name_axes(drawing, "Answers", "Displacement per item")
    return drawing.render("Displacement per item after growing numbers of answers")


def draw_times(times: ResponseTimes) -> Markup:
    """Draw the distribution of response times, and their median along a session."""
    drawing = Drawing(_BOTTOM + 46)
    middle = WIDTH * 0.5
    seconds = np.maximum(times.seconds, 0.01)
    low, high = float(np.quantile(seconds, 0.002)) * 0.9, float(np.quantile(seconds, 0.998)) * 1.1
    x = logarithmic(low, high, _LEFT, middle - 24)
    edges = np.geomspace(low, high, 33)
    counts = np.histogram(np.clip(seconds, low, high), edges)[0]
    y = linear(0, float(counts.max()) * 1.05, _BOTTOM, _TOP)
    y_ticks = round_ticks(0, float(counts.max()), 4)
    _draw_axes(drawing, (_LEFT, middle - 24), x, y, log_ticks(low, high), y_ticks)
    for k, count in enumerate(counts.tolist()):
        start, end = x(float(edges[k])), x(float(edges[k + 1]))
        drawing.box(start + 0.5, y(count), end - start - 1, _BOTTOM - y(count), BLUE)
    drawing.line((x(times.median), _TOP), (x(times.median), _BOTTOM), ORANGE, width=1.6)
    near_end = x(times.median) > middle - 130
    drawing.text(
        x(times.median) + (-6 if near_end else 6),
        _TOP + 4,
        f"median {wording.seconds(times.median)}",
        anchor="end" if near_end else "start",
        colour=ORANGE,
    )
    drawing.text((_LEFT + middle - 24) / 2, _BOTTOM + 38, "Seconds", anchor="middle", colour=SOFT)
    drawing.text(16, (_TOP + _BOTTOM) / 2, "Answers", anchor="middle", colour=SOFT, turned=True)
    _draw_course(drawing, times, middle + 60)
    return drawing.render("Distribution of response times, and their median along a session")


def _draw_course(drawing: Drawing, times: ResponseTimes, left: float) -> None:
    """Draw the median response time by the number of the trial."""
    trials, medians = times.block_trial.tolist(), times.block_median.tolist()
    x = linear(0, float(times.trial.max()), left, WIDTH - 16)
    y = linear(0, max(medians) * 1.15 or 1.0, _BOTTOM, _TOP)
    x_ticks = round_ticks(0, float(times.trial.max()), 5)
    y_ticks = round_ticks(0, max(medians) * 1.15, 4)
    _draw_axes(drawing, (left, WIDTH - 16), x, y, x_ticks, y_ticks)
    points = [(x(a), y(b)) for a, b in zip(trials, medians, strict=True)]
    drawing.curve(points, BLUE)
    for at in points:
        drawing.dot(*at, BLUE)
    centre = (left + WIDTH - 16) / 2
    drawing.text(centre, _BOTTOM + 38, "Trial of the session", anchor="middle", colour=SOFT)
    turned_at = left - 42
    drawing.text(
        turned_at, (_TOP + _BOTTOM) / 2, "Median, s", anchor="middle", colour=SOFT, turned=True
    )


def draw_participants(people: list[Participant]) -> Markup:
    """Draw each participant's agreement with the others, with what is to be expected."""
    assessed = [person for person in people if person.agreement is not None]
    shown = sorted(assessed, key=_agreement)[:MOST_PEOPLE]
    left = 24 + label_width(cut(person.code, _CODE) for person in shown)
    top, bottom = 50.0, 56 + len(shown) * _ROW
    drawing = Drawing(bottom + 46)
    x = linear(0, 100, left + 14, WIDTH - 14)
    for tick in range(0, 101, 10):
        drawing.line((x(tick), top), (x(tick), bottom))
        drawing.text(x(tick), bottom + 16, f"{tick}", anchor="middle", colour=SOFT)
    drawing.line((x(50), top), (x(50), bottom), SOFT, dashes="3 3")
    drawing.text(x(50), top - 8, "a coin", anchor="middle", colour=SOFT, size=11)
    for row, person in enumerate(reversed(shown)):
        y = top + 3 + (row + 0.5) * _ROW
        drawing.text(left, y + 4, cut(person.code, _CODE), anchor="end", whole=person.code)
        _draw_person(drawing, person, x, y)
    _draw_person_key(drawing, left + 14)
    drawing.text(
        (left + WIDTH) / 2,
        bottom + 38,
        "Agreement with the others, %",
        anchor="middle",
        colour=SOFT,
    )
    return drawing.render("Agreement of each participant with the others")


def _draw_person(drawing: Drawing, person: Participant, x: Scale, y: float) -> None:
    found = person.agreement
    if found is None or not found.answers:
        return
    colour = ORANGE if person.flags else BLUE
    low, high = wilson_interval(found.agreement * found.answers, found.answers)
    drawing.line((x(100 * low), y), (x(100 * high), y), colour, width=1.6)
    expected = x(100 * found.expected)
    drawing.line((expected, y - 6), (expected, y + 6), SOFT, width=1.6)
    mark = drawing.triangle if person.flags else drawing.dot
    mark(x(100 * found.agreement), y, colour)


def _draw_person_key(drawing: Drawing, x: float) -> None:
    drawing.dot(x + 4, 12, BLUE)
    drawing.text(x + 14, 16, "agreement, with 95 % interval")
    drawing.triangle(x + 224, 13, ORANGE)
    drawing.text(x + 234, 16, "of a participant with a flag")
    drawing.line((x + 424, 6), (x + 424, 18), SOFT, width=1.6)
    drawing.text(x + 432, 16, "expected")


def _agreement(person: Participant) -> float:
    found = person.agreement
    return 1.0 if found is None or not found.answers else found.agreement


def _draw_axes(
    drawing: Drawing,
    ends: tuple[float, float],
    x: Scale,
    y: Scale,
    x_ticks: list[float],
    y_ticks: list[float],
) -> None:
    """Draw both axes; `ends` are where the one below begins and ends."""
    left, right = ends
    for tick in y_ticks:
        drawing.line((left, y(tick)), (right, y(tick)))
        drawing.text(left - 6, y(tick) + 4, number_text(tick), anchor="end", colour=SOFT)
    for tick in x_ticks:
        drawing.line((x(tick), _BOTTOM), (x(tick), _BOTTOM + 4), SOFT)
        drawing.text(x(tick), _BOTTOM + 18, number_text(tick), anchor="middle", colour=SOFT)
    drawing.line((left, _BOTTOM), (right, _BOTTOM), SOFT)


def _name_axes(drawing: Drawing, x: str, y: str) -> None:
    drawing.text((_LEFT + WIDTH - 16) / 2, _BOTTOM + 38, x, anchor="middle", colour=SOFT)
    drawing.text(16, (_TOP + _BOTTOM) / 2, y, anchor="middle", colour=SOFT, turned=True)
