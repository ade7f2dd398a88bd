"""The game as a value: setup, turns, endings and refusals, each with its rule."""

import json
import pickle
from dataclasses import FrozenInstanceError
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import (
    FULL_SET,
    GAME_SET,
    ORIGIN,
    Cell,
    Colour,
    Deadlock,
    ForcedSides,
    Game,
    IllegalPlacement,
    Line,
    Outcome,
    Phase,
    Placement,
    Rules,
    Shape,
    Start,
    Termination,
    Verdict,
    edges,
    links,
)
from tantrix.hexes import DIRECTIONS, distance, neighbour, opposite, rotate
from tantrix.tiles import back, colours
from tests.support.play import RULE_SETS, B, G, R, Y, random_play, random_start

DATA = Path(__file__).parent / "data"
HANDS = [(1, 2, 3, 4, 5, 6), (15, 16, 17, 18, 19, 20)]
seeds = st.integers(0, 2**32)


# Tiles and cells.


def test_the_tiles_match_the_official_table():  # R1.1, R1.3
    rows = [line.split(",") for line in (DATA / "tiles.csv").read_text().splitlines()[1:]]

    assert [edges(int(row[0])) for row in rows] == [row[1] for row in rows]
    assert [back(int(row[0])) for row in rows[:56]] == [row[2] for row in rows[:56]]


def test_every_colour_is_on_42_tiles_and_every_three_colours_on_14():  # R1.2
    carried = [colours(tile) for tile in GAME_SET]

    assert all(sum(colour in tile for tile in carried) == 42 for colour in Colour)
    assert all(sum(colour not in tile for tile in carried) == 14 for colour in Colour)


def test_the_links_of_a_tile_join_its_edges_in_pairs_of_three_colours():  # R1.1, R1.2
    for tile in FULL_SET:
        for rotation in range(6):
            joined = links(tile, rotation)
            assert sorted(edge for link in joined for edge in (link.a, link.b)) == list(range(6))
            assert len({link.colour for link in joined}) == 3
            assert (all(link.shape is Shape.STRAIGHT for link in joined)) == (tile > 56)  # R1.3


def test_a_rotation_turns_a_tile_clockwise():
    assert edges(1) == "YYBRBR"
    assert edges(1, 1) == "RYYBRB"


@pytest.mark.parametrize(("tile", "rotation"), [(0, 0), (65, 0), (1, 6), (1, -1)])
def test_an_invalid_tile_or_rotation_is_refused(tile: int, rotation: int):
    with pytest.raises(ValueError, match="expected a"):
        edges(tile, rotation)


def test_neighbours_touch_with_opposite_edges():
    for edge in range(6):
        assert neighbour(neighbour(ORIGIN, edge), opposite(edge)) == ORIGIN
        assert rotate(DIRECTIONS[edge], 1) == DIRECTIONS[(edge + 1) % 6]
        assert distance(ORIGIN, DIRECTIONS[edge]) == 1


@given(st.integers(1, 64), st.integers(-99, 99), st.integers(-99, 99), st.integers(0, 5))
def test_a_placement_is_read_as_it_is_printed(tile: int, q: int, r: int, rotation: int):
    placement = Placement(tile, Cell(q, r), rotation)

    assert Placement.parse(str(placement)) == placement


@pytest.mark.parametrize(
    "text", ["", "12", "12@3,-1", "12@3,-1^6", "65@0,0^0", "0@0,0^0", "a@b,c^d", "12@3;1^0"]
)
def test_text_that_is_not_a_placement_is_refused_by_name(text: str):
    with pytest.raises(ValueError, match="expected a"):
        Placement.parse(text)


# Setting up.


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_two_to_four_players_hold_six_tiles_each_and_all_others_are_in_the_bag(n_seats: int):  # R2.1, R2.2
    rules = Rules(colours=tuple(Colour)[:n_seats])
    game, order = random_start(rules, Random(1))

    assert [len(hand) for hand in game.hands] == [6] * n_seats
    assert game.bag == frozenset(order)
    assert len(game.bag) == 56 - 6 * n_seats


def test_the_64_tile_set_is_an_option():  # R2.4
    game, _ = random_start(Rules(tile_set=64), Random(1))

    assert len(game.bag) == 52


