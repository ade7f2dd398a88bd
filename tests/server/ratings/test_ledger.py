"""The rating ledger: many games in sequence, fair and unfair."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.competition import ladder
from tantrix.competition.ratings import FIRST_POINTS
from tantrix.server.protocol.times import print_month
from tantrix.server.ratings.ledger import ALL_TIME, PAIR_GAMES, RatedGame, RatingLedger, ledger_of
from tantrix.server.ratings.results import GameResult, RatingPool, ResultSeat

JANUARY, FEBRUARY = 1_767_225_600_000, 1_769_904_000_000  # their first milliseconds in 2026, UTC
DAY_MS = 24 * 3600 * 1000


def _played(
    number: int,
    players: tuple[str, ...],
    scores: tuple[int, ...],
    at_ms: int = JANUARY,
    leavers: tuple[int, ...] = (),
    pool: RatingPool | None = None,
) -> RatedGame:
    """Create a game; a player whose name ends in "bot" is a robot."""
    ranks = [1 + len({other for other in scores if other > score}) for score in scores]
    seats = tuple(
        ResultSeat(
            game_id=f"game{number}",
            seat=seat,
            user_id=None if player.endswith("bot") else player,
            name=player,
            robot=player if player.endswith("bot") else None,
            colour="RBYG"[seat],
            score=score,
            rank=ranks[seat],
            share=0.0,
            line_length=score,
            has_loop=False,
            is_quitter=seat in leavers,
        )
        for seat, (player, score) in enumerate(zip(players, scores, strict=True))
    )
    found = pool or (RatingPool.TWO if len(players) == 2 else RatingPool.MANY)
    result = GameResult(
        f"game{number}", found, "", len(players), False, True, None, "open", "played-out", at_ms, at_ms, 56
    )
    return RatedGame(result, seats)


@st.composite
def histories(draw: st.DrawFn) -> list[RatedGame]:
    """Generate rated games between some people and robots."""
    names = st.lists(
        st.sampled_from(["ann", "bea", "cleo", "greedybot", "clubbot"]), min_size=2, max_size=4, unique=True
    )
    games = []
    for number in range(draw(st.integers(1, 12))):
        players = tuple(draw(names))
        scores = tuple(draw(st.integers(3, 40)) for _ in players)
        leavers = tuple(draw(st.sets(st.integers(0, len(players) - 1), max_size=1)))
        pool = draw(st.sampled_from([None, None, RatingPool.GOBBLE]))
        at_ms = JANUARY + draw(st.integers(0, 60)) * DAY_MS
        games.append(_played(number, players, scores, at_ms, leavers, pool))
    return games


@given(histories(), st.data())
@settings(deadline=None, max_examples=60)
def test_in_every_pool_and_ladder_it_is_better_to_finish_last_than_to_leave(
    games: list[RatedGame], data: st.DataObject
) -> None:
    ledger, _ = ledger_of(games)
    people = ["ann", "bea", "cleo", "dora"][: data.draw(st.integers(2, 4))]
    scores = tuple(data.draw(st.integers(10, 40)) for _ in people)
    at_ms, pool = JANUARY + 61 * DAY_MS, data.draw(st.sampled_from([None, *RatingPool]))
    left = _played(99, tuple(people), scores, at_ms, (0,), pool)
    lowest = data.draw(st.integers(0, 9))
    stayed = _played(99, tuple(people), (lowest, *scores[1:]), at_ms, (), pool)

    after_leaving, after_staying = _entered(ledger, left), _entered(ledger, stayed)
    found = left.result.pool

    assert after_leaving.rating(found, "ann").mean <= after_staying.rating(found, "ann").mean + 1e-9
    for key, entry in after_leaving.entries.items():
        if key[1] == "ann":
            assert entry.points <= after_staying.entries[key].points + 1e-9


def _entered(ledger: RatingLedger, played: RatedGame) -> RatingLedger:
    after = RatingLedger(ledger.n_entered, {**ledger.rated}, {**ledger.entries}, {**ledger.pairings})
    after.enter(played)
    return after


@given(histories())
@settings(deadline=None, max_examples=30)
def test_the_same_games_give_the_same_ledger(games: list[RatedGame]) -> None:
    assert ledger_of(games) == ledger_of(games)


@given(histories())
@settings(deadline=None, max_examples=30)
def test_points_on_a_ladder_are_the_start_plus_everything_won(games: list[RatedGame]) -> None:
    ledger, steps = ledger_of(games)

    for (period, player), entry in ledger.entries.items():
        mine = [step for step in steps if step.player == player and step.all_won is not None]
        if period == ALL_TIME:
            won = sum(step.all_won or 0 for step in mine)
            assert entry.points == pytest.approx(ladder.ALL_TIME_START + won)
        else:
            month = [step for step in mine if print_month(step.finished_ms) == period]
            won = sum(step.month_won or 0 for step in month)
            assert entry.points == pytest.approx(ladder.MONTH_START + won)


@pytest.mark.parametrize("trade", ["all to one", "in turns"])
def test_a_pair_that_trades_a_hundred_wins_gains_no_more_than_the_cap(trade: str) -> None:
    games = [
        _played(n, ("ann", "bea"), (30, 10) if trade == "all to one" or n % 2 else (10, 30))
        for n in range(100)
    ]

    ledger, steps = ledger_of(games)

    month = print_month(JANUARY)
    for player in ("ann", "bea"):
        assert ledger.entries[ALL_TIME, player].points - ladder.ALL_TIME_START <= ladder.PAIR_CAP + 1e-9
        assert ledger.entries[month, player].points - ladder.MONTH_START <= ladder.PAIR_CAP + 1e-9
    assert sum(step.is_counted for step in steps) == 2 * PAIR_GAMES
    for rating in (ledger.rating(RatingPool.TWO, player) for player in ("ann", "bea")):
        assert abs(rating.points - FIRST_POINTS) <= (750 if rating.is_provisional else 50)


def test_the_cap_of_a_pair_starts_anew_each_month() -> None:
    games = [_played(n, ("ann", "bea"), (30, 10)) for n in range(30)]
    games += [_played(30 + n, ("ann", "bea"), (30, 10), FEBRUARY) for n in range(30)]

    ledger, _ = ledger_of(games)

    won = ledger.entries[ALL_TIME, "ann"].points - ladder.ALL_TIME_START
    assert ladder.PAIR_CAP < won <= 2 * ladder.PAIR_CAP
    assert ledger.rated[RatingPool.TWO, "ann"].n_games == 2 * PAIR_GAMES


def test_the_month_starts_at_zero_and_all_time_goes_on() -> None:
    # R8.4
    games = [_played(0, ("ann", "bea"), (30, 10)), _played(1, ("ann", "bea"), (10, 30), FEBRUARY)]

    ledger, _ = ledger_of(games)

    assert (
        ledger.entries["2026-01", "ann"].points > ladder.MONTH_START > ledger.entries["2026-02", "ann"].points
    )
    assert ledger.entries[ALL_TIME, "ann"].n_games == 2


def test_a_month_ends_at_midnight_utc() -> None:
    assert print_month(FEBRUARY - 1) == "2026-01"
    assert print_month(FEBRUARY) == "2026-02"


def test_robots_have_ratings_and_no_place_on_a_ladder() -> None:
    ledger, (ann, robot) = ledger_of([_played(0, ("ann", "clubbot"), (30, 10))])

    assert (
        ledger.rating(RatingPool.TWO, "robot:clubbot").mean < 25 < ledger.rating(RatingPool.TWO, "ann").mean
    )
    assert (robot.all_won, robot.month_points) == (None, None)
    assert ann.all_won is not None
    assert all(player == "ann" for _, player in ledger.entries)


def test_a_robot_at_two_seats_is_one_player() -> None:
    ledger, steps = ledger_of([_played(0, ("ann", "clubbot", "clubbot"), (30, 10, 20))])

    assert [step.player for step in steps] == ["ann", "robot:clubbot"]
    assert ledger.rated[RatingPool.MANY, "robot:clubbot"].n_games == 1


@pytest.mark.parametrize("pool", [RatingPool.GOBBLE, RatingPool.PUZZLES])
def test_gobble_and_puzzles_are_rated_separately_and_have_no_ladder(pool: RatingPool) -> None:
    ledger, steps = ledger_of([_played(0, ("ann", "bea"), (30, 10), pool=pool)])

    assert list(ledger.rated) == [(pool, "ann"), (pool, "bea")]
    assert not ledger.entries
    assert steps[0].all_won is None


def test_four_who_always_play_each_other_stop_counting_and_a_fifth_counts() -> None:
    four = [_played(n, ("ann", "bea", "cleo", "dora"), (30, 20, 10, 5)) for n in range(PAIR_GAMES + 5)]
    fifth = _played(99, ("ann", "bea", "cleo", "eve"), (30, 20, 10, 5))

    _, steps = ledger_of([*four, fifth])

    assert sum(step.is_counted for step in steps if step.player == "ann") == PAIR_GAMES + 1


def test_a_player_who_resigns_has_the_last_rank() -> None:
    game = _played(0, ("ann", "bea"), (30, 29))
    resigned = RatedGame(replace(game.result, termination="resignation"), game.seats)

    (_, played_out), (_, given_up) = ledger_of([game])[1], ledger_of([resigned])[1]

    assert (given_up.all_won or 0) < (played_out.all_won or 0) < 0


def test_a_win_over_a_robot_account_counts_as_one_over_a_robot() -> None:
    # R8.4: robots count for half the points and do not move on the ladder; their skill is rated normally.
    game = _played(1, ("anna", "robbie"), (30, 10))
    against_robot = replace(game, robots=frozenset({"robbie"}))

    person, _ = ledger_of([game])
    robot, steps = ledger_of([against_robot])

    won = [ledger.entries[ALL_TIME, "anna"].points - ladder.ALL_TIME_START for ledger in (person, robot)]
    assert 0 < won[1] < won[0] / 2
    assert {player for _period, player in robot.entries} == {"anna"}
    assert [step.all_won for step in steps if step.player == "robbie"] == [None]
    assert {player for _pool, player in robot.rated} == {"anna", "robbie"}
