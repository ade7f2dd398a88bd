"""Gobble (R6): the engine, its deal, its record and hidden information."""

import pickle
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.gobble import (
    Ending,
    Give,
    Gobble,
    GobbleRules,
    Lay,
    Leave,
    Penalty,
    PlayerFinished,
    PlayerLeft,
    PutAside,
    RushEnded,
    RushPlayer,
    RushRecord,
    RushRecordError,
    RushTable,
    RushVerdict,
    Source,
    Tick,
    TileGiven,
    TileLaid,
    TilePutAside,
    TileTurned,
    Turn,
    check,
    classic,
    deal_rush,
    default_receiver,
    modern,
    parse_options,
    parse_rush,
    print_options,
    print_rush,
    replay,
    scan_rushes,
    view_for,
)
from tantrix.hexes import ORIGIN, Cell, neighbours
from tantrix.placement import Placement
from tantrix.tiles import GAME_SET, edges
from tests.support.rush_play import play_at_random, with_hidden_shuffled

SECRET = bytes(range(32))

rule_sets = st.builds(
    GobbleRules,
    n_players=st.integers(1, 8),
    double_gobble=st.booleans(),
    penalty=st.sampled_from(Penalty),
    choose_ms=st.sampled_from((1_000, 5_000)),
    limit_ms=st.sampled_from((0, 0, 60_000)),
    idle_ms=st.sampled_from((0, 0, 20_000)),
)


def rush_of(rules: GobbleRules, number: int = 0) -> Gobble:
    return Gobble.start(rules, deal_rush(rules, Random(number).randbytes(32)))


def all_tiles(rush: Gobble) -> list[int]:
    """List all tiles, wherever they are."""
    held = [tile for player in rush.players for tile in player.tiles]
    return sorted([*held, *(placement.tile for placement in rush.table.laid.values()), *rush.box])


def ways(rush: Gobble, seat: int) -> list[Placement]:
    """List the legal placements of a seat, without using the engine's own lists."""
    player = rush.players[seat]
    open_tiles = [(tile, rush.rules.penalty_sides) for tile in player.pile]
    open_tiles += [(player.turned, 2)] if player.turned else []
    return [
        Placement(tile, cell, rotation)
        for tile, least in open_tiles
        for cell in {near for laid in rush.table.laid for near in neighbours(laid)} - rush.table.laid.keys()
        for rotation in range(6)
        if _touches(rush.table, tile, cell, rotation) >= least
    ]


def _touches(table: RushTable, tile: int, cell: Cell, rotation: int) -> int:
    """Count the sides that match; 0 if one does not."""
    around = [(edge, table.laid[near]) for edge, near in enumerate(neighbours(cell)) if near in table.laid]
    for edge, laid in around:
        if edges(tile, rotation)[edge] != edges(laid.tile, laid.rotation)[(edge + 3) % 6]:
            return 0
    return len(around)


# R6.5: no tile is lost or duplicated.
@settings(deadline=None, max_examples=60)
@given(rule_sets, st.integers(0, 2**32))
def test_every_tile_is_in_exactly_one_place_whatever_happens(rules: GobbleRules, number: int) -> None:
    _record, moments = play_at_random(rules, number)

    for moment in moments:
        assert all_tiles(moment.rush) == list(GAME_SET)


