"""The chart of a rating over time."""

import re
import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from tantrix.server.players.rating_chart import HEIGHT, MAX_POINTS, WIDTH, Dot, graph

DOTS = st.builds(Dot, st.integers(-500, 4000), st.integers(1, 420))


@given(st.lists(DOTS, min_size=1, max_size=450))
def test_a_graph_stays_inside_its_picture(track: list[Dot]) -> None:
    drawn = ET.fromstring(graph(track, "a label", "2026-01-01", "2026-02-01"))

    for shape in (drawn.find("polyline"), drawn.find("polygon")):
        assert shape is not None
        points = [tuple(map(float, point.split(","))) for point in shape.attrib["points"].split()]
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
        assert 1 <= len(points) <= 2 * (MAX_POINTS + 1)


@given(st.lists(DOTS, min_size=1, max_size=30))
def test_the_axis_covers_every_point_with_few_ticks(track: list[Dot]) -> None:
    ticks = [int(text) for text in re.findall(r'class="tick"[^>]*>(-?\d+)<', graph(track, "", "", ""))]

    assert 2 <= len(ticks) <= 8
    assert min(ticks) <= min(dot.points - dot.plus_minus for dot in track)
    assert max(ticks) >= max(dot.points + dot.plus_minus for dot in track)


def test_a_label_cannot_leave_its_attribute() -> None:
    drawn = graph([Dot(1500, 400)], '"><script>', "a", "b")

    assert "<script" not in drawn
    assert ET.fromstring(drawn).attrib["aria-label"] == '"><script>'