def test_the_opening_tile_is_any_of_the_hand_in_any_rotation_at_the_origin():  # R2.5
    game = Game.start(Rules(), HANDS)

    expected = {Placement(tile, ORIGIN, rotation) for tile in HANDS[0] for rotation in range(6)}
    assert set(game.placements()) == expected
    assert game.verdict(Placement(1, Cell(1, 0), 0)) is Verdict.DETACHED


def test_a_random_opening_is_on_the_table_before_the_first_turn():  # R2.3
    game = Game.start(Rules(start=Start.RANDOM_OPENING), HANDS, 1, Placement(50, ORIGIN, 0))

    assert game.ply == 1
    assert game.laid[0].seat is None
    assert game.to_play == 1
    assert 50 not in game.bag


def test_partners_sit_opposite_and_share_a_colour():  # R2.6
    rules = Rules(colours=(R, B, R, B), teams=True)

    assert rules.partners(1) == (1, 3)
    with pytest.raises(ValueError, match="RBRB, got RRBB"):
        Rules(colours=(R, R, B, B), teams=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colours": (R,)}, "2 to 4 seats, got 1"),
        ({"colours": (R, R)}, "a different colour for each seat, got RR"),
        ({"tile_set": 57}, "56 or 64, got 57"),
        ({"hand_size": 0}, "1 to 12 tiles, got 0"),
        ({"colours": (R, B), "teams": True}, "got RB"),
        ({"colours": "RX"}, "R, Y, G or B, got 'X'"),
        ({"colours": (R, 9)}, "expected a colour, got 9"),
        ({"start": "nonsense"}, "draw-keep, draw-return, .* got 'nonsense'"),
        ({"deadlock": None}, "draw, pass, got None"),
        ({"tile_set": 56.0}, "56 or 64, got 56.0"),
        ({"hand_size": True}, "1 to 12 tiles, got True"),
    ],
)
def test_a_rule_set_that_no_source_allows_is_refused(options: dict, message: str):
    with pytest.raises(ValueError, match=message):
        Rules(**options)


def test_options_given_as_text_are_the_options():
    given = Rules(colours="RB", start="draw-then-six", forced_sides="exactly-three", deadlock="pass")  # type: ignore[arg-type]

    assert given == Rules(
        (R, B), 56, Start.DRAW_RETURN, forced_sides=ForcedSides.EXACTLY_THREE, deadlock=Deadlock.PASS
    )
    assert (given.start, given.forced_sides, given.deadlock) == (
        Start.DRAW_RETURN,
        ForcedSides.EXACTLY_THREE,
        Deadlock.PASS,
    )
    assert all(isinstance(colour, Colour) for colour in given.colours)


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ([HANDS[0]], "expected 2 hands, got 1"),
        ([HANDS[0], HANDS[0]], "tile 1 twice"),
        ([HANDS[0], (15, 16, 17, 18, 19, 57)], "1 to 56, got 57"),
        ([HANDS[0], HANDS[1][:5]], "expected 6 tiles in the hand of seat 1, got 5"),
    ],
)
def test_impossible_hands_are_refused(hands: list, message: str):
    with pytest.raises(ValueError, match=message):
        Game.start(Rules(), hands)


@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        (["50@0,0^0", "51@0,0^0"], "got one with tile 50"),
        (["50@0,0^0", "51@2,0^0"], "to touch the tiles before it"),
        (["50@0,0^0", "7@1,0^0"], "expected 7@1,0.0 to fit the tiles beside it"),
        (["50@0,0^0", "50@1,0^0"], "tile 50 twice"),
    ],
)
def test_a_position_that_breaks_the_golden_rule_cannot_be_set_up(tiles: list[str], message: str):  # R1.4
    with pytest.raises(ValueError, match=message):
        Game.from_position(Rules(), [Placement.parse(text) for text in tiles], HANDS)


# Playing.


def test_a_tile_is_drawn_after_every_tile_laid_and_takes_its_place_in_the_hand():  # R2.2
    game = Game.start(Rules(), HANDS).play("3@0,0^2", draw=40)

    assert game.hands[0] == (1, 2, 40, 4, 5, 6)
    assert 40 not in game.bag
    assert game.laid[-1] == (Placement(3, ORIGIN, 2), 0, 40, False, 1)
    assert game.to_play == 1


