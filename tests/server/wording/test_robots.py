"""The robots that pages offer: each with a name, its strength, a sentence and a face, in every language."""

import pytest

from tantrix._tools.languages import LANGUAGES
from tantrix.robots.roster import ROSTER, Offered, RobotRow
from tantrix.server.games.views.badges import of_robot
from tantrix.server.http.faces import ROBOT_FACES, parse_face
from tantrix.server.wording.robots import opponents, robot_label, robot_summary, start_page_robots


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_offers_those_of_the_start_page_and_then_its_own(language: str) -> None:
    offered = opponents(language)

    assert offered[:5] == start_page_robots(language)
    assert [each["robot"] for each in offered[5:]] == [
        row.name for row in ROSTER if row.offered is Offered.LOBBY
    ]
    assert len({each["name"] for each in offered}) == len({each["strength"] for each in offered})
    assert len({each["name"] for each in offered}) == len(offered)


@pytest.mark.parametrize("row", ROSTER, ids=[row.name for row in ROSTER])
def test_a_robot_has_its_name_sentence_face_and_level_from_its_row(row: RobotRow) -> None:
    badge = of_robot(row.name)

    assert robot_label(row.name, "en") == row.label
    assert robot_summary(row.name, "en") == row.summary
    assert robot_summary(row.name, "de") != row.summary
    assert parse_face(ROBOT_FACES[row.name]) == parse_face(row.face)
    assert (badge and badge.level) == row.level
