"""The chart of a rating over time."""

import re
import sqlite3
import xml.etree.ElementTree as ET
from contextlib import closing
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tantrix.server.database.folder import DATABASE
from tantrix.server.players.rating_chart import (
    HEIGHT,
    MAX_POINTS,
    SMALL_HEIGHT,
    SMALL_WIDTH,
    WIDTH,
    Dot,
    graph,
    sparkline,
)
from tantrix.server.settings import Settings
from tests.server.support.clients import PASSWORD
from tests.server.support.services import user_id_of

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


@given(st.lists(st.integers(-500, 4000), min_size=2, max_size=40))
def test_a_small_chart_has_a_point_for_each_game_and_rises_with_the_rating(ratings: list[int]) -> None:
    drawn = ET.fromstring(sparkline(ratings))

    line, ring = drawn.find("polyline"), drawn.find("circle")
    assert line is not None
    assert ring is not None
    points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
    assert len(points) == len(ratings)
    assert all(0 <= x <= SMALL_WIDTH and 0 <= y <= SMALL_HEIGHT for x, y in points)
    assert (float(ring.attrib["cx"]), float(ring.attrib["cy"])) == points[-1]
    assert all(
        (height > other_height) == (rating < other_rating)
        for (rating, (_, height)), (other_rating, (_, other_height)) in pairwise(
            zip(ratings, points, strict=True)
        )
        if abs(rating - other_rating) > 50
    )


def test_small_changes_of_a_rating_look_small() -> None:
    heights = [float(y) for y in re.findall(r",([\d.]+)", sparkline([1500, 1502, 1499]))]

    assert max(heights) - min(heights) < SMALL_HEIGHT / 10


def test_a_page_of_a_player_whose_rated_games_are_gone_has_no_chart(
    client: TestClient, settings: Settings
) -> None:
    client.post("/sign-up", data={"name": "Anna", "password": PASSWORD, "next": "/"})
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database, database:
        values = (user_id_of(client, "Anna"),)
        database.execute("INSERT INTO ratings VALUES ('two', ?, 25.0, 2.0, 20, 0)", values)

    shown = client.get("/players/Anna")

    assert shown.status_code == 200
    assert "Anna" in shown.text
