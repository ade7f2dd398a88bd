"""Gobble on the wire: rooms in which rushes are played, their socket, and replays.

**A room** is first an open table: people sit down and get up, the owner adds robots, deals handicaps, sets
the options and starts. Three seconds later, the countdown, the rush runs; when it is over the room shows
the result, the whole rush can be replayed, and a rematch is a new room. All of that is HTTP
(`/api/gobble/...`); the socket (`/gobble/{id}/socket`) carries the rush itself, and tells everybody of the
rest.

**Times** called `at_ms` or `due_ms` are milliseconds of the rush, 0 when the countdown ends, negative during
it; time when the server is away does not count. A page sets its own clock by the `at_ms` of what it is told.

**Versions** number the accepted commands of a rush from 1 without gaps; `Rushed` bears one, and tells all
that the command caused. A page that lost its line sends `Sync` with the last version it has seen and gets
what came after it, or a fresh `RushWelcome`. A command is acknowledged (`Ack`) only when it is durable,
after the `Rushed` that it caused; the same `id` sent again is acknowledged again and changes nothing. A
command that came too late or breaks a rule is answered by `Refused`, nothing has changed, and the tile is
where it was: lay it at once on the screen, and let it fly back when it is refused.

**Who sees what**: tiles on the table, penalty piles, and how many tiles each player holds, all; a turned
tile, its owner alone; a stock, nobody. `RushMine` and the tile in `RushTurned` are there for the one who may
see them. So everybody at a table is told the same events in the same order, with the same holes.

Fitting is simple here and the page judges it alone: a space's `facing` has six letters clockwise from east, a
dot where no tile is; a tile's `edges` are its letters at rotation 0, and rotation n shifts them by n to the
right. It fits where each letter is the same or a dot. A turned tile needs two sides, a penalty tile
`penalty_sides`.
"""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, TypeAdapter, model_validator

from tantrix.server.protocol.base import (
    Ack,
    Message,
    MessageId,
    Ping,
    PlacementText,
    Pong,
    Refused,
    Sync,
)
from tantrix.server.protocol.text import clean_name

SeatNumber = Annotated[int, Field(ge=0, le=7)]
PlayerName = Annotated[str, Field(max_length=40), AfterValidator(clean_name)]
StyleName = Literal["calm", "balanced", "hasty"]


class RushSettings(Message):
    """The options of a room's rush; see docs/play/gobble.md for what they mean.

    `penalty`: forced-only is the older booklet's penalty pile, anywhere the newer's open tiles; the newer
    also has `double_gobble`. `handicaps`: how many tiles more or fewer than an equal share each seat is
    dealt, missing ones 0. `share`: how many tiles a player gets for a short rush, null for all that there
    are. `choose_s`: how long the choice of whom to give a tile may take; `limit_s`: how long the rush, 0
    for no limit. `pace`: how fast robots are in percent of a person's tempo, less is slower. `rated`: the
    ranks count for the ratings of all, robots' too; everybody needs an account, is dealt the same, and meets
    robots at their own pace.
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
            raise ValueError("expected no handicaps and pace 100 in a rated rush")
        return self


def _default_settings() -> RushSettings:
    return RushSettings(handicaps=[])


class NewRush(Message):
    """Open a room; who opens it owns it and sits at its first seat.

    `robots` take the seats after it. An open room is listed in the lobby, a private one found by its address.
    """

    name: PlayerName = ""
    robots: Annotated[list[StyleName], Field(max_length=7)] = Field(default_factory=list)
    settings: RushSettings = Field(default_factory=_default_settings)
    listing: Literal["private", "open"] = "private"


class RushSit(Message):
    """Take the next free seat of a room that has not begun, under a name if one is given."""

    name: PlayerName = ""


class RushStand(Message):
    """Leave a seat of a room that has not begun: one's own, or any but one's own by the owner."""

    seat: SeatNumber


class RushRobot(Message):
    """Give the next free seat to a robot of some style; only the owner may."""

    temper: StyleName


class RushRematch(Message):
    """Open a new room with the same players; with `handicap` who did better gets more tiles, others fewer."""

    handicap: bool = False


class RushSeatView(Message):
    """A seat: who sits there, and how many tiles it is dealt, or was.

    `account`: the name of the account that sits here, null for guests and robots.
    """

    seat: int
    name: str
    robot: StyleName | None
    is_mine: bool
    is_owner: bool
    account: str | None
    handicap: int
    n_dealt: int


class RushRoomView(Message):
    """A room, whatever is going on in it.

    `phase`: waiting for the owner to start, countdown, running, over. `rules`: the one-line text of the
    rules, as records have it. `penalty_sides`: how many sides a space must have for a tile of the pile.
    `n_core`, `n_box`: tiles of the core, and tiles that are not in play. `is_owner`: this session may set
    things and start. `rematch`: the room of the rematch, once somebody asked for it.
    """

    id: str
    url: str
    phase: Literal["waiting", "countdown", "running", "over"]
    is_owner: bool
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
    """An empty cell beside the tiles: what it shows clockwise from east, and how many sides that are."""

    q: int
    r: int
    facing: str
    n_sides: int


class RushHolding(Message):
    """What a player holds. `pile`: the numbers of the penalty pile, face up, the oldest first.

    `dues`: when each tile owed after a Gobble goes by itself, in rush time. `rank` is there from the last
    tile on; `has_left`: the player gave up.
    """

    seat: int
    n_stock: int
    pile: list[int]
    has_turned: bool
    dues: list[int]
    rank: int | None
    has_left: bool


class RushMine(Message):
    """One's own open tiles: the turned one, and the penalty pile, the oldest first."""

    seat: int
    turned: RushTile | None
    pile: list[RushTile]


