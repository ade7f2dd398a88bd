"""The analysis of a game follows from the judging robot's evaluations and from the rules."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Colour, Game, Placement, Rules
from tantrix.analysis import (
    THRESHOLDS,
    Analysis,
    Grade,
    analyse,
    curve_svg,
    find_judge,
    grade,
    judge_names,
    to_json,
    tracks,
)
from tantrix.analysis.analyse import replayed
from tantrix.analysis.grades import TOURNAMENT_THRESHOLDS
from tantrix.analysis.lookahead import Lookahead
from tantrix.analysis.loops import closing
from tantrix.analysis.outlook import outlook
from tantrix.lab.simulation.jobs import Job, play_batch
from tantrix.pictures.draw import png
from tantrix.record import Record, parse_record
from tantrix.robots.evaluation import Evaluation, ScoredPlacement, final_margin, ignore, never, static
from tantrix.robots.greedy import Greedy
from tests.support.play import RULE_SETS

R, Y, G, B = Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE
TWO = Rules()


def a_record(rules: Rules = TWO, robots: tuple[str, ...] = ("random", "greedy"), seed: int = 1) -> Record:
    return parse_record(play_batch(Job(rules, robots, seed), 0, 1, with_records=True).records)


def judged_by_greedy(record: Record, n_samples: int = 2) -> Analysis:
    return analyse(record, Greedy(), "greedy", n_samples=n_samples)


class Taster:
    """A robot that prefers some tiles: it expects the sum of the values of the tiles in the hand."""

    def __init__(self, value: Callable[[int], float]) -> None:
        self.value = value

    def choose(self, game: Game, rng: Random) -> Placement:
        return self.analyse(game, rng).candidates[0].placement

    def analyse(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        margin = sum(self.value(tile) for tile in game.hands[game.to_play])
        return Evaluation(tuple(static(placement, margin) for placement in game.placements()), 0, False)


def test_the_same_record_robot_and_seed_give_the_same_analysis() -> None:
    record = a_record()

    assert judged_by_greedy(record) == judged_by_greedy(record)


def test_a_part_of_a_game_is_judged_as_in_the_whole_game() -> None:
    record = a_record()
    whole = judged_by_greedy(record)

    part = analyse(record, Greedy(), "greedy", first=20, last=25, n_samples=2)

    assert part.steps == whole.steps[19:25]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_placement_of_every_rule_set_is_judged(rules: Rules) -> None:
    record = a_record(rules, ("greedy",) * rules.n_seats)

    analysis = judged_by_greedy(record, 1)

    games = list(replayed(record))
    assert [step.ply for step in analysis.steps] == [game.ply for game in games[1:]]
    assert [step.placement for step in analysis.steps] == [entry.placement for entry in record.entries]
    for before, step in zip(games, analysis.steps, strict=False):
        assert (step.choice is not None) == (len(before.placements()) > 1)
        assert (step.draw is not None) == bool(before.bag)
    assert analysis.is_complete
    json.dumps(to_json(analysis), allow_nan=False)


def test_losses_and_grades_follow_from_what_the_robot_expects() -> None:
    record = a_record()

    steps = judged_by_greedy(record, 0).steps

    for before, step in zip(replayed(record), steps, strict=False):
        if step.choice:
            margins = dict(zip(before.placements(), before.margins().tolist(), strict=True))
            assert step.choice.loss == max(margins.values()) - margins[step.placement]
            assert (step.choice.grade is Grade.BEST) == (step.choice.loss == 0)


def test_playing_as_the_judge_does_loses_nothing() -> None:
    greedy = judged_by_greedy(a_record(), 0).totals[1]

    assert greedy.loss == 0
    assert greedy.accuracy == 1
    assert greedy.grades[Grade.BEST] == greedy.n_choices


@given(st.floats(0, 40), st.floats(0, 1))
def test_a_grade_needs_both_the_points_and_the_share(margin: float, share: float) -> None:
    given_grade = grade(margin, share, is_best=False)

    reached = [each.grade for each in THRESHOLDS if margin >= each.margin and share >= each.share]
    assert given_grade is (reached[0] if reached else Grade.GOOD)


def test_a_game_for_tournament_points_is_graded_by_the_margin_alone() -> None:
    record = a_record()
    at_stake = replace(record, tags=(*record.tags, ("TournamentPoints", "15.3-4.7")))

    found, friendly = judged_by_greedy(at_stake, 0), judged_by_greedy(record, 0)

    assert all(each.share == 0 for each in found.thresholds)
    assert friendly.thresholds == THRESHOLDS
    choices = [step.choice for step in found.steps if step.choice]
    assert all(each.grade is grade(each.loss, 1.0, each.grade is Grade.BEST) for each in choices)
    assert [each.loss for each in choices] == [s.choice.loss for s in friendly.steps if s.choice]
    assert to_json(found)["thresholds"] != to_json(friendly)["thresholds"]


def test_a_loss_of_points_in_a_lost_game_is_a_mistake_where_they_count() -> None:
    assert grade(3.6, -0.01, is_best=False) is Grade.GOOD
    assert grade(3.6, -0.01, False, TOURNAMENT_THRESHOLDS) is Grade.MISTAKE


def test_the_luck_of_a_draw_is_its_worth_minus_the_mean_of_all_possible_draws() -> None:
    record = a_record(Rules(hand_size=3))

    def taste(game: Game, seat: int) -> int:
        return sum(tile * tile for tile in game.hands[game.to_play]) * (1 if game.to_play == seat else -1)

    steps = analyse(record, Taster(lambda tile: tile * tile), "taster", n_samples=64).steps

    for before, step in zip(replayed(record), steps, strict=False):
        if step.draw:
            values = {tile: taste(before.play(step.placement, tile), step.seat) for tile in before.bag}
            expected = values[step.draw.tile] - fmean(values.values())
            assert step.draw.luck == pytest.approx(expected, abs=1e-6)
            assert step.draw.error == pytest.approx(0.0)


def test_a_sample_of_draws_has_an_error_that_covers_the_truth() -> None:
    record = a_record(Rules(colours=(R, Y, B)), ("random",) * 3)
    taster = Taster(float)
    exact = analyse(record, taster, "taster", n_samples=64).steps

    sampled = analyse(record, taster, "taster", n_samples=8).steps

    wide = [
        (rough.draw.luck - true.draw.luck) / rough.draw.error
        for rough, true in zip(sampled, exact, strict=True)
        if rough.draw and true.draw and rough.draw.error
    ]
    assert len(wide) > 20
    assert sum(abs(each) < 2.5 for each in wide) >= 0.85 * len(wide)


def test_luck_over_all_draws_of_a_bag_cancels_out() -> None:
    game = next(replayed(a_record()))
    placement = game.placements()[0]
    lucks = []

    for tile in sorted(game.bag):
        ahead = Lookahead(game, tile, Greedy(), 5, 64, never)
        margins, _, n_playouts = ahead.values(placement)
        draw = ahead.draw(margins, n_playouts)
        assert draw
        lucks.append(draw.luck)

    assert sum(lucks) == pytest.approx(0, abs=1e-6)


def test_a_loss_is_the_mean_difference_to_the_best_over_the_draws() -> None:
    record = a_record()
    compared = 0

    for before, step in zip(replayed(record), judged_by_greedy(record, 64).steps, strict=False):
        if not step.choice or step.choice.played == step.choice.best:
            continue
        draws: list[int | None] = sorted(before.bag) or [None]
        means = []
        for placement in (step.choice.best.placement, step.placement):
            after = [before.play(placement, draw) for draw in draws]
            means.append(fmean(outlook(step.seat, each, Greedy(), Random(1), never)[0] for each in after))
        assert step.choice.loss == pytest.approx(max(0.0, means[0] - means[1]), abs=1e-6)
        assert step.choice.loss_error == 0
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("colours, teams", [((R, B), False), ((R, B, R, B), True)])
def test_with_two_sides_one_margin_is_the_negative_of_the_other(
    colours: tuple[Colour, ...], teams: bool
) -> None:
    rules = Rules(colours=colours, teams=teams)
    game = list(replayed(a_record(rules, ("greedy",) * rules.n_seats)))[20]

    margins = [outlook(seat, game, Greedy(), Random(1), never)[0] for seat in range(rules.n_seats)]

    assert margins == [margins[0] * (-1) ** seat for seat in range(rules.n_seats)]


def test_a_loop_that_could_be_closed_is_found() -> None:
    record = a_record(seed=4)
    found = 0

    for game in replayed(record):
        if game.is_over:
            continue
        colour, before = game.rules.colours[game.to_play], game.score(game.to_play)
        draw = min(game.bag, default=None)
        expected = {}
        for placement in game.placements():
            line = game.play(placement, draw).best(colour)
            if line.is_loop and line.score > before:
                expected[placement] = line.score
        assert dict(closing(game)) == expected
        found += len(expected)
    assert found > 0


def test_a_missed_loop_names_a_placement_that_was_worth_more() -> None:
    missed = [
        step.choice
        for seed in range(12)
        for step in analyse(
            a_record(robots=("random", "random"), seed=seed), Greedy(), "greedy", n_samples=0
        ).steps
        if step.choice and step.choice.missed_loop
    ]

    assert missed
    for choice in missed:
        assert choice.missed_loop
        assert 1 <= choice.missed_loop.loss <= choice.loss


def test_the_curve_of_two_sides_ends_in_the_final_margin() -> None:
    record = a_record()
    analysis = judged_by_greedy(record)

    (track,) = tracks(analysis)

    assert track.points[-1] == (analysis.n_plies, final_margin(record.game(), 0))
    assert [ply for ply, _ in track.points] == sorted({ply for ply, _ in track.points})


def test_each_of_three_players_has_a_curve() -> None:
    record = a_record(Rules(colours=(R, Y, B)), ("greedy",) * 3)

    assert [track.seat for track in tracks(judged_by_greedy(record, 1))] == [0, 1, 2]


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(colours=(R, Y, B)), Rules(colours=(R, B, R, B), teams=True)]
)
def test_the_picture_can_be_rendered(rules: Rules) -> None:
    analysis = judged_by_greedy(a_record(rules, ("random",) * rules.n_seats), 0)

    picture = curve_svg(analysis, title="<Ann & Bob>")

    assert png(picture, 400).startswith(b"\x89PNG")
    assert "<text" not in picture  # figures are strokes: a machine without fonts shows them too


def test_a_stopped_run_returns_the_results_so_far() -> None:
    heard: list[int] = []

    analysis = analyse(
        a_record(),
        Greedy(),
        "greedy",
        n_samples=0,
        should_stop=lambda: len(heard) >= 5,
        on_progress=lambda done, _total, _step: heard.append(done),
    )

    assert heard == [1, 2, 3, 4, 5]
    assert len(analysis.steps) == 5
    assert not analysis.is_complete


def test_progress_counts_to_the_whole() -> None:
    heard: list[tuple[int, int]] = []

    analyse(
        a_record(),
        Greedy(),
        "greedy",
        n_samples=0,
        on_progress=lambda done, total, _step: heard.append((done, total)),
    )

    assert heard == [(done, 56) for done in range(1, 57)]


def test_an_unfinished_game_has_no_final_margin() -> None:
    record = a_record()
    cut = replace(record, entries=record.entries[:10], end=None)

    analysis = judged_by_greedy(cut)

    assert analysis.margins is None
    assert tracks(analysis)[0].points[-1][0] < 10


@pytest.mark.parametrize("first, last", [(0, 5), (1, 57), (9, 8), (None, 0)])
def test_tiles_that_a_game_does_not_have_are_refused(first: int | None, last: int) -> None:
    with pytest.raises(ValueError, match="expected the tiles 1 to 56"):
        analyse(a_record(), Greedy(), "greedy", first=first, last=last)


def test_a_record_without_placements_is_refused() -> None:
    record = replace(a_record(), entries=(), end=None)

    with pytest.raises(ValueError, match="with placements"):
        judged_by_greedy(record)


def test_a_robot_that_only_plays_cannot_judge() -> None:
    with pytest.raises(ValueError, match="'random', which only plays"):
        find_judge("random")
    assert "random" not in judge_names()
    assert "greedy" in judge_names()


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_totals_are_sums_of_the_steps(seed: int) -> None:
    analysis = analyse(a_record(seed=seed), Greedy(), "greedy", n_samples=0)

    for totals in analysis.totals:
        own = [step.choice for step in analysis.steps if step.seat == totals.seat and step.choice]
        assert totals.n_choices == len(own) == sum(totals.grades.values())
        assert totals.loss == pytest.approx(sum(choice.loss for choice in own))


def test_evaluations_are_kept_for_each_choice() -> None:
    choice = judged_by_greedy(a_record(), 0).steps[0].choice

    assert choice
    assert isinstance(choice.best, ScoredPlacement)
    assert choice.n_placements > 1