# R1.4, R6.2, R6.3: judged against an independent reading of the rules.
@settings(deadline=None, max_examples=15)
@given(rule_sets, st.integers(0, 2**32))
def test_a_placement_is_accepted_exactly_if_the_law_allows_it(rules: GobbleRules, number: int) -> None:
    _record, moments = play_at_random(rules, number)

    for moment in moments[:: max(1, len(moments) // 4)]:
        rush = moment.rush
        for seat in rush.active if not rush.is_over else ():
            allowed = set(ways(rush, seat))
            tiles = [t for t in (*rush.players[seat].pile, rush.players[seat].turned) if t is not None]
            spaces = {near for laid in rush.table.laid for near in neighbours(laid)}
            for tile in tiles[:3]:
                for cell in spaces:
                    for rotation in range(6):
                        placement = Placement(tile, cell, rotation)
                        verdict = rush.verdict(Lay(seat, placement), rush.at_ms)
                        if verdict is not RushVerdict.TIME_OVER:
                            assert (verdict is RushVerdict.ACCEPTED) == (placement in allowed)


@settings(deadline=None, max_examples=20)
@given(rule_sets, st.integers(0, 2**32))
def test_a_record_is_read_as_it_was_written_and_replays_to_the_same_rush(
    rules: GobbleRules, number: int
) -> None:
    record, moments = play_at_random(rules, number)

    assert parse_rush(print_rush(record)) == record
    assert list(replay(record)) == moments
    assert check(record) == ()


@settings(deadline=None, max_examples=20)
@given(rule_sets, st.integers(0, 2**32))
def test_ranks_are_one_to_n_with_ties_and_follow_the_order_of_getting_out(
    rules: GobbleRules, number: int
) -> None:
    _record, moments = play_at_random(rules, number)
    outcome = moments[-1].rush.outcome
    outs = [event for moment in moments for event in moment.events if isinstance(event, PlayerFinished)]

    assert [out.rank for out in outs] == list(range(1, len(outs) + 1))  # R6.5
    if outcome:
        assert all(outcome.ranks[out.seat] == out.rank for out in outs)
        assert sorted(outcome.ranks)[0] == 1
        assert all(rank - 1 == sum(other < rank for other in outcome.ranks) for rank in outcome.ranks)


# Hidden information: whatever the stocks hold, a seat sees the same.
@settings(deadline=None, max_examples=20)
@given(rule_sets.filter(lambda rules: rules.n_players > 1), st.integers(0, 2**32), st.randoms())
def test_a_view_does_not_depend_on_what_is_hidden_from_it(
    rules: GobbleRules, number: int, rng: Random
) -> None:
    _record, moments = play_at_random(rules, number, most=300)
    rush = moments[-1].rush

    for seat in (*range(rules.n_players), None):
        assert view_for(with_hidden_shuffled(rush, seat, rng), seat) == view_for(rush, seat)


@pytest.mark.parametrize("n_players", range(1, 9))
def test_an_equal_deal_gives_all_the_same_and_the_surplus_to_the_core(n_players: int) -> None:
    rules = classic(n_players)
    deal = deal_rush(rules, SECRET)

    assert {len(stock) for stock in deal.stocks} == {54 // n_players}  # R6.1
    assert len(deal.core) == 2 + 54 % n_players
    assert deal.box == ()


def test_a_core_obeys_the_golden_rule_and_is_connected() -> None:
    for number in range(50):
        deal = deal_rush(classic(8), Random(number).randbytes(32))
        table = RushTable()
        for placement in deal.core:
            touched = _touches(table, *placement)
            assert touched >= min(2, len(table.laid))  # R6.1, R6.2
            table = table.lay(placement)
        assert deal.core[0].cell == ORIGIN


def test_a_handicap_deals_as_it_says_and_what_is_too_much_for_a_core_stays_in_the_box() -> None:
    deal = deal_rush(GobbleRules(2, tiles=(10, 6)), SECRET)

    assert [len(stock) for stock in deal.stocks] == [10, 6]  # R6.1
    assert len(deal.core) == 8
    assert len(deal.box) == 56 - 16 - 8


@pytest.mark.parametrize(
    "bad",
    [
        {"n_players": 0},
        {"n_players": 9},
        {"tiles": (5,)},
        {"tiles": (0, 5)},
        {"tiles": (30, 25)},
        {"choose_ms": 10},
        {"limit_ms": 5},
        {"idle_ms": 5},
    ],
)
def test_impossible_rules_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        GobbleRules(**bad)  # type: ignore[arg-type]


@given(rule_sets)
def test_rules_are_read_as_they_were_written(rules: GobbleRules) -> None:
    assert parse_options(print_options(rules)) == rules


def test_the_text_of_rules_says_what_differs_from_the_default() -> None:
    assert print_options(classic(4)) == "4"
    assert print_options(modern(3)) == "3 double penalty=anywhere"
    assert parse_options("2 tiles=20,30 choose=2.5 limit=600 idle=60") == GobbleRules(
        2, (20, 30), choose_ms=2_500, limit_ms=600_000, idle_ms=60_000
    )


def test_a_tile_must_be_turned_before_it_is_laid_and_only_one_at_a_time() -> None:
    rush = rush_of(classic(2))
    top = rush.players[0].stock[0]

    assert rush.verdict(Lay(0, Placement(top, Cell(1, 0), 0)), 0) is RushVerdict.NOT_HELD
    assert rush.verdict(PutAside(0), 0) is RushVerdict.NOTHING_TURNED
    rush, events = rush.play(Turn(0), 0)
    assert events == (TileTurned(0, top),)  # R6.2
    assert rush.verdict(Turn(0), 0) is RushVerdict.ALREADY_TURNED


def test_a_tile_that_touches_only_one_other_is_refused() -> None:
    rush, _events = rush_of(classic(2)).play(Turn(0), 0)
    tile = rush.players[0].turned
    assert tile is not None
    cell, _facing = next((c, f) for c, f in rush.table.spaces.items() if rush.table.sides(c) == 1)

    assert rush.verdict(Lay(0, Placement(tile, cell, 0)), 0) is RushVerdict.TOO_FEW_SIDES  # R6.2
    assert rush.verdict(Lay(0, Placement(tile, ORIGIN, 0)), 0) is RushVerdict.OCCUPIED
    assert rush.verdict(Lay(0, Placement(tile, Cell(50, 50), 0)), 0) is RushVerdict.TOO_FEW_SIDES


def test_a_tile_put_aside_lies_in_the_pile_and_waits_for_a_forced_space() -> None:
    rush, placement = _fit(classic(2), sides=2)
    tile = rush.players[0].turned
    assert tile is not None
    rush, events = rush.play(PutAside(0), rush.at_ms)

    assert events == (TilePutAside(0, tile),)
    assert rush.players[0].pile[-1] == tile
    assert rush.verdict(Lay(0, placement), rush.at_ms) is RushVerdict.PENALTY_ONLY_FORCED  # R6.3


def test_by_the_newer_booklet_a_tile_put_aside_goes_anywhere() -> None:
    rush, placement = _fit(modern(2), sides=2)
    rush, _events = rush.play(PutAside(0), rush.at_ms)
    rush, events = rush.play(Lay(0, placement), rush.at_ms)

    assert events[0] == TileLaid(0, placement, Source.PILE, 2, 0)


def _fit(rules: GobbleRules, sides: int) -> tuple[Gobble, Placement]:
    """Play until seat 0 has a turned tile that fits a space with exactly this many sides; return both."""
    for number in range(400):
        _record, moments = play_at_random(replace(rules, limit_ms=0, idle_ms=0), number, most=400)
        for moment in moments:
            rush = moment.rush
            turned = None if rush.is_over or 0 not in rush.active else rush.players[0].turned
            if turned is None or len(rush.active) < 2 or any(player.dues for player in rush.players):
                continue
            if rush.players[0].n_to_give < 4:
                continue
            for way in rush.table.placements(turned, sides):
                if rush.table.sides(way.cell) == sides:
                    return rush, way
    raise AssertionError(f"no space of {sides} sides in 400 rushes")


@pytest.mark.parametrize(
    ("rules", "sides", "gifts"),
    [
        (classic(2), 2, 0),
        (classic(2), 3, 1),
        (classic(2), 4, 1),
        (modern(2), 3, 1),
        (modern(2), 4, 2),
        (modern(3), 4, 2),
    ],
)
def test_filling_a_forced_space_gives_tiles_away(rules: GobbleRules, sides: int, gifts: int) -> None:
    rush, placement = _fit(rules, sides)
    after, events = rush.play(Lay(0, placement), rush.at_ms)

    assert events[0] == TileLaid(0, placement, Source.STOCK, sides, gifts)  # R6.4
    assert after.players[0].dues == (rush.at_ms + rules.choose_ms,) * gifts


def test_a_gift_goes_face_down_to_the_bottom_of_the_stock() -> None:
    rush, placement = _fit(classic(3), 3)
    rush, _events = rush.play(Lay(0, placement), rush.at_ms)
    to = next(seat for seat in rush.active if seat != 0)
    gift = rush.players[0].stock[0] if rush.players[0].stock else None
    tile = gift if gift else rush.players[0].pile[0]
    after, events = rush.play(Give(0, to, None if gift else tile), rush.at_ms)

    assert events == (TileGiven(0, to, tile, Source.STOCK if gift else Source.PILE, False),)  # R6.4
    assert after.players[to].stock[-1] == tile
    assert after.players[0].dues == ()
    assert after.verdict(Give(0, to, None), after.at_ms) is RushVerdict.NOTHING_OWED


def test_a_gift_goes_to_an_active_opponent_and_comes_from_the_givers_tiles() -> None:
    rush, placement = _fit(classic(3), 3)
    rush, _events = rush.play(Lay(0, placement), rush.at_ms)
    now = rush.at_ms

    assert rush.verdict(Give(0, 0, None), now) is RushVerdict.NO_OPPONENT
    assert rush.verdict(Give(0, 7, None), now) is RushVerdict.NO_OPPONENT
    assert rush.verdict(Give(0, 1, 99), now) is RushVerdict.NOT_IN_PILE
    assert rush.verdict(Give(1, 0, None), now) is RushVerdict.NOTHING_OWED


def test_a_gift_that_is_not_chosen_goes_to_the_player_with_the_fewest_tiles() -> None:
    rush, placement = _fit(classic(4), 3)
    rush, _events = rush.play(Lay(0, placement), rush.at_ms)
    due = rush.players[0].dues[0]
    fewest = min(rush.players[seat].n_tiles for seat in rush.active if seat != 0)

    assert rush.due_ms == due
    assert rush.verdict(Tick(), due - 1) is RushVerdict.NOTHING_DUE
    _after, events = rush.play(Tick(), due)
    assert isinstance(events[0], TileGiven)
    assert events[0].by_time
    assert rush.players[events[0].to].n_tiles == fewest


def test_among_equals_the_next_in_seat_order_gets_the_gift() -> None:
    rush = rush_of(classic(4))

    assert [default_receiver(rush, giver) for giver in range(4)] == [1, 2, 3, 0]
    assert default_receiver(rush_of(classic(1)), 0) is None


def test_a_giver_without_tiles_owes_nothing() -> None:
    rush, placement = _fit(classic(2), 3)
    poor = replace(rush.players[0], stock=(), pile=())
    spare = rush.players[0].stock + rush.players[0].pile
    rich = replace(rush.players[1], stock=rush.players[1].stock + spare)
    rush = replace(rush, players=(poor, rich))
    after, events = rush.play(Lay(0, placement), rush.at_ms)

    assert PlayerFinished(0, 1) in events  # the last tile: nothing is left to give
    assert isinstance(events[-1], RushEnded)
    assert after.players[0].dues == ()
    assert all_tiles(after) == list(GAME_SET)


# R6.5
def test_the_first_without_tiles_wins_and_the_others_play_on() -> None:
    rush, placement = _fit(classic(3), 2)
    last = replace(rush.players[0], stock=(), pile=())
    spare = rush.players[0].stock + rush.players[0].pile
    receiver = replace(rush.players[1], stock=rush.players[1].stock + spare)
    rush = replace(rush, players=(last, receiver, rush.players[2]))
    after, events = rush.play(Lay(0, placement), rush.at_ms)

    assert events[1] == PlayerFinished(0, 1)
    assert not after.is_over
    assert after.active == (1, 2)
    assert after.verdict(Turn(0), after.at_ms) is RushVerdict.PLAYER_OUT
    over, more = after.play(Leave(2), after.at_ms)
    assert more == (PlayerLeft(2), RushEnded(Ending.PLAYED_OUT, (1, 2, 3)))
    assert over.verdict(Turn(1), over.at_ms) is RushVerdict.GAME_OVER


# R6.5
def test_the_first_claim_gets_the_cell_and_the_second_keeps_the_tile() -> None:
    rush, placement = _fit(classic(2), 2)
    other = next(
        tile
        for tile in (*rush.players[1].stock, *rush.players[0].stock)
        if list(rush.table.placements(tile, 2)) and tile != placement.tile
    )
    rush = _with_turned(rush, 1, other)
    opponent_way = next(way for way in rush.table.placements(other, 2))
    placement = next((w for w in _same_cell(rush, placement.tile, opponent_way.cell)), placement)
    opponent = Lay(1, opponent_way._replace(cell=placement.cell))
    after, _events = rush.play(Lay(0, placement), rush.at_ms)

    assert after.verdict(opponent, after.at_ms) is RushVerdict.OCCUPIED
    assert after.players[1].turned == other


def _with_turned(rush: Gobble, seat: int, tile: int) -> Gobble:
    """Take a hidden tile from where it is and turn it for a seat; the seat's turned tile goes back."""
    players = [
        replace(player, stock=tuple(each for each in player.stock if each != tile)) for player in rush.players
    ]
    mine = players[seat]
    back = () if mine.turned is None else (mine.turned,)
    players[seat] = replace(mine, stock=mine.stock + back, turned=tile)
    return replace(rush, players=tuple(players))


def _same_cell(rush: Gobble, tile: int, cell: Cell) -> list[Placement]:
    return [way for way in rush.table.placements(tile, 2) if way.cell == cell]


def test_a_rush_in_which_nobody_can_lay_anything_ends_by_tiles_left() -> None:
    for number in range(300):
        _record, moments = play_at_random(classic(2), number)
        rush = moments[-1].rush
        if rush.outcome and rush.outcome.ending is Ending.STALLED:
            left = [player.n_tiles for player in rush.players]
            assert not any(ways(rush, seat) for seat in (0, 1))
            best = rush.outcome.ranks.index(1)
            assert left[best] == min(left)
            return
    raise AssertionError("expected a stalled rush among 300")


def test_a_rush_is_not_stalled_while_a_gift_may_still_turn_a_tile_loose() -> None:
    rush = rush_of(classic(2))
    stuck = replace(
        rush, table=RushTable(), players=tuple(RushPlayer((), pile=p.stock) for p in rush.players)
    )

    assert stuck.is_stalled
    owing = replace(stuck.players[0], dues=(5_000,))
    assert not replace(stuck, players=(owing, stuck.players[1])).is_stalled


def test_a_rush_over_its_limit_ends_by_tiles_left() -> None:
    rush, _events = rush_of(replace(classic(2), limit_ms=10_000)).play(Turn(0), 5)

    assert rush.due_ms == 10_000
    assert rush.verdict(Turn(1), 10_000) is RushVerdict.TIME_OVER
    over, events = rush.play(Tick(), 10_000)
    assert events == (RushEnded(Ending.TIME, (1, 1)),)
    assert over.due_ms is None


def test_a_rush_in_which_nobody_does_anything_ends() -> None:
    rush, _events = rush_of(replace(classic(2), idle_ms=10_000)).play(Turn(0), 5)

    assert rush.verdict(Tick(), 10_004) is RushVerdict.NOTHING_DUE
    over, events = rush.play(Tick(), 10_005)
    assert events == (RushEnded(Ending.STALLED, (1, 1)),)
    assert over.is_over


def test_a_player_who_leaves_ranks_last_and_the_first_to_leave_behind_the_second() -> None:
    rush = rush_of(classic(3))
    rush, _events = rush.play(Leave(1), 10)
    rush, events = rush.play(Leave(0), 10)

    assert events[-1] == RushEnded(Ending.PLAYED_OUT, (2, 3, 1))
    assert all_tiles(rush) == list(GAME_SET)


def test_a_lone_player_plays_against_the_clock_and_gives_nothing_away() -> None:
    _record, moments = play_at_random(modern(1), 4)
    gobbles = [e for moment in moments for e in moment.events if isinstance(e, TileLaid) and e.gifts]

    assert gobbles
    assert all(player.dues == () for moment in moments for player in moment.rush.players)


def test_time_never_runs_backwards() -> None:
    rush, _events = rush_of(classic(2)).play(Turn(0), 500)

    with pytest.raises(ValueError, match="from 500 ms on"):
        rush.verdict(Turn(1), 499)
    with pytest.raises(ValueError, match="seat 0 to 1"):
        rush.verdict(Turn(2), 500)


def test_every_verdict_has_a_sentence() -> None:
    assert all(verdict.sentence.endswith(".") for verdict in RushVerdict)
    assert not RushVerdict.ACCEPTED


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "tags Gobble and Players"),
        ('[Gobble "9"]\n[Players "A"]\n', "1 to 8 players"),
        ('[Gobble "2"]\n[Players "A"]\n', "expected 2 names"),
        ('[Gobble "1"]\n[Players "A"]\n12 1 fly\n', "line 3"),
        ('[Gobble "1"]\n[Players "A"]\n12 1 lay 99@0,0^0\n', "line 3"),
        ('[Gobble "1"]\n[Players "A"]\n12 1 turn\n[Secret "00"]\n', "before the commands"),
        ('[Gobble "1"]\n[Players "A"]\n[Secret "00"]\n', "64 hexadecimal digits"),
    ],
)
def test_a_text_that_is_not_a_record_is_refused_by_its_line(text: str, problem: str) -> None:
    with pytest.raises(RushRecordError, match=problem):
        parse_rush(text)


