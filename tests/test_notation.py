"""Rules, hands and positions as text: printing and parsing are inverses, and errors name the value."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.deal import deal, next_draw, start
from tantrix.game import Phase
from tantrix.notation import (
    parse_hands,
    parse_position,
    parse_rules,
    parse_seat,
    print_hands,
    print_position,
    print_rules,
    print_seat,
)
from tantrix.placement import Placement
from tantrix.rules import Deadlock, ForcedSides, Rules, Start
from tantrix.tiles import FULL_SET, Colour

R, Y, G, B = Colour

seats = st.one_of(
    st.permutations(list(Colour)).flatmap(
        lambda order: st.integers(2, 4).map(lambda n: (tuple(order[:n]), False))
    ),
    st.permutations(list(Colour)).map(lambda order: (tuple(order[:2]) * 2, True)),
)
rule_sets = st.builds(
    lambda seats, *options: Rules(seats[0], *options, teams=seats[1]),
    seats,
    st.sampled_from([56, 64]),
    st.sampled_from(Start),
    st.integers(1, 12),
    st.sampled_from(ForcedSides),
    st.sampled_from(Deadlock),
)


def played(rules, seed, n_plies):
    """A game of random legal placements, stopped after some of them."""
    rng = random.Random(seed)
    dealt = deal(rules, rng.randbytes(32))
    game = start(rules, dealt)
    for _ in range(n_plies):
        if game.is_over:
            break
        game = game.play(rng.choice(list(game.placements())), next_draw(dealt, game))
    return game


@given(rule_sets)
def test_rules_are_read_as_they_are_written(rules):
    assert parse_rules(print_rules(rules)) == rules


def test_the_usual_rules_are_three_words():
    assert print_rules(Rules()) == "RB 56 draw-keep"


def test_rules_are_read_forgivingly():
    expected = Rules(
        (R, B, R, B), 64, Start.DRAW_RETURN, 5, ForcedSides.EXACTLY_THREE, Deadlock.PASS, teams=True
    )

    assert print_rules(expected) == "RBRB 64 draw-return teams hand=5 forced=exactly-three deadlock=pass"
    text = " rbrb  deadlock=pass\t64 teams draw-then-six  forced=exactly-three hand=5 "
    assert parse_rules(text) == expected
    assert parse_rules("RB") == Rules()


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "0"),
        ("R", "1"),
        ("RX", "'X'"),
        ("RR", "RR"),
        ("RB 57", "57"),
        ("RB 99999", "'99999'"),
        ("RB draw-again", "'draw-again'"),
        ("RB hands=6", "'hands=6'"),
        ("RB hand=six", "'six'"),
        ("RB hand=0", "0"),
        ("RB forced=4", "'4'"),
        ("RB deadlock=win", "'win'"),
        ("RB 56 56", "'56'"),
        ("RB hand=5 hand=6", "'hand=6'"),
        ("RB teams", "RB"),
    ],
)
def test_impossible_rules_are_refused_by_value(text, wrong):
    with pytest.raises(ValueError, match=wrong):
        parse_rules(text)


@given(st.lists(st.lists(st.sampled_from(FULL_SET)).map(tuple), min_size=1).map(tuple))
def test_hands_are_read_as_they_are_written(hands):
    assert parse_hands(print_hands(hands)) == hands


def test_hands_are_read_forgivingly():
    assert parse_hands(" 1,2, 3/4  5 /-") == ((1, 2, 3), (4, 5), ())


@pytest.mark.parametrize("text", ["1 x", "0", "65", "1.5", "²", "99999999999"])
def test_an_invalid_tile_is_refused_with_its_value(text):
    with pytest.raises(ValueError, match=text.split()[-1]):
        parse_hands(text)


@given(st.integers(0, 3))
def test_seats_are_counted_from_one(seat):
    assert print_seat(seat) == str(seat + 1)
    assert parse_seat(print_seat(seat), 4) == seat


@pytest.mark.parametrize("text", ["0", "3", "", "one", "-1", "²"])
def test_a_seat_that_does_not_exist_is_refused(text):
    with pytest.raises(ValueError, match="1 to 2"):
        parse_seat(text, 2)


@settings(max_examples=60, deadline=None)
@given(rule_sets, st.integers(0, 10**6), st.integers(0, 64))
def test_a_position_is_read_as_it_is_written(rules, seed, n_plies):
    game = played(rules, seed, n_plies)

    read = parse_position(print_position(game))

    assert print_position(read) == print_position(game)
    assert read.rules == game.rules
    assert (read.hands, read.bag, read.to_play, read.phase) == (
        game.hands,
        game.bag,
        game.to_play,
        game.phase,
    )
    assert {laid.placement for laid in read.laid} == {laid.placement for laid in game.laid}
    assert list(read.placements()) == list(game.placements())
    assert read.scores == game.scores


def test_a_position_is_one_line():
    game = parse_position("RB; -; 1 2 3 4 5 6/7 8 9 10 11 12; 1").play("3@0,0^2", 20)

    assert print_position(game) == "RB 56 draw-keep; 3@0,0^2; 1 2 20 4 5 6 / 7 8 9 10 11 12; 2"


def test_whether_the_free_placement_is_made_is_part_of_a_position():
    # R3.1: only fillings follow the free placement.
    games = (played(Rules(), seed, n) for seed in range(30) for n in range(8, 30))
    game = next(game for game in games if game.phase is Phase.REFILL)

    assert print_position(game).endswith("+")
    assert parse_position(print_position(game)).phase is Phase.REFILL
    assert parse_position(print_position(game).removesuffix("+")).phase is Phase.FILL


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "1 fields"),
        ("RB; -; 1/2", "3 fields"),
        ("RB; 12; 1/2; 1", "'12'"),
        ("RB; 1@0,0^0 1@1,0^0; 2/3; 1", "tile 1 twice"),
        ("RB; 1@0,0^0; 1/3; 1", "tile 1 twice"),
        ("RB; 1@0,0^0 2@0,0^0; 4/3; 1", "empty cell"),
        ("RB; 1@0,0^0 2@5,0^0; 4/3; 1", "touch"),
        ("RB; 1@0,0^0 2@1,0^0; 4/3; 1", "fit the tiles beside"),
        ("RB; -; 1/2; 3", "'3'"),
        ("RB; -; 1/2/3; 1", "2 hands"),
        ("RB; -; 57/2; 1", "57"),
        ("RB; " + "1@0,0^0 " * 65 + "; 1/2; 1", "65"),
    ],
)
def test_impossible_positions_are_refused(text, wrong):
    with pytest.raises(ValueError, match=wrong):
        parse_position(text)


@settings(deadline=None)
@given(st.text(alphabet="RYGB 0123456789;/@,^-+= draw-keep", max_size=60))
def test_any_text_is_a_position_or_a_value_error(text):
    try:
        game = parse_position(text)
    except ValueError:
        return
    assert print_position(parse_position(print_position(game))) == print_position(game)


DOCS = Path(__file__).parent.parent / "docs"


def examples(kind):
    """The lines of the examples of a kind in docs/library/notation.md."""
    page = (DOCS / "library/notation.md").read_text(encoding="utf-8")
    return [
        line for block in re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL) for line in block.splitlines()
    ]


@pytest.mark.parametrize("text", examples("placement"))
def test_a_placement_from_the_docs_prints_the_same(text):
    assert str(Placement.parse(text)) == text


@pytest.mark.parametrize("text", examples("rules"))
def test_rules_from_the_docs_print_the_same(text):
    assert print_rules(parse_rules(text)) == text


@pytest.mark.parametrize("text", examples("hands"))
def test_hands_from_the_docs_print_the_same(text):
    assert print_hands(parse_hands(text)) == text


@pytest.mark.parametrize("text", examples("position"))
def test_a_position_from_the_docs_prints_the_same(text):
    assert print_position(parse_position(text)) == text
