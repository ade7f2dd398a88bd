"""Gobble on the wire: rooms in which rushes are played, their socket, and replays.

**A room** is an open table at first: people sit down and get up; the host, at first the player who opened it,
adds robots, sets handicaps and options, and starts the rush, which begins after a countdown of three seconds.
If the host is away for a minute, the player who has been in the room longest becomes the host. When the rush
is over, the room shows the result and the whole rush can be replayed; a rematch is a new room. All of this is
done over HTTP (`/api/gobble/...`). The socket (`/gobble/{id}/socket`) carries the rush itself, and announces
everything else.

**Times** called `at_ms` or `due_ms` are milliseconds of the rush: 0 when the countdown ends, negative during
it. Outages of the server do not count. A page sets its clock by the `at_ms` of each message.

**Versions** number the accepted commands of a rush from 1 without gaps. `Rushed` carries a version and
everything that the command caused. A page that lost its connection sends `Sync` with the last version that it
has seen, and gets the updates after it or a fresh `RushWelcome`. A command is acknowledged (`Ack`) only when
it is durable, after its `Rushed`; the same `id` sent again is acknowledged again and changes nothing. A
command that comes too late or breaks a rule is answered with `Refused` and changes nothing. So a page may
show a tile on the table at once, and let it fly back if the command is refused.

**Visibility**: everyone sees the tiles on the table, the penalty piles, and how many tiles each player holds.
A turned tile is visible only to its player, and a stock to nobody. `RushOwnTiles` and the tile in
`RushTileTurned` are set only for the player who may see them. So everyone at a table gets the same events in
the same order, at the same times.

The page can check fitting by itself: the `facing` of a space has six letters clockwise from east, with dots
where there is no tile; the `edges` of a tile are its letters at rotation 0, and rotation n shifts them right
by n. A tile fits if each letter is the same or meets a dot. A turned tile needs two sides, a penalty tile
`penalty_sides`.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, TypeAdapter, model_validator

from tantrix.server.protocol.base import (
    Ack,
    Message,
    MessageId,
    Ping,
    PlacementText,
    Pong,
    Refused,
    Stale,
    Sync,
)
from tantrix.server.protocol.text import PlayerText

RushSeatNumber = Annotated[int, Field(ge=0, le=7)]
StyleName = Literal["gentle", "calm", "balanced", "hasty"]


class RushSettings(Message):
    """The options of a room's rush; docs/play/gobble.md explains them.

    `penalty`: `forced-only` is the penalty pile of the older booklet, `anywhere` the open tiles of the newer
    one, which also has `double_gobble`. `handicaps`: how many tiles each seat is dealt above or below an
    equal share; missing ones are 0. `share`: how many tiles each player gets in a short rush, null for all
    tiles. `choose_s`: the time for choosing whom to give a tile; `limit_s`: the time for the rush, 0 for no
    limit. `pace`: the speed of robots in percent of a person's. `rated`: the ranks count for the ratings of
    all players, including robots; all players need an account and get the same number of tiles, and robots
    play at full pace.
    """

    double_gobble: bool = False
    penalty: Literal["forced-only", "anywhere"] = "forced-only"
    handicaps: Annotated[
        list[Annotated[int, Field(ge=-20, le=20)]], Field(max_length=8, default_factory=list)
    ]
    share: Annotated[int, Field(ge=3, le=54)] | None = None
    choose_s: Annotated[int, Field(ge=2, le=60)] = 5
    limit_s: Annotated[int, Field(ge=0, le=3600)] = 900
    pace: Annotated[int, Field(ge=25, le=400)] = 100
    rated: bool = False

    @model_validator(mode="after")
    def _is_fair(self) -> Self:
        if self.rated and (any(self.handicaps) or self.pace != 100):
            raise ValueError("expected no handicaps and a pace of 100 in a rated rush")
        return self


def _default_settings() -> RushSettings:
    return RushSettings(handicaps=[])


class NewRush(Message):
    """Open a room as its host, in the first seat.

    `robots` take the next seats. An open room is listed in the lobby; a private one can be found only by its
    address.
    """

    name: PlayerText = ""
    robots: Annotated[list[StyleName], Field(max_length=7)] = Field(default_factory=list)
    settings: RushSettings = Field(default_factory=_default_settings)
    listing: Literal["private", "open"] = "private"


class RushSit(Message):
    """Take the next free seat of a room that has not begun, optionally under a name."""

    name: PlayerText = ""


class RushStand(Message):
    """Free a seat of a room that has not begun: your own, or any seat if you are the host."""

    seat: RushSeatNumber


class RushRobot(Message):
    """Give the next free seat to a robot of some style; only the host may do this."""

    style: StyleName


class RushRematch(Message):
    """Open a new room with the same players; with `handicap`, players who did better get more tiles."""

    handicap: bool = False


class RushSeatView(Message):
    """A seat: its player, and how many tiles it gets or got.

    `account`: the name of the account that sits here, null for guests and robots; `face`: the face that the
    account has composed.
    """

    seat: int
    name: str
    robot: StyleName | None
    is_mine: bool
    is_owner: bool
    account: str | None
    face: str | None = None
    handicap: int
    n_dealt: int


class RushHost(Message):
    """Make the person in a seat the host of the room; only the host may do this."""

    seat: RushSeatNumber


class RushHostView(Message):
    """The host of a room, who may change it and start the rush.

    `seat` is null for a host who only watches, `name` for one of these without an account. `passes_in_ms`:
    the host is away, and after this time the player who has been in the room longest becomes the host; null
    while the host is here, or nobody is here who could follow.
    """

    seat: int | None
    name: str | None
    is_here: bool
    passes_in_ms: int | None


class RushRoomView(Message):
    """A room in any phase.

    `code`: a word and a number that find the room on the page of Gobble until it is over. `phase`: waiting
    for the host to start, countdown, running, over. `rules`: one line of text, as in records.
    `penalty_sides`: how many sides a space needs for a tile of the penalty pile. `n_core`, `n_box`: how many
    tiles are in the core, and how many are out of play. `is_owner`: this session is the host, who may change
    the settings and start. `rematch`: the room of the rematch, once there is one. `tournament`: the address
    of the cup whose table this is; null elsewhere, and for spectators of a private one.
    """

    id: str
    url: str
    code: str
    phase: Literal["waiting", "countdown", "running", "over"]
    is_owner: bool
    host: RushHostView
    is_listed: bool
    seats: list[RushSeatView]
    settings: RushSettings
    rules: str
    penalty_sides: int
    n_core: int
    n_box: int
    commitment: str
    started_at: str | None
    rematch: str | None
    tournament: str | None = None


class RushTile(Message):
    """An open tile with its six letters clockwise from east at rotation 0."""

    tile: int
    edges: str


class RushLaid(Message):
    """A tile on the table; `seat` is null for the core, `edges` are its letters as it lies."""

    tile: int
    q: int
    r: int
    rotation: int
    edges: str
    seat: int | None


class RushSpace(Message):
    """An empty cell beside the tiles: its colours clockwise from east, and the number of its sides."""

    q: int
    r: int
    facing: str
    n_sides: int


class RushHolding(Message):
    """What a player holds. `pile`: the tiles of the penalty pile by number, face up, oldest first.

    `dues`: when each tile owed after a Gobble will be given away automatically, in rush time. `rank` is set
    when the last tile is laid; `has_left`: the player gave up.
    """

    seat: int
    n_stock: int
    pile: list[int]
    has_turned: bool
    dues: list[int]
    rank: int | None
    has_left: bool


class RushOwnTiles(Message):
    """Your own open tiles: the turned one, and the penalty pile, oldest first."""

    seat: int
    turned: RushTile | None
    pile: list[RushTile]


class RushOutcomeView(Message):
    """How a rush ended.

    `ending`: played-out, stalled (no player can lay a tile, or none acted for three minutes) or time.
    `ranks`: one for each seat, ties share a rank; `n_left`: tiles left; `out_ms`: when the last tile was
    laid, null if it was not.
    """

    ending: Literal["played-out", "stalled", "time"]
    at_ms: int
    ranks: list[int]
    n_left: list[int]
    out_ms: list[int | None]


class RushTileTurned(Message):
    """A player turned a tile; `tile` is null for all but that player."""

    kind: Literal["turned"] = "turned"
    seat: int
    tile: RushTile | None


class RushTileLaid(Message):
    """A player laid a tile, from the stock or the penalty pile.

    `gobble`: 0, or 1 for "Gobble!" and 2 for "Double Gobble!"; the tiles actually owed are in the player's
    `dues`. `spaces`: the new or changed spaces around the tile; its own cell is no longer a space.
    """

    kind: Literal["laid"] = "laid"
    seat: int
    laid: RushLaid
    source: Literal["stock", "pile"]
    n_sides: int
    gobble: int
    spaces: list[RushSpace]


class RushTilePutAside(Message):
    """A player put the turned tile aside, face up for everyone."""

    kind: Literal["put-aside"] = "put-aside"
    seat: int
    tile: RushTile


class RushTileGiven(Message):
    """A tile was put face down under an opponent's stock; `by_time`: the giver did not choose in time.

    `tile` is set if it came from the penalty pile, where it was visible; otherwise it is unknown to everyone.
    """

    kind: Literal["given"] = "given"
    seat: int
    to: int
    source: Literal["stock", "pile"]
    tile: RushTile | None
    by_time: bool


class RushPlayerFinished(Message):
    """The call of the last tile: a player has none left and gets this rank."""

    kind: Literal["finished"] = "finished"
    seat: int
    rank: int


class RushPlayerLeft(Message):
    """A player gave up."""

    kind: Literal["left"] = "left"
    seat: int


class RushOver(Message):
    """The rush has ended; the secret of the deal is revealed."""

    kind: Literal["over"] = "over"
    outcome: RushOutcomeView
    secret: str


RushEvent = (
    RushTileTurned
    | RushTileLaid
    | RushTilePutAside
    | RushTileGiven
    | RushPlayerFinished
    | RushPlayerLeft
    | RushOver
)


class RushWelcome(Message):
    """The whole room: the first message on a socket, also sent when the room changes other than by a command.

    `at_ms`: when this is sent, null while the room waits. `laid`, `spaces` and `holdings` are empty until the
    countdown begins; the core is shown during the countdown, so that all players see it for the same time.
    `mine` is null for spectators; `seat` is your own seat, null for none.
    """

    type: Literal["rush_welcome"] = "rush_welcome"
    version: int
    at_ms: int | None
    room: RushRoomView
    seat: int | None
    laid: list[RushLaid]
    spaces: list[RushSpace]
    holdings: list[RushHolding]
    mine: RushOwnTiles | None
    outcome: RushOutcomeView | None
    secret: str | None


class Rushed(Message):
    """A command was accepted: its effects in order, and the state after it.

    `holdings`: only the changed ones. `mine`: your own open tiles if they have changed, else null.
    """

    type: Literal["rushed"] = "rushed"
    version: int
    at_ms: int
    events: list[RushEvent]
    holdings: list[RushHolding]
    mine: RushOwnTiles | None


class RushPresence(Message):
    """The connected seats (robots always are), the host, and the number of spectators; it has no version."""

    type: Literal["rush_presence"] = "rush_presence"
    is_here: list[bool]
    host: RushHostView
    n_spectators: int


class TurnTile(Message):
    """Turn the top tile of your stock."""

    type: Literal["turn"]
    id: MessageId


class LayTile(Message):
    """Lay the turned tile, or one of the penalty pile, as text like "12@3,-1^4"."""

    type: Literal["lay"]
    id: MessageId
    placement: PlacementText


class PutTileAside(Message):
    """Put the turned tile on your penalty pile."""

    type: Literal["aside"]
    id: MessageId


class GiveTile(Message):
    """Give a tile away after a Gobble: `tile` of the penalty pile, or null for the top of the stock."""

    type: Literal["give"]
    id: MessageId
    to: RushSeatNumber
    tile: Annotated[int, Field(ge=1, le=56)] | None


class LeaveRush(Message):
    """Give up the rush."""

    type: Literal["leave"]
    id: MessageId


RushCommand = TurnTile | LayTile | PutTileAside | GiveTile | LeaveRush

GOBBLE_CLIENT_MESSAGE: TypeAdapter[RushCommand | Sync | Ping] = TypeAdapter(
    Annotated[RushCommand | Sync | Ping, Field(discriminator="type")]
)

GOBBLE_SERVER_MESSAGE: TypeAdapter[RushWelcome | Rushed | Ack | Refused | RushPresence | Stale | Pong] = (
    TypeAdapter(
        Annotated[
            RushWelcome | Rushed | Ack | Refused | RushPresence | Stale | Pong, Field(discriminator="type")
        ]
    )
)


class RushMoment(Message):
    """A command in a replay: its time, its seat (null for the clock) and its effects, with nothing hidden."""

    at_ms: int
    seat: int | None
    events: list[RushEvent]
    holdings: list[RushHolding]


class RushReplay(Message):
    """A whole rush, for display on a time axis; `record` is the same as text.

    `core`: the tiles on the table at the start. `stocks`: the tiles dealt to each player, top tile first.
    """

    id: str
    rules: str
    seats: list[RushSeatView]
    core: list[RushLaid]
    stocks: list[list[RushTile]]
    moments: list[RushMoment]
    outcome: RushOutcomeView
    secret: str
    record: str


class RushRow(Message):
    """A room as the lobby lists it."""

    id: str
    url: str
    phase: Literal["waiting", "countdown", "running", "over"]
    names: list[str]
    n_seats_free: int
    rules: str
    is_rated: bool
    created_at: str


class RushLobby(Message):
    """The open rooms that wait for players and those in play, newest first.

    `mine`: the newest ten rooms that you have opened or played in, including private ones.
    """

    waiting: list[RushRow]
    in_play: list[RushRow]
    mine: list[RushRow]
