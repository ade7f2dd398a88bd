"""The robots that pages offer: each with a name, a level or a style, a face and a badge."""

import pytest

from tantrix._tools.languages import LANGUAGES
from tantrix.competition.ladder import robot_points
from tantrix.robots.levels import LEVELS
from tantrix.robots.registry import ADAPTIVE, AS_STRONG, STYLED
from tantrix.server.games.views.badges import of_robot
from tantrix.server.http.faces import ROBOT_FACES
from tantrix.server.wording.robots import opponents, robot_summary, start_page_robots


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_offers_those_of_the_start_page_the_strongest_one_that_adapts_and_those_with_a_style(
    language: str,
) -> None:
    offered = opponents(language)

    assert offered[:5] == start_page_robots(language)
    assert [each["robot"] for each in offered[5:]] == [LEVELS[-1].name, ADAPTIVE, *STYLED]
    assert len({each["name"] for each in offered}) == len({each["strength"] for each in offered}) == 10
    assert all(robot_summary(each["robot"], language) for each in offered)


def test_every_robot_of_the_lobby_has_a_face_of_its_own() -> None:
    faces = [ROBOT_FACES[each["robot"]] for each in opponents("en")]

    assert len(set(faces)) == len(faces)


@pytest.mark.parametrize("name", STYLED)
def test_a_robot_with_a_style_counts_as_much_as_the_level_that_it_equals(name: str) -> None:
    assert of_robot(name) == of_robot(AS_STRONG)
    assert robot_points(name) == robot_points(AS_STRONG)