@pytest.mark.parametrize(
    ("draw", "message"), [(None, "out of the 44 tiles"), (3, "got 3"), (15, "got 15"), (21.0, "got 21.0")]
)
def test_a_draw_that_the_bag_cannot_give_is_refused(draw: int | None, message: str):
    with pytest.raises(ValueError, match=message):
        Game.start(Rules(), HANDS).play("3@0,0^2", draw=draw)


def test_a_draw_from_an_empty_bag_is_refused():
    game = next(game for game in random_play(Rules(), Random(2)) if game.in_endgame)

    with pytest.raises(ValueError, match="no draw from an empty bag, got 7"):
        game.play(next(iter(game.placements())), draw=7)


def test_an_illegal_placement_raises_with_its_verdict_and_changes_nothing():
    game = Game.start(Rules(), HANDS)

    with pytest.raises(IllegalPlacement, match=r"15@0,0.0 at ply 0 is refused as NOT_IN_HAND") as caught:
        game.play("15@0,0^0", draw=40)
    assert caught.value.verdict is Verdict.NOT_IN_HAND
    assert game == Game.start(Rules(), HANDS)


def test_an_illegal_placement_error_can_be_sent_to_other_processes():
    with pytest.raises(IllegalPlacement) as caught:
        Game.start(Rules(), HANDS).play("15@0,0^0", draw=40)

    copied = pickle.loads(pickle.dumps(caught.value))
    assert (str(copied), copied.verdict, copied.placement) == (
        str(caught.value),
        caught.value.verdict,
        caught.value.placement,
    )


@pytest.mark.parametrize(
    "placement", [Placement(1, ORIGIN, 9), Placement(1, ORIGIN, -1), Placement(99, ORIGIN, 0), "1@0,0", 5]
)
def test_an_impossible_placement_is_refused(placement: Placement | str):
    game = Game.start(Rules(), HANDS)

    with pytest.raises(ValueError, match="expected a"):
        game.verdict(placement)
    with pytest.raises(ValueError, match="expected a"):
        game.play(placement, draw=40)


def test_a_placement_may_be_given_as_text():
    game = Game.start(Rules(), HANDS)

    assert game.verdict("1@0,0^0") is Verdict.LEGAL
    assert "1@0,0^0" in game.placements()
    assert "15@0,0^0" not in game.placements()
    assert 5 not in game.placements()


def test_placements_are_a_sequence_in_canonical_order():
    placements = Game.start(Rules(), HANDS).placements()

    assert placements[0] == next(iter(placements))
    assert placements[-2:] == tuple(placements)[-2:]
    with pytest.raises(IndexError):
        placements[36]


def test_a_game_describes_itself_in_one_line():
    assert repr(Game.start(Rules(), HANDS)) == "<Game RB: ply 0, seat 0 to play, phase free, scores 0 0>"


def test_a_game_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Game.start(Rules(), HANDS).to_play = 1  # type: ignore[misc]


def test_legal_is_the_only_verdict_that_is_false_and_each_has_its_sentence():
    assert [verdict for verdict in Verdict if not verdict] == [Verdict.LEGAL]
    assert len({verdict.sentence for verdict in Verdict}) == len(Verdict)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(RULE_SETS), seeds)
def test_a_turn_is_fillings_one_free_placement_and_fillings(rules: Rules, seed: int):  # R3.1, R3.2, R3.3
    *_, ended = random_play(rules, Random(seed))

    turns: dict[int, list[bool]] = {}
    for item in ended.laid:
        turns.setdefault(item.turn, []).append(item.forced)
    for forced in turns.values():
        assert forced.count(False) <= 1
    assert [item.turn for item in ended.laid] == sorted(item.turn for item in ended.laid)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(RULE_SETS), seeds)
def test_tiles_are_never_lost_or_duplicated(rules: Rules, seed: int):
    for game in random_play(rules, Random(seed)):
        held = [tile for hand in game.hands for tile in hand]
        assert sorted([*held, *game.bag, *(item.placement.tile for item in game.laid)]) == list(rules.tiles)


