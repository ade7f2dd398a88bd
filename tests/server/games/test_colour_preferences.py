"""Colours according to the players' preferences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.rules import Rules
from tantrix.server.games.colour_preferences import granted

PREFERENCES = st.dictionaries(st.integers(0, 3), st.text("RYGB", min_size=1, max_size=2), max_size=4)


def _granted(colours: str, colour_preferences: dict[int, str]) -> str:
    rules = Rules(colours=colours)  # type: ignore[arg-type]
    return "".join(colour.letter for colour in granted(rules, colour_preferences).colours)


@pytest.mark.parametrize(
    ("colours", "colour_preferences", "expected"),
    [
        ("RB", {}, "RB"),
        ("RB", {0: "Y"}, "YB"),
        ("RB", {0: "BR", 1: "RB"}, "BR"),
        ("RB", {0: "RG", 1: "RY"}, "GY"),  # the same first choice: both seats take their second
        ("RB", {0: "RG", 1: "RG"}, "RB"),  # identical preferences change nothing
        ("RB", {0: "RR", 1: "RG"}, "RG"),  # seat 0 keeps its colour: seat 1 takes its second choice
        ("RB", {0: "GR", 1: "GR"}, "RB"),
        ("RB", {1: "R"}, "YR"),  # a seat without a preference gives way
        ("RBY", {0: "RG", 1: "RG", 2: "GR"}, "RBG"),
        ("RBY", {0: "RG", 1: "R", 2: "B"}, "GRB"),
    ],
)
def test_colours_are_granted_by_the_rule(
    colours: str, colour_preferences: dict[int, str], expected: str
) -> None:
    assert _granted(colours, colour_preferences) == expected


def test_pairs_keep_their_colours() -> None:
    rules = Rules(colours="RBRB", teams=True)  # type: ignore[arg-type]

    assert granted(rules, {0: "G"}) == rules


@given(st.permutations("RYGB"), st.integers(2, 4), PREFERENCES)
def test_everybody_has_a_colour_and_a_lone_first_preference_is_granted(
    order: list[str], n_seats: int, colour_preferences: dict[int, str]
) -> None:
    colour_preferences = {seat: letters for seat, letters in colour_preferences.items() if seat < n_seats}

    colours = _granted("".join(order[:n_seats]), colour_preferences)

    assert len(set(colours)) == n_seats
    firsts = [letters[0] for letters in colour_preferences.values()]
    for seat, letters in colour_preferences.items():
        if firsts.count(letters[0]) == 1:
            assert colours[seat] == letters[0]
