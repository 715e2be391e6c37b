"""Figures as SVG: where things are, and what stands in it."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.figures.curve_panels import clip
from sortrank_gui.figures.descriptions import (
    Bars,
    Curve,
    Dots,
    Figure,
    Mark,
    Matrix,
    Panel,
    Rows,
)
from sortrank_gui.figures.looks import BLUE, EVEN, NEVER, ORANGE, SOFT, VERMILION, share_colour
from sortrank_gui.figures.row_panels import find_lanes
from sortrank_gui.figures.writer import draw_figure, write_svg

LINE = Curve("random", (0.0, 10.0), (0.0, 100.0), (0.0, 80.0), (0.0, 120.0))


def shapes(figure: Figure, kind: str, **wanted: str) -> list[ET.Element]:
    """Return the elements of a kind that have these attributes."""
    found = ET.fromstring(draw_figure(figure)).iter(f"{{http://www.w3.org/2000/svg}}{kind}")
    keys = {key.replace("_", "-"): value for key, value in wanted.items()}
    return [e for e in found if all(e.get(key) == value for key, value in keys.items())]


def points(element: ET.Element) -> list[tuple[float, ...]]:
    """Return the points of a line or an area."""
    return [tuple(map(float, pair.split(","))) for pair in element.attrib["points"].split()]


def texts(figure: Figure) -> dict[str, ET.Element]:
    """Return all texts but those that stand for a cut name."""
    return {element.text or element[0].tail: element for element in shapes(figure, "text")}


def test_curve_lies_where_its_values_are() -> None:
    """0 is at the lower left corner of the frame; the mean is at 100 of the 124.8 that it shows."""
    figure = Figure((Panel("", "x", "y", (LINE,)),))
    (axis,) = shapes(figure, "polyline", stroke="#1A1A1A", stroke_width="1")[:1]
    (left, bottom), (right, _) = points(axis)
    curve = shapes(figure, "polyline", stroke="#000000", stroke_width="1.6")[-1]
    (x1, y1), (x2, y2) = points(curve)
    assert (x1, y1, x2) == pytest.approx((left, bottom, right), abs=0.02)
    assert bottom - y2 == pytest.approx(180 * 100 / 124.8, abs=0.02)
    (band,) = shapes(figure, "polygon", fill_opacity="0.14")
    assert bottom - points(band)[1][1] == pytest.approx(180 * 120 / 124.8, abs=0.02)


def test_ticks_have_numbers_beside_their_lines() -> None:
    """The number 50 is at the height of its line of the grid, and 10 below the right end."""
    figure = Figure((Panel("", "x", "y", (LINE,)),))
    found = texts(figure)
    lines = [points(line) for line in shapes(figure, "polyline", stroke="#E6E6E6")]
    assert float(found["60"].attrib["y"]) - 3.6 in [pytest.approx(line[0][1]) for line in lines]
    assert float(found["10"].attrib["x"]) == pytest.approx(322, abs=0.01)


def test_logarithmic_panel_spaces_powers_evenly() -> None:
    """10 lies in the middle between 1 and 100."""
    curve = Curve("random", (1.0, 10.0, 100.0), (1.0, 10.0, 100.0))
    figure = Figure((Panel("", "x", "y", (curve,), log_x=True, log_y=True),))
    line = shapes(figure, "polyline", stroke="#000000", stroke_width="1.6")[-1]
    (x1, y1), (x2, y2), (x3, y3) = points(line)
    assert x2 == pytest.approx((x1 + x3) / 2, abs=0.02)
    assert y2 == pytest.approx((y1 + y3) / 2, abs=0.02)


def test_what_a_log_axis_lacks_leaves_the_frame() -> None:
    """A mean of 0 has no marker; its line ends at the axis, and so does a band below 0."""
    x = (1.0, 10.0, 100.0)
    curve = Curve("random", x, (100.0, 10.0, 0.0), (50.0, -5.0, -9.0), (150.0, 25.0, 9.0))
    figure = Figure((Panel("", "x", "y", (curve,), log_x=True, log_y=True),))
    (_, bottom), _ = points(shapes(figure, "polyline", stroke="#1A1A1A", stroke_width="1")[0])
    line = points(shapes(figure, "polyline", stroke="#000000", stroke_width="1.6")[-1])
    assert line[-1][1] == pytest.approx(bottom)
    assert line[-1][0] < line[0][0] + 2 * (line[1][0] - line[0][0])
    (band,) = shapes(figure, "polygon", fill_opacity="0.14")
    assert max(y for _, y in points(band)) == pytest.approx(bottom)
    assert len(shapes(figure, "circle")) == 3, "the legend's and those of 100 and 10"


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=1), st.booleans())
def test_clipped_line_stays_above_the_bottom(line: list[tuple[float, float]], closed: bool) -> None:
    """Nothing is below, and what was above is still there."""
    found = clip(line, 50.0, closed=closed)
    assert all(y <= 50 for _, y in found)
    assert {point for point in line if point[1] <= 50} <= set(found)


def test_bars_stand_on_the_axis() -> None:
    """Heights are to scale, one below 0 hangs down, and they have their own colour."""
    bars = Bars("n", (0.0, 1.0), (1.0, 2.0), (4.0, -2.0), "#56B4E9")
    figure = Figure((Panel("", "", "", (), bars=(bars,), bare=True),))
    up, down = (e.attrib for e in shapes(figure, "rect", fill="#56B4E9"))
    assert float(up["height"]) == pytest.approx(2 * float(down["height"]), abs=0.02)
    assert float(up["y"]) + float(up["height"]) == pytest.approx(float(down["y"]), abs=0.02)
    assert float(down["x"]) - float(up["x"]) == pytest.approx(160, abs=0.02)


def test_dots_lie_in_their_rows() -> None:
    """Rows are 16 units apart; a ring is hollow, a flag a triangle, and whiskers are to scale."""
    dots = (
        Dots("", (0,), (1.0,), (0.0,), (3.0,)),
        Dots("ring", (2,), (1.0,), (0.0,), (2.0,), Mark.RING),
        Dots("flag", (1,), (2.0,), mark=Mark.FLAG),
    )
    figure = Figure((Rows("score", ("a", "b", "c"), dots),))
    (dot,) = shapes(figure, "circle", fill=BLUE, stroke="#FFFFFF")
    ring = shapes(figure, "circle", fill="#FFFFFF", stroke=BLUE)[-1]
    assert ring.get("cx") == dot.get("cx")
    assert float(ring.attrib["cy"]) - float(dot.attrib["cy"]) == pytest.approx(32)
    assert len(shapes(figure, "polygon", fill=VERMILION)) == 2, "in its row and in the legend"
    whisker = points(shapes(figure, "polyline", stroke=BLUE)[-2])
    assert float(dot.attrib["cx"]) == pytest.approx(
        whisker[0][0] + (whisker[1][0] - whisker[0][0]) / 3, abs=0.02
    )


def test_groups_that_overlap_lie_side_by_side() -> None:
    """A bar goes to the first lane that is free; a group of one has none."""
    rows = Rows("", ("n",) * 9, (), groups=((0, 3), (3, 5), (4, 7), (8, 8)), group_label="alike")
    assert find_lanes(rows) == [(0, (0, 3)), (1, (3, 5)), (0, (4, 7))]
    figure = Figure((rows,))
    bars = [points(e) for e in shapes(figure, "polyline", stroke=SOFT, stroke_width="2")]
    assert [bar[1][1] - bar[0][1] for bar in bars] == pytest.approx([58, 42, 58])
    assert bars[0][0][0] == bars[2][0][0] < bars[1][0][0]
    assert "alike" in texts(figure)


def test_too_many_groups_are_left_out() -> None:
    """Of dozens of overlapping bars one would see nothing: neither they nor their key are there."""
    groups = tuple((k, k + 30) for k in range(30))
    figure = Figure((Rows("", ("n",) * 60, (), groups=groups, group_label="alike"),))
    assert "alike" not in texts(figure)
    assert shapes(figure, "polyline", stroke=SOFT, stroke_width="2") == []


def test_matrix_has_a_cell_for_every_pair() -> None:
    """Cells of a colour are one path; what was not compared is the ground; wins are written."""
    shares = np.array([[np.nan, 1.0, 1.0], [0.0, np.nan, 0.5], [0.0, 0.5, np.nan]])
    wins = np.array([[0, 3, 4], [0, 0, 2.5], [0, 2.5, 0]])
    figure = Figure((Matrix(("a", "b", "c"), shares, wins),))
    (blue,) = shapes(figure, "path", fill=BLUE)
    assert re.findall(r"M(\d+) (\d+)h([\d.]+)", blue.attrib["d"]) == [("1", "0", "2.00")]
    (orange,) = shapes(figure, "path", fill=ORANGE)
    assert re.findall(r"M(\d+) (\d+)h", orange.attrib["d"]) == [("0", "1"), ("0", "2")]
    grounds = shapes(figure, "rect", fill=NEVER)
    assert any(ground.get("width") == ground.get("height") == "132" for ground in grounds)
    assert {"3", "4", "2.5"} <= set(texts(figure))


def test_part_of_a_matrix_keeps_its_ranks() -> None:
    """Rows from place 10 on and columns from place 20 on are numbered so."""
    figure = Figure((Matrix(("a", "b"), np.full((2, 2), 0.5), None, 10, 20),))
    assert {"11", "12", "21", "22", "a", "b"} <= set(texts(figure))


def test_colours_of_shares_are_those_of_the_colour_blind() -> None:
    """Orange for never, grey for a half, blue for always; what was not compared looks otherwise."""
    assert [share_colour(share) for share in (0, 0.5, 1)] == [ORANGE, EVEN, BLUE]
    assert abs(int(EVEN[1:3], 16) - int(NEVER[1:3], 16)) > 30


def test_legend_has_everything_once() -> None:
    """A curve in two panels has one key; a key that has no room goes to the next row."""
    curves = tuple(Curve(f"a rather long label of curve {k}", (1.0,), (1.0,)) for k in range(4))
    panel = Panel("", "x", "y", curves)
    found = texts(Figure((panel, panel), columns=2))
    heights = [float(found[curve.label].attrib["y"]) for curve in curves]
    assert [height - heights[0] for height in heights] == pytest.approx([0, 0, 0, 16])
    every = [e.text for e in shapes(Figure((panel, panel), columns=2), "text")]
    assert all(every.count(curve.label) == 1 for curve in curves)


def test_given_width_is_shared_by_the_columns() -> None:
    """Two panels in 720 units have 360 each; alone they have what is usual."""
    panel = Panel("", "x", "y", (LINE,))
    wide = ET.fromstring(draw_figure(Figure((panel, panel), columns=2, width=720.0)))
    assert wide.attrib["viewBox"] == "0 0 720 276"
    assert ET.fromstring(draw_figure(Figure((panel,)))).attrib["viewBox"] == "0 0 340 276"


@pytest.mark.parametrize(
    "name", ["</text><script>x</script>", '"onload="x', "a & b", "\x07 \ud800"]
)
def test_names_stay_text(name: str) -> None:
    """Whatever an item is called, it is the content of a text, and never a part of the drawing."""
    rows = Rows(name, (name,), (Dots(name, (0,), (1.0,)),), group_label=name, reference=(0, name))
    matrix = Matrix((name,), np.array([[0.5]]))
    panel = Panel(name, name, name, (Curve(name, (1.0,), (1.0,)),))
    text = write_svg(Figure((rows, matrix, panel), about=name))
    root = ET.fromstring(text.split("\n", 1)[1])
    tags = {element.tag.split("}")[1] for element in root.iter()}
    assert "script" not in tags
    assert not any(key.startswith("on") for e in root.iter() for key in e.attrib)
    assert text.encode()


def test_cut_name_is_told_in_full() -> None:
    """Whoever points at a cut name reads all of it."""
    name = "a name that is much longer than the room for names beside the rows"
    (found,) = (e for e in shapes(Figure((Rows("", (name,), ()),)), "text") if len(e))
    assert found[0].text == name
    assert (found[0].tail or "").endswith("…")


@given(st.data())
def test_all_numbers_are_finite(data: st.DataObject) -> None:
    """However odd the values are, nothing lies nowhere."""
    value = st.floats(-1e12, 1e12)
    size = data.draw(st.integers(1, 4))
    lists = st.lists(value, min_size=size, max_size=size).map(tuple)
    x, mean, low, high = (data.draw(lists) for _ in range(4))
    log = data.draw(st.booleans())
    curve = Curve("a", x, mean, low, high)
    text = draw_figure(Figure((Panel("", "x", "y", (curve,), log_x=log, log_y=log),)))
    assert not re.search(r"\b(nan|inf)\b", text)