def test_a_player_may_create_a_forced_space_without_a_tile_to_fill_it():  # R3.5
    for game in random_play(Rules(), Random(12)):
        for placement in game.placements() if game.phase is Phase.FREE and game.ply else ():
            draw = min(game.bag, default=None)
            after = game.play(placement, draw)
            made = set(after.forced_spaces()) - set(game.forced_spaces())
            hand = after.hands[game.to_play]
            if made and all(after.fitting(cell).isdisjoint(hand) for cell in made):
                assert after.to_play != game.to_play
                return
    raise AssertionError("expected such a placement in the game")


def test_a_triple_straight_turned_by_half_is_the_same_placement():  # R1.3
    game = Game.start(Rules(tile_set=64), [(57, 2, 3, 4, 5, 6), HANDS[1]])

    assert len(game.placements()) == 33
    assert Placement(57, ORIGIN, 4) in game.placements()
    assert game.play("57@0,0^4", draw=40) == game.play("57@0,0^1", draw=40)


@pytest.mark.parametrize("case", json.loads((DATA / "nwerc2005.json").read_text())["cases"])
def test_the_samples_of_nwerc_2005_count_as_published(case: dict):
    hand = [tile_of(shown)[0] for shown in case["hand"]]
    laid = [Placement(*tile_and_cell(shown, q, r)) for q, r, shown in case["tiles"]]
    game = Game.from_position(Rules(tile_set=64), joined(laid), [hand, ()])

    assert len(game.placements()) == case["legal_placements"]


def tile_of(shown: str) -> tuple[int, int]:
    return next((tile, turn) for tile in FULL_SET for turn in range(6) if edges(tile, turn) == shown)


def tile_and_cell(shown: str, q: int, r: int) -> tuple[int, Cell, int]:
    tile, rotation = tile_of(shown)
    return tile, Cell(q, r), rotation


def joined(placements: list[Placement]) -> list[Placement]:
    """Order placements so that each touches an earlier one."""
    order, left = placements[:1], placements[1:]
    while left:
        following = next(p for p in left if any(distance(p.cell, other.cell) == 1 for other in order))
        order.append(following)
        left.remove(following)
    return order


# The end.


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(RULE_SETS), seeds)
def test_the_highest_score_wins_and_equal_scores_share_a_rank(rules: Rules, seed: int):  # R5.2
    *_, ended = random_play(rules, Random(seed))
    outcome = ended.outcome
    assert outcome is not None
    if outcome.termination is Termination.PLAYED_OUT:
        best = max(outcome.scores)
        assert outcome.winners == tuple(seat for seat, score in enumerate(outcome.scores) if score == best)
        assert all(
            outcome.ranks[a] == outcome.ranks[b] for a in range(rules.n_seats) for b in rules.partners(a)
        )
    assert ended.phase is Phase.OVER
    assert len(ended.placements()) == 0
    assert ended.verdict(Placement(1, ORIGIN, 0)) is Verdict.GAME_OVER


def test_a_loop_counts_two_per_tile():  # R5.1
    assert Line(R, (ORIGIN,) * 12, True).score == 24 > Line(R, (ORIGIN,) * 23, False).score


def test_a_player_who_resigns_ranks_last_whatever_the_score():  # R5.3
    *_, game, _ = random_play(Rules(colours=(R, Y, G)), Random(4))
    leader = game.scores.index(max(game.scores))
    ended = game.end(Termination.RESIGNATION, leader)

    assert ended.outcome and ended.outcome.ranks[leader] == 3
    assert ended.is_over
    with pytest.raises(ValueError, match="ended as resignation"):
        ended.end(Termination.TIME, 0)


def test_a_seat_that_left_ranks_last_even_if_others_play_its_game_out():  # R8.2
    *_, game = random_play(Rules(), Random(4))
    assert game.outcome is not None
    leader = game.outcome.winners[0]

    ended = game.end(Termination.ABANDONED, leader)

    assert ended.outcome == Outcome(Termination.ABANDONED, game.scores, (2, 1) if leader == 0 else (1, 2))
    with pytest.raises(ValueError, match="ended as played-out"):
        game.end(Termination.AGREEMENT)


