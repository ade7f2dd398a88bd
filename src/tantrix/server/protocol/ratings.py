"""Ratings and ladders: leaderboards, profiles, and the games of two players against each other."""

from typing import Annotated, Literal

from pydantic import Field

from tantrix.server.protocol.base import ColourLetter, Message

PoolName = Literal["two", "many", "gobble", "puzzles"]
ResultName = Literal["won", "drawn", "lost"]
BestOf = Literal["all", "month", "week"]
ListName = Annotated[
    str, Field(max_length=10, pattern=r"^(two|many|gobble|puzzles|all|masters|[0-9]{4}-[0-9]{2})$")
]


class PlayerRef(Message):
    """A player: `url` is set if there is a page about them; `robot` is the name of a robot of the server.

    The name of a closed account is a pseudonym. `is_robot_account`: a program plays as this account. `face`:
    the face that the account has composed.
    """

    name: str
    url: str | None
    robot: str | None
    is_robot_account: bool = False
    face: str | None = None


class LeaderRow(Message):
    """A place on a list; ties share a place. `plus_minus`: the deviation of a rating, null on a ladder."""

    place: int
    player: PlayerRef
    points: int
    plus_minus: int | None
    n_games: int
    played_at: str
    is_me: bool


class Leaderboard(Message):
    """A page of a list, best first.

    `name`: a pool of ratings, `all` for the all-time ladder, `masters`, or the month of a ladder like
    2026-11. On the list of masters, `points` are those of the all-time ladder, and the games are the
    master games of the last three months.
    `mine`: your own row, if you have a place. `lists`: the names of all lists.
    """

    name: str
    page: int
    n_pages: int
    n_players: int
    rows: list[LeaderRow]
    mine: LeaderRow | None
    lists: list[str]


class RatingView(Message):
    """A rating in a pool; newcomers have 1500.

    The true rating is within `plus_minus` in two cases out of three. `is_provisional`: too uncertain for a
    place on the list. `place` is null for these ratings, and after three months without a game.
    """

    pool: PoolName
    points: int
    plus_minus: int
    is_provisional: bool
    n_games: int
    played_at: str
    place: int | None


class LadderEntryView(Message):
    """Points on a ladder; `period` is `all` or a month. `is_retired`: no game for three months."""

    period: str
    points: int
    n_games: int
    is_retired: bool
    place: int | None


class MasterView(Message):
    """A place on the list of masters, and how many master games of the last three months it rests on."""

    place: int
    n_games: int


class TrackPoint(Message):
    """A rating after a game, with the points rounded as they are shown.

    `game` is null in a tournament that is reached only by its link, except for those who played the game.
    """

    game: str | None
    finished_at: str
    points: int
    plus_minus: int
    is_counted: bool


class RatingTrack(Message):
    """A rating in a pool after each of the last 500 games, oldest first."""

    player: PlayerRef
    pool: PoolName
    points: list[TrackPoint]


class Tally(Message):
    """Counts of games. `share`: of the points, 0 to 1; `mean_score` is null without games."""

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
    """Games by number of seats, teams and number of tiles."""

    n_seats: int
    is_teams: bool
    tile_set: int
    tally: Tally


class OpponentTally(Message):
    """Games against an opponent, from the player's side. `mean_margin`: of the scores, above 0 for a lead."""

    opponent: PlayerRef
    url: str | None
    tally: Tally
    mean_margin: float


class BestResults(Message):
    """Best results: the longest line and the largest loop in tiles, most wins in a row, the highest score.

    Each is 0 as long as there is none.
    """

    longest_line: int
    largest_loop: int
    most_wins: int
    highest_score: int


class FinishedSeat(Message):
    """A seat at the end of a game. In Gobble there are no colours, and `score` is minus the tiles left."""

    player: PlayerRef
    seat_name: str
    colour: ColourLetter | None
    score: int
    rank: int
    is_quitter: bool


class FinishedGame(Message):
    """A finished game from the side of a player, who won, drew or lost it.

    `points`: the change of the rating; `month_won`, `all_won`: the points won on the ladders. All three are
    null if the game did not count.
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
    """How a rated game changed the rating of a seat's player: before and after it, as shown.

    `is_counted`: false after too many games of the same players in a month. `month_won`, `all_won`: points
    won on the ladders, null for robots.
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
    """How a game changed ratings, by seat; without seats if it was unrated or aborted, or is not over.

    `best_of`: the longest time of which the reader's score in it is the best; null if it is not, if too few
    games were played in that time, or a day after the game.
    """

    game: str
    seats: list[SeatRating]
    best_of: BestOf | None = None


class Profile(Message):
    """The profile of an account, or of a robot of the server, whose `since` is null.

    The figures cover the games of Tantrix among the newest 1,000 finished games, rated or not; Gobble is in
    `ratings` and `recent` only. `form`: the last ten results, newest first. `recent`: games that everyone may
    see, and games that the viewer has played. `master`: the place on the list of masters, if there is one.
    """

    player: PlayerRef
    since: str | None
    ratings: list[RatingView]
    ladder_entries: list[LadderEntryView]
    master: MasterView | None
    total: Tally
    best: BestResults
    form: list[ResultName]
    colours: list[ColourTally]
    rules: list[RulesTally]
    opponents: list[OpponentTally]
    recent: list[FinishedGame]


class HeadToHead(Message):
    """The games of a player against an opponent, from the player's side; partners are not opponents."""

    player: PlayerRef
    opponent: PlayerRef
    tally: Tally
    mean_margin: float | None
    form: list[ResultName]
    recent: list[FinishedGame]
