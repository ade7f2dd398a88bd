"""Faces: to text and back, one for every name, and drawn only from safe parts."""

from itertools import product

import pytest

from tantrix.server.http.faces import (
    COLOURS,
    EYES,
    MOUTHS,
    ROBOT_FACES,
    Face,
    face_of_name,
    face_svg,
    parse_face,
    print_face,
)


def test_every_face_is_read_as_it_is_written() -> None:
    for mouth, eyes, colour, cap in product(range(6), range(7), COLOURS, (None, *COLOURS)):
        face = Face(mouth, eyes, colour, cap)

        assert parse_face(print_face(face)) == face


@pytest.mark.parametrize("text", ["", "11", "71R", "18R", "11r", "11RX", "11RRR", "1½R", "<svg>"])
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a face like '36GG'"):
        parse_face(text)


def test_a_name_always_has_the_same_face() -> None:
    # The same as in web/src/page/players/face.test.ts.
    found = [face_of_name(name) for name in ("Anna", "Łukasz", "Мария", "greedy", "")]

    assert found == ["46RB", "62R", "17GB", "24RR", "11R"]


def test_there_are_six_mouths_and_seven_eyes_and_each_computer_has_a_different_face() -> None:
    assert (len(MOUTHS), len(EYES)) == (6, 7)
    assert len({parse_face(face) for face in ROBOT_FACES.values()}) == len(ROBOT_FACES)


def test_a_face_shows_the_chosen_one_before_that_of_the_robot_or_the_name() -> None:
    assert MOUTHS[5] in face_svg("Anna", chosen="61R")
    assert "face-cap face-Y" in face_svg("Maro", "master")
    assert face_svg("Anna") != face_svg("Łukasz")


def test_at_a_table_a_face_wears_the_colour_it_plays() -> None:
    drawn = face_svg("Maro", "master", plays="B")

    assert "face-line face-B" in drawn
    assert "face-cap face-B" in drawn


def test_a_line_in_one_colour_joins_faces_side_by_side() -> None:
    drawn = face_svg("Maro", "master", line="B")

    assert "face-line face-B" in drawn
    assert "face-cap face-Y" in drawn