def test_a_resignation_in_doubles_counts_for_both_partners():  # R2.6, R5.3
    game, _ = random_start(Rules(colours=(R, B, R, B), teams=True), Random(4))

    assert game.end(Termination.ABANDONED, 3).outcome == Outcome(
        Termination.ABANDONED, (0,) * 4, (1, 2, 1, 2)
    )


def test_an_agreed_draw_gives_all_the_same_rank_whatever_the_scores():  # R5.3
    *_, game, _ = random_play(Rules(colours=(R, Y, G)), Random(4))

    outcome = game.end(Termination.AGREEMENT).outcome

    assert outcome == Outcome(Termination.AGREEMENT, game.scores, (1, 1, 1))
    assert outcome.is_draw
    assert outcome.winners == (0, 1, 2)


def test_an_aborted_game_has_no_winners_and_is_not_a_draw():  # R5.3
    outcome = Game.start(Rules(), HANDS).end(Termination.ABORTED).outcome

    assert outcome
    assert outcome.winners == ()
    assert not outcome.is_draw


@pytest.mark.parametrize(
    ("termination", "seat"),
    [
        (Termination.PLAYED_OUT, 0),
        (Termination.PLAYED_OUT, None),
        (Termination.DEADLOCK, 0),
        (Termination.TIME, 2),
        (Termination.TIME, -1),
        (Termination.TIME, None),
        (Termination.AGREEMENT, 0),
        (Termination.ABORTED, 1),
    ],
)
def test_an_impossible_end_is_refused(termination: Termination, seat: int | None):
    with pytest.raises(ValueError, match="expected a"):
        Game.start(Rules(), HANDS).end(termination, seat)


# Asking.


def test_fitting_tiles_are_searched_in_the_whole_set():
    game = Game.start(Rules(), HANDS).play("1@0,0^0", draw=40)

    assert game.facing(Cell(1, 0)) == "...Y.."
    assert game.fitting(Cell(1, 0)) == frozenset(tile for tile in GAME_SET if Colour.YELLOW in colours(tile))
    with pytest.raises(ValueError, match="0,0, which holds tile 1"):
        game.fitting(ORIGIN)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(RULE_SETS), seeds)
def test_the_cells_of_a_line_follow_one_another(rules: Rules, seed: int):
    *_, ended = random_play(rules, Random(seed))
    for colour in (R, Y, G, B):
        line = ended.best(colour)
        steps = zip(line.cells, line.cells[1:] + (line.cells[:1] if line.is_loop else ()), strict=False)
        assert all(distance(a, b) == 1 for a, b in steps)


def test_a_game_draws_itself_in_a_notebook():
    svg = Game.start(Rules(), HANDS).play("1@0,0^0", draw=40)._repr_svg_()

    assert svg.startswith("<svg")


def test_a_game_can_be_sent_to_other_processes():
    game = Game.start(Rules(), HANDS).play("1@0,0^0", draw=40)
    other = pickle.loads(pickle.dumps(game))

    assert other == game
    assert list(other.placements()) == list(game.placements())


def test_the_deadlock_options_are_draw_and_pass():  # R3.6
    assert {option.value for option in Deadlock} == {"draw", "pass"}


def test_a_hand_of_more_tiles_than_the_rules_can_list_is_refused() -> None:
    hands = (tuple(range(1, 16)), (20,))

    with pytest.raises(ValueError, match="expected at most 14 tiles in hand, got 15 at seat 0"):
        Game.start(Rules(), hands)


def test_the_placements_of_equal_positions_are_equal_and_hashable():
    first, second = (Game.start(Rules(), ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))) for _ in range(2))
    other = Game.start(Rules(), ((1, 2, 3, 4, 5, 13), (7, 8, 9, 10, 11, 12)))

    assert first.placements() == second.placements() != other.placements()
    assert hash(first.placements()) == hash(second.placements())
    assert first.placements() != "placements"


def test_what_is_no_placement_is_not_among_the_placements():
    placements = Game.start(Rules(), ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12))).placements()

    assert str(placements[0]) in placements
    assert "nonsense" not in placements
    assert 7 not in placements
