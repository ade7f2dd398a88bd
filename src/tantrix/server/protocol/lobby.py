"""The lobby: new games, challenges, pools, listed tables, seats and presence."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from tantrix.server.protocol.base import ColourLetter, Message, Ping, Pong, Refused, Sync
from tantrix.server.protocol.game import SeatView
from tantrix.server.protocol.text import clean_name

ColourPreferences = Annotated[list[ColourLetter], Field(max_length=2)]


class SeatChoice(Message):
    """The player for a seat of a new game. `robot`: a name if `kind` is robot; `open`: a seat for others.

    Invisible characters are removed from the name. `colour_preferences`: a
    person's first and second choice of colour; `colour` is what the seat gets if no player has preferences.
    """

    colour: ColourLetter
    kind: Literal["person", "robot", "open"]
    name: Annotated[str, Field(max_length=40), AfterValidator(clean_name)] = ""
    robot: Annotated[str, Field(max_length=40)] | None = None
    colour_preferences: ColourPreferences = Field(default_factory=list)


class NewGame(Message):
    """Seats in turn order, the rule set's options, and the time control as text, null for none.

    `listing`: an open table is listed in the lobby; a private one can be found only by its address. `rated`:
    the game counts for ratings; all players need an account, and only one person plays in each browser.
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
    """Take an open seat, optionally under a name; `colour_preferences` as in `SeatChoice`."""

    seat: Annotated[int, Field(ge=0, le=3)]
    name: Annotated[str, Field(max_length=40), AfterValidator(clean_name)] = ""
    colour_preferences: ColourPreferences = Field(default_factory=list)


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
    """An offer to play a game: one seat is for the user who makes it, and at least one is open.

    `low` and `high`: the range of ratings for taking a seat, in the pool of the game, null for no limit.
    `to`: the name of the only invited account; then there is one open seat and no range.
    """

    game: NewGame
    low: Points | None = None
    high: Points | None = None
    to: Annotated[str, Field(min_length=1, max_length=40)] | None = None


class TakeSeat(Message):
    """Take a free seat of a challenge, optionally under a name; accounts use their own."""

    name: Annotated[str, Field(max_length=40), AfterValidator(clean_name)] = ""
    colour_preferences: ColourPreferences = Field(default_factory=list)


class ChallengeView(Message):
    """A challenge as the viewer sees it.

    `seats`: in the colours that they get if no other player has preferences. `points`: ratings by seat, null
    for guests, robots and free seats. `pool`: the pool of the ratings in `low` and `high`. `to`: the invited
    account. `is_slow`: by correspondence; other challenges expire when their owner has left. `role`: the
    viewer's part in it.
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


class SeatTaken(Message):
    """The result of taking a seat: the address of the game, or null while another seat is free."""

    url: str | None


class SeekRequest(Message):
    """Wait in a pool, optionally under a name; accounts use their own."""

    pool: Annotated[str, Field(max_length=20)]
    name: Annotated[str, Field(max_length=40), AfterValidator(clean_name)] = ""


class PoolView(Message):
    """A pool of quick pairing, and the number of users who wait in it."""

    name: str
    n_seats: int
    control: str
    is_rated: bool
    n_waiting: int


class PresentPlayer(Message):
    """An account that is in the lobby or at a table; `points`: the rating for two players.

    `is_provisional`: the rating is still uncertain. `is_robot_account`: a program plays as this account.
    `face`: the face that the account has composed.
    """

    name: str
    url: str
    points: int
    is_provisional: bool
    is_playing: bool
    is_robot_account: bool = False
    face: str | None = None


class Me(Message):
    """The viewer: the account's name, null for guests, and ratings in the two pools of Tantrix.

    `has_session`: the request had a cookie. Without one, the first challenge or seek sets it, and the page
    reconnects.
    """

    account: str | None
    has_session: bool
    two: int | None
    many: int | None


class Lobby(Message):
    """The lobby as the viewer sees it, newest first, without players who have muted each other.

    `waiting` and `in_play`: open tables. `seek`: the pool in which the viewer waits. `n_chat`: the number of
    the newest message in the lobby's chat.
    """

    challenges: list[ChallengeView]
    waiting: list[TableView]
    in_play: list[TableView]
    players: list[PresentPlayer]
    n_guests: int
    n_chat: int
    pools: list[PoolView]
    seek: str | None
    me: Me


class Notices(Message):
    """The notices on every page: invitations, and addresses of games that have begun.

    `terms`: in the reader's language, the terms of each invitation by its id, and by the address of each game
    with whom it has begun.
    """

    invitations: list[ChallengeView]
    begun: list[str]
    terms: dict[str, str] = Field(default_factory=dict)


class LobbyWelcome(Message):
    """The first message of the lobby's socket, and the answer to a `Sync` after a gap."""

    type: Literal["lobby_welcome"] = "lobby_welcome"
    version: int
    lobby: Lobby


class LobbyChanged(Message):
    """The changes since the previous version: new, changed and removed rows.

    `gone`: ids of removed challenges and tables; `left`: names of players who left. A table in `in_play` no
    longer waits.
    """

    type: Literal["lobby_changed"] = "lobby_changed"
    version: int
    challenges: list[ChallengeView]
    waiting: list[TableView]
    in_play: list[TableView]
    players: list[PresentPlayer]
    gone: list[str]
    left: list[str]
    n_guests: int
    n_chat: int
    pools: list[PoolView]
    seek: str | None


class Begun(Message):
    """A game of the recipient has begun: from a challenge, an invitation or a pool."""

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