def test_tampering_with_a_record_is_detected() -> None:
    record, _moments = play_at_random(classic(2), 7)

    assert check(record) == ()
    assert check(replace(record, lines=record.lines[1:]))
    assert check(replace(record, ranks=(9, 9)))
    assert check(replace(record, commitment="0" * 64))
    assert check(replace(record, secret=None)) == ("the record has no secret to deal from",)


def test_one_damaged_rush_does_not_hide_the_others() -> None:
    good = '[Gobble "2"]\n[Players "a"; "b"]\n12 1 leave\n'
    damaged = good.replace("leave", "dance")

    reads = list(scan_rushes(f"\ufeff{good} {damaged}\n{good}"))

    assert [type(read) for read in reads] == [RushRecord, RushRecordError, RushRecord]
    assert str(reads[1]).startswith("line 6: expected a command like")
    assert str(pickle.loads(pickle.dumps(reads[1]))) == str(reads[1])


def test_spaces_and_line_ends_of_a_rush_do_not_matter() -> None:
    good = '[Gobble "2"]\n[Players "a"; "b"]\n12 1 give 2 -\n'

    odd = good.replace("\n", "  \r\n").replace("12 1 ", "12\t1\u00a0 ").replace("[Gobble", "\ufeff[ Gobble ")

    assert parse_rush(odd) == parse_rush(good)
