"""The lobby: games wished for, challenges and pools, tables listed, seats taken, and who is here."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from tantrix.server.protocol.base import ColourLetter, Message, Ping, Pong, Refused, Sync
from tantrix.server.protocol.game import SeatView
from tantrix.server.protocol.text import clean_name

Wishes = Annotated[list[ColourLetter], Field(max_length=2)]


class SeatChoice(Message):
    """Who sits at a seat of a new game. `robot` names one when `kind` is robot; `open` leaves it to others.

    Controls and formats (Unicode's Cc and Cf) are taken out of the name. `wishes`: the colours a person would
    like best and second best; `colour` is what the seat gets if nobody wishes anything.
    """

    colour: ColourLetter
    kind: Literal["person", "robot", "open"]
    name: Annotated[str, Field(max_length=40), AfterValidator(clean_name)] = ""
    robot: Annotated[str, Field(max_length=40)] | None = None
    wishes: Wishes = Field(default_factory=list)


class NewGame(Message):
    """Seats in turn order, the rule set's options, and the time control as text, null for none.

    `listing`: an open table is shown in the lobby, a private one is found by its address alone. `rated`: the
    game counts for ratings; everybody at it needs an account, and one person alone plays at a browser.
    """

    seats: Annotated[list[SeatChoice], Field(min_length=2, max_length=4)]
    tile_set: Literal[56, 64] = 56
    start: Literal["draw-keep", "draw-return", "draw-then-six", "highest-in-hand", "random-opening"] = (
        "draw-keep"
    )
    forced_sides: Literal["three-or-more", "exactly-three"] = "three-or-more"
    deadlock: Literal["draw", "pass"] = "draw"
    teams: bool = False
    control: Annotated[str, Field(max_length=40)] | None = None
    listing: Literal["private", "open"] = "private"
    rated: bool = False


class SitRequest(Message):
    """Take an open seat, under a name if one is given; `wishes` as at `SeatChoice`."""

    seat: Annotated[int, Field(ge=0, le=3)]
    name: Annotated[str, Field(max_length=40), AfterValidator(clean_name)] = ""
    wishes: Wishes = Field(default_factory=list)


class TableView(Message):
    """A table as the lobby lists it."""

    id: str
    url: str
    seats: list[SeatView]
    rules: str
    control: str | None
    is_rated: bool
    ply: int
    n_tiles: int
    scores: list[int]
    started_at: str


Points = Annotated[int, Field(ge=0, le=4000)]
RoleName = Literal["owner", "seated", "invited", "none"]


class NewChallenge(Message):
    """A game that somebody wishes for: one seat is a person's, his own, and at least one is open.

    `low` and `high`: ratings of those who may take a seat, in the pool of the game, null for any. `to`: the
    name of the one account that is invited; then there is one open seat, and no range.
    """

    game: NewGame
    low: Points | None = None
    high: Points | None = None
    to: Annotated[str, Field(min_length=1, max_length=40)] | None = None


class TakeSeat(Message):
    """Take a free seat of a challenge, under a name if one is given; accounts go by their own."""

    name: Annotated[str, Field(max_length=40), AfterValidator(clean_name)] = ""
    wishes: Wishes = Field(default_factory=list)


class ChallengeView(Message):
    """A challenge as it is shown to somebody.

    `seats`: in the colours that would be given if nobody else wished for any. `points`: ratings by seat, null
    for guests, robots and free seats. `pool`: the ratings that `low` and `high` mean. `to`: who is invited.
    `is_slow`: by correspondence; other challenges go when their owner has left. `role`: what the one who
    looks has to do with it.
    """

    id: str
    seats: list[SeatView]
    points: list[int | None]
    rules: str
    tile_set: int
    control: str | None
    is_rated: bool
    pool: Literal["two", "many"]
    low: int | None
    high: int | None
    to: str | None
    is_slow: bool
    role: RoleName
    made_at: str


class Met(Message):
    """What came of taking a seat: the address of the game, or null while a seat is free."""

    url: str | None


class SeekRequest(Message):
    """Wait in a pool, under a name if one is given; accounts go by their own."""

    pool: Annotated[str, Field(max_length=20)]
    name: Annotated[str, Field(max_length=40), AfterValidator(clean_name)] = ""


class PoolView(Message):
    """A pool of quick pairing, and how many wait in it."""

    name: str
    n_seats: int
    control: str
    is_rated: bool
    n_waiting: int


class PlayerHere(Message):
    """An account that is in the lobby or at a table; `points`: the rating for two players.

    `is_provisional`: the rating is still uncertain.
    `is_robot_account`: somebody's program plays as this account.
    """

    name: str
    url: str
    points: int
    is_provisional: bool
    is_playing: bool
    is_robot_account: bool = False


class Me(Message):
    """Who looks: the account's name, null for guests; ratings in the two pools of the table game.

    `has_session`: a cookie came with the request. Who has none gets one with the first wish, and comes anew.
    """

    account: str | None
    has_session: bool
    two: int | None
    many: int | None


class Lobby(Message):
    """The lobby as it is shown to somebody, newest first: nothing of those he has muted or who muted him.

    `waiting` and `in_play`: open tables. `seek`: the pool that he waits in.
    """

    challenges: list[ChallengeView]
    waiting: list[TableView]
    in_play: list[TableView]
    players: list[PlayerHere]
    n_guests: int
    pools: list[PoolView]
    seek: str | None
    me: Me


class Notices(Message):
    """What any page of the site tells somebody: invitations, and addresses of games that have begun."""

    invitations: list[ChallengeView]
    begun: list[str]


class LobbyWelcome(Message):
    """The first message of the lobby's socket, and the answer to a `Sync` after a gap."""

    type: Literal["lobby_welcome"] = "lobby_welcome"
    version: int
    lobby: Lobby


class LobbyChanged(Message):
    """What has changed since the version before: rows that are new or otherwise, and what is gone.

    `gone` has ids of challenges and tables, `left` names of players. A table of `in_play` waits no more.
    """

    type: Literal["lobby_changed"] = "lobby_changed"
    version: int
    challenges: list[ChallengeView]
    waiting: list[TableView]
    in_play: list[TableView]
    players: list[PlayerHere]
    gone: list[str]
    left: list[str]
    n_guests: int
    pools: list[PoolView]
    seek: str | None


class Begun(Message):
    """A game has begun for who hears this: by a challenge, an invitation or a pool."""

    type: Literal["begun"] = "begun"
    url: str


class Created(Message):
    id: str
    url: str


LOBBY_CLIENT_MESSAGE: TypeAdapter[Sync | Ping] = TypeAdapter(
    Annotated[Sync | Ping, Field(discriminator="type")]
)
LOBBY_SERVER_MESSAGE: TypeAdapter[LobbyWelcome | LobbyChanged | Begun | Pong | Refused] = TypeAdapter(
    Annotated[LobbyWelcome | LobbyChanged | Begun | Pong | Refused, Field(discriminator="type")]
)