class RushOutcome(Message):
    """How a rush ended.

    `ending`: played-out, stalled (nobody can lay any tile any more, or nobody did anything for three minutes)
    or time. `ranks`: one a seat, equal when shared; `n_left`: tiles left; `out_ms`: when the last tile was
    laid, null where it was not.
    """

    ending: Literal["played-out", "stalled", "time"]
    at_ms: int
    ranks: list[int]
    n_left: list[int]
    out_ms: list[int | None]


class RushTurned(Message):
    """A player turned a tile; `tile` is null for all but that player."""

    kind: Literal["turned"] = "turned"
    seat: int
    tile: RushTile | None


class RushPut(Message):
    """A player laid a tile, from the stock or the penalty pile.

    `gobble`: 0, or 1 for "Gobble!" and 2 for "Double Gobble!"; what is really owed is in the player's `dues`.
    `spaces`: the spaces around it that are new or show more now; the cell itself is no space any more.
    """

    kind: Literal["put"] = "put"
    seat: int
    laid: RushLaid
    source: Literal["stock", "pile"]
    n_sides: int
    gobble: int
    spaces: list[RushSpace]


class RushAside(Message):
    """A player put the turned tile aside, face up for all."""

    kind: Literal["aside"] = "aside"
    seat: int
    tile: RushTile


class RushGave(Message):
    """A tile went face down to the bottom of an opponent's stock; `by_time`: the giver did not choose.

    `tile` is there if it came from the penalty pile, where all saw it; else nobody knows it.
    """

    kind: Literal["gave"] = "gave"
    seat: int
    to: int
    source: Literal["stock", "pile"]
    tile: RushTile | None
    by_time: bool


class RushOut(Message):
    """The last tile call: a player has none left, and this is the rank it earned."""

    kind: Literal["out"] = "out"
    seat: int
    rank: int


class RushLeft(Message):
    """A player gave up."""

    kind: Literal["left"] = "left"
    seat: int


class RushOver(Message):
    """The rush has ended; the secret of the deal is revealed."""

    kind: Literal["over"] = "over"
    outcome: RushOutcome
    secret: str


RushEvent = RushTurned | RushPut | RushAside | RushGave | RushOut | RushLeft | RushOver


class RushWelcome(Message):
    """Everything there is to show: first on a socket, and again whenever the room changes but by a command.

    `at_ms` as this is sent; null while the room waits. `laid`, `spaces` and `holdings` are empty until the
    countdown begins: the core is shown during it, so that all see it equally long. `mine` is null for who
    watches; `seat` is the own seat, null for none.
    """

    type: Literal["rush_welcome"] = "rush_welcome"
    version: int
    at_ms: int | None
    room: RushRoomView
    seat: int | None
    laid: list[RushLaid]
    spaces: list[RushSpace]
    holdings: list[RushHolding]
    mine: RushMine | None
    outcome: RushOutcome | None
    secret: str | None


class Rushed(Message):
    """A command was accepted: what it caused, in order, and how matters stand after it.

    `holdings`: those that have changed. `mine`: one's own open tiles if they have changed, else null.
    """

    type: Literal["rushed"] = "rushed"
    version: int
    at_ms: int
    events: list[RushEvent]
    holdings: list[RushHolding]
    mine: RushMine | None


class RushPresence(Message):
    """Which seats are here, robots always, and how many look on; it has no version."""

    type: Literal["rush_presence"] = "rush_presence"
    is_here: list[bool]
    n_watching: int


class TurnTile(Message):
    """Turn the top tile of one's stock."""

    type: Literal["turn"]
    id: MessageId


class LayTile(Message):
    """Lay the turned tile, or one of the penalty pile, as text like "12@3,-1^4"."""

    type: Literal["lay"]
    id: MessageId
    placement: PlacementText


class PutTileAside(Message):
    """Put the turned tile on one's penalty pile."""

    type: Literal["aside"]
    id: MessageId


class GiveTile(Message):
    """Give a tile away after a Gobble: `tile` of the penalty pile, or null for the top of the stock."""

    type: Literal["give"]
    id: MessageId
    to: SeatNumber
    tile: Annotated[int, Field(ge=1, le=56)] | None


class LeaveRush(Message):
    """Give the rush up."""

    type: Literal["leave"]
    id: MessageId


RushCommand = TurnTile | LayTile | PutTileAside | GiveTile | LeaveRush

GOBBLE_CLIENT_MESSAGE: TypeAdapter[RushCommand | Sync | Ping] = TypeAdapter(
    Annotated[RushCommand | Sync | Ping, Field(discriminator="type")]
)

GOBBLE_SERVER_MESSAGE: TypeAdapter[RushWelcome | Rushed | Ack | Refused | RushPresence | Pong] = TypeAdapter(
    Annotated[RushWelcome | Rushed | Ack | Refused | RushPresence | Pong, Field(discriminator="type")]
)


class RushMoment(Message):
    """A command of a replay: when, whose (null: time's), and what it caused. Nothing is hidden any more."""

    at_ms: int
    seat: int | None
    events: list[RushEvent]
    holdings: list[RushHolding]


class RushReplay(Message):
    """A whole rush, to be shown on a time axis; `record` is the same as text.

    `core`: the tiles that lay at the start. `stocks`: what each player was dealt, the top tile first.
    """

    id: str
    rules: str
    seats: list[RushSeatView]
    core: list[RushLaid]
    stocks: list[list[RushTile]]
    moments: list[RushMoment]
    outcome: RushOutcome
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
    """The open rooms that wait for players and those in play, the newest first.

    `mine`: the newest ten that the one who asks has opened or played, private ones too.
    """

    waiting: list[RushRow]
    in_play: list[RushRow]
    mine: list[RushRow]
