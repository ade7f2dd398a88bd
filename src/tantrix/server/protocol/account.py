"""An account as a program sees it, and the stream of its events.

The stream `GET /api/account/events` reports on all games in which the account plays, beginning with the games
that are not over: `GameStarted` once for each game, `YourTurn` whenever the account is to lay a tile, and
`GameFinished` at the end. `GameOffers` reports the offers in them, also of a rematch afterwards. `Challenged`
reports each invitation, and `ChallengeClosed` the end of each challenge by or to the account. Each game has
its own stream and socket for its events.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from tantrix.server.protocol.base import Message
from tantrix.server.protocol.game import Abort, Claim, Offer, OfferView, Reply, Resign, Return, SeatView
from tantrix.server.protocol.lobby import ChallengeView, TableView

ScopeName = Literal["read", "play", "challenge", "chat", "records", "tournament"]


class AccountView(Message):
    """The account that sends this request; `name` is null for a guest.

    `scopes`: of the token, null without one.

    `is_robot`: this is a robot account, so its games count as games of a robot.
    """

    name: str | None
    since: str | None
    is_robot: bool
    scopes: list[ScopeName] | None


class OwnGames(Message):
    """Your games that are not over, newest first."""

    games: list[TableView]


class CorrespondenceGame(Message):
    """One of your correspondence games. `others`: the names of the other players.

    `is_my_turn`: it waits for you. `left_ms`: the least time that the player to move has left; null in a
    pause.
    """

    url: str
    others: list[str]
    is_my_turn: bool
    left_ms: int | None
    ply: int
    n_tiles: int


class VacationView(Message):
    """Your vacation. `until`: when it ends, null if you are not on vacation.

    `n_days_left`: the days that you can still take, of `n_days` in any 365 days.
    """

    until: str | None
    n_days_left: int
    n_days: int


class NewVacation(Message):
    """A vacation that begins now."""

    days: Annotated[int, Field(ge=1, le=365)]


class CorrespondenceGames(Message):
    """Your correspondence games, those that wait for you first, and then by the time that is left.

    `n_waiting`: how many wait for you, also of those that are not listed.
    """

    games: list[CorrespondenceGame]
    n_waiting: int


class GameStarted(Message):
    """A game in which the account plays `my_seats` has begun, or is in progress when the stream begins."""

    type: Literal["game_started"] = "game_started"
    game: str
    url: str
    seats: list[SeatView]
    my_seats: list[int]
    rules: str
    control: str | None
    is_rated: bool


class YourTurn(Message):
    """The account is to lay a tile at `seat`; `ply` tiles are laid, and the game is at `version`."""

    type: Literal["your_turn"] = "your_turn"
    game: str
    seat: int
    ply: int
    version: int


class GameFinished(Message):
    """A game of the account is over; `termination` and `ranks` as in `OutcomeView`."""

    type: Literal["game_finished"] = "game_finished"
    game: str
    termination: str
    scores: list[int]
    ranks: list[int]


class Challenged(Message):
    """The account is invited to a game: take a seat of the challenge, or decline it by deleting it."""

    type: Literal["challenged"] = "challenged"
    challenge: ChallengeView


class ChallengeClosed(Message):
    """A challenge by or to the account is no longer open: withdrawn, declined, expired or accepted.

    If it was accepted, there is a `GameStarted` for its game. `challenge`: its id.
    """

    type: Literal["challenge_closed"] = "challenge_closed"
    challenge: str


class GameOffers(Message):
    """All open offers in a game of the account, such as of a draw or a rematch, whenever they change."""

    type: Literal["game_offers"] = "game_offers"
    game: str
    offers: list[OfferView]


_Event = GameStarted | YourTurn | GameFinished | GameOffers | Challenged | ChallengeClosed
AccountEvent = Annotated[_Event, Field(discriminator="type")]
ACCOUNT_MESSAGE: TypeAdapter[_Event] = TypeAdapter(AccountEvent)


GameCommand = Annotated[Resign | Offer | Reply | Abort | Claim | Return, Field(discriminator="type")]
