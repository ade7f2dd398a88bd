"""Rated puzzles: player and level are rated against each other, as in a game."""

from tantrix.competition.ratings import Rating, rate
from tantrix.server.puzzles.runs.gaps import GapPuzzle
from tantrix.server.puzzles.runs.run import PuzzleRun
from tantrix.server.ratings.ledger import PUZZLE, first_rating, level_player
from tantrix.server.ratings.results import GameResult, RatingPool, ResultSeat
from tantrix.server.ratings.store import RatingStore


def rating_in_puzzles(ratings: RatingStore, player: str) -> Rating:
    """Return the rating of an account or a level; reads the database."""
    found = (one.rating for one in ratings.ratings_of(player) if one.pool == RatingPool.PUZZLES)
    return next(found, first_rating(player))


def price_of_miss(ratings: RatingStore, user_id: str, level: int) -> int:
    """Return the points that a miss costs a player; reads the database."""
    before = [rating_in_puzzles(ratings, player) for player in (user_id, level_player(level))]
    return before[0].points - rate(before, (2, 1))[0].points


def result_rows(
    run: PuzzleRun, gap: GapPuzzle, name: str, is_right: bool, now_ms: int
) -> list[GameResult | ResultSeat]:
    """Return the rows from which the player and the level are rated against each other."""
    game_id = f"{run.id}-{run.n_asked}"
    result = GameResult(
        game_id=game_id,
        pool=RatingPool.PUZZLES,
        rules=gap.name,
        n_seats=2,
        is_teams=False,
        is_rated=True,
        control=None,
        listing="private",
        termination="over",
        started_ms=run.started_ms,
        finished_ms=now_ms,
        n_plies=len(gap.spaces),
    )
    level = f"{PUZZLE}{gap.level}"
    seats = ((run.user_id, name, None, is_right), (None, level, level, not is_right))
    return [
        result,
        *(
            ResultSeat(
                game_id=game_id,
                seat=seat,
                user_id=user_id,
                name=shown,
                robot=robot,
                colour="",
                score=int(won),
                rank=1 if won else 2,
                share=float(won),
                line_length=0,
                has_loop=False,
                is_quitter=False,
                finished_ms=now_ms,
            )
            for seat, (user_id, shown, robot, won) in enumerate(seats)
        ),
    ]
