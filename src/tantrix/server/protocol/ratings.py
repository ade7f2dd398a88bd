"""Ratings, ladders, and what is told of a player: lists, profiles, the games of two against each other."""

from typing import Annotated, Literal

from pydantic import Field

from tantrix.server.protocol.base import ColourLetter, Message

PoolName = Literal["two", "many", "gobble", "puzzles"]
ResultName = Literal["won", "drawn", "lost"]
ListName = Annotated[str, Field(max_length=10, pattern=r"^(two|many|gobble|puzzles|all|[0-9]{4}-[0-9]{2})$")]


class PlayerRef(Message):
    """Somebody who played: `url` is there if there is a page of them, `robot` names a program of the server.

    The name of a closed account is a pseudonym. `is_robot_account`: somebody's program plays as this account.
    """

    name: str
    url: str | None
    robot: str | None
    is_robot_account: bool = False


class LeaderRow(Message):
    """A place on a list, shared by equals. `plus_minus`: the deviation of a rating; null on a ladder."""

    place: int
    player: PlayerRef
    points: int
    plus_minus: int | None
    n_games: int
    played_at: str
    is_me: bool


class Leaderboard(Message):
    """A page of a list, the best first.

    `name`: a pool of ratings, `all` for the ladder of all time, or the month of a ladder like 2026-11.
    `mine`: the row of the account that asks, if it has a place. `lists`: all lists there are.
    """

    name: str
    page: int
    n_pages: int
    n_players: int
    rows: list[LeaderRow]
    mine: LeaderRow | None
    lists: list[str]


class RatingView(Message):
    """A rating in a pool: 1500 is a newcomer's.

    The true one is within `plus_minus` in two cases of three. `is_provisional`: too uncertain for a place on
    the list; `place` is null then, and for who has not played for three months.
    """

    pool: PoolName
    points: int
    plus_minus: int
    is_provisional: bool
    n_games: int
    played_at: str
    place: int | None


class RungView(Message):
    """Points on a ladder; `period` is `all` or a month. `is_retired`: no play for three months."""

    period: str
    points: int
    n_games: int
    is_retired: bool
    place: int | None


class TrackPoint(Message):
    """A rating after a game, the points rounded as they are shown."""

    game: str
    finished_at: str
    points: int
    plus_minus: int
    is_counted: bool


class RatingTrack(Message):
    """A rating in a pool after each game, the oldest first; the last 500 games."""

    player: PlayerRef
    pool: PoolName
    points: list[TrackPoint]


class Tally(Message):
    """Games counted. `share`: of the points, 0 to 1; `mean_score` is null where nothing was counted."""

    n_games: int
    n_won: int
    n_drawn: int
    n_lost: int
    share: float | None
    mean_score: float | None


class ColourTally(Message):
    colour: ColourLetter
    tally: Tally


class RulesTally(Message):
    """Games of a kind: so many seats, in teams or not, and so many tiles."""

    n_seats: int
    is_teams: bool
    tile_set: int
    tally: Tally


class OpponentTally(Message):
    """Games against somebody, as the player sees them. `mean_margin`: of the scores, positive if ahead."""

    opponent: PlayerRef
    url: str | None
    tally: Tally
    mean_margin: float


class FinishedSeat(Message):
    """A seat at the end. In a rush of Gobble there are no colours, and `score` is the tiles left, below 0."""

    player: PlayerRef
    seat_name: str
    colour: ColourLetter | None
    score: int
    rank: int
    is_quitter: bool


class FinishedGame(Message):
    """A finished game of a player, who won, drew or lost it.

    `points`: what the rating gained or lost; `month_won`, `all_won`: the same of the ladders. All three are
    null where the game did not count.
    """

    id: str
    url: str
    finished_at: str
    rules: str
    termination: str
    is_gobble: bool
    is_rated: bool
    seats: list[FinishedSeat]
    result: ResultName
    points: int | None
    month_won: float | None
    all_won: float | None


class SeatRating(Message):
    """What a rated game changed for who sat at a seat: the rating before and after it, as it is shown.

    `is_counted`: the rating has taken notice; not so after too many games of the same players in a month.
    `month_won`, `all_won`: points won on the ladders; null for robots.
    """

    seat: int
    player: PlayerRef
    before: int
    after: int
    plus_minus: int
    is_provisional: bool
    is_counted: bool
    month_won: float | None
    all_won: float | None


class GameRatings(Message):
    """What a game changed, seat by seat; no seats if it was not rated, was aborted, or is still played."""

    game: str
    seats: list[SeatRating]


class Profile(Message):
    """What is told of an account, or of a robot of the server, of which `since` is null.

    Figures are of the games of strategy among the newest 1,000 finished ones, rated or not; rushes of Gobble
    are in `ratings` and `recent` alone. `form`: the last ten, the
    newest first. `recent`: games that anybody may see, and those that the one who asks has played.
    """

    player: PlayerRef
    since: str | None
    ratings: list[RatingView]
    rungs: list[RungView]
    total: Tally
    form: list[ResultName]
    colours: list[ColourTally]
    rules: list[RulesTally]
    opponents: list[OpponentTally]
    recent: list[FinishedGame]


class HeadToHead(Message):
    """The games of a player against an opponent, as the player sees them; partners are no opponents."""

    player: PlayerRef
    opponent: PlayerRef
    tally: Tally
    mean_margin: float | None
    form: list[ResultName]
    recent: list[FinishedGame]
