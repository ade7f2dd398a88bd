"""The socket of a game, and what a page is shown of a game.

A room numbers its events by `version`, from 1 without gaps. A page that lost its line sends `Sync`
with the last version it has seen and gets the events after it, or a fresh `Welcome`. A `Place` is
acknowledged by `Ack` only after it is durable; the same `id` sent again is acknowledged again and
changes nothing. The browser knows no rules: every position comes with what is legal in it and why
the rest is not.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from tantrix.server.protocol.base import (
    Ack,
    CellView,
    ColourLetter,
    Message,
    MessageId,
    PhaseName,
    Ping,
    PlacementText,
    Pong,
    Refused,
    Sync,
    VerdictName,
)


class LaidView(Message):
    """A tile on the table; `seat` is null for a random opening tile, `draw` null once the bag is empty."""

    tile: int
    q: int
    r: int
    rotation: int
    seat: int | None
    draw: int | None
    forced: bool
    turn: int


class SpaceView(Message):
    """An empty cell that touches the Tantrix.

    `facing`: six letters clockwise from east, "." where no tile. `holders`: seats that hold a fitting tile.
    `n_unseen_fitting`: tiles of the bag that fit. Both are filled for forced spaces only.
    """

    q: int
    r: int
    facing: str
    is_forced: bool
    is_controlled: bool
    holders: list[int]
    n_unseen_fitting: int


class LineView(Message):
    """The best line or loop of a colour, its cells in order along it."""

    colour: ColourLetter
    is_loop: bool
    score: int
    cells: list[CellView]


class OutcomeView(Message):
    """How a game ended.

    `termination`: played-out, deadlock, resignation, time or abandoned; `ranks`: one a seat, 1 the best,
    equal when shared.
    """

    termination: str
    scores: list[int]
    ranks: list[int]


class PositionView(Message):
    """A position as it is shown: nothing in it that a person at the table could not see.

    `placements` are the legal ones of the seat to play, as text like "12@3,-1^4"; `refused` names, by
    verdict, those that fit by colour but are not legal now. Any other placement on a space is a mismatch.
    `forced_tiles`: tiles of the hand to play that may fill a forced space now (the arrow beside the tile).
    `unseen`: tiles still in the bag. `last_turn`: indices into all tiles laid of those of the last turn.
    Seats whose turn went by since the last tile was laid: `passed` had no legal free placement, `skipped` no
    tile.
    """

    ply: int
    to_play: int
    phase: PhaseName
    turn: int
    hands: list[list[int]]
    unseen: list[int]
    in_endgame: bool
    spaces: list[SpaceView]
    placements: list[str]
    refused: dict[VerdictName, list[str]]
    forced_tiles: list[int]
    lines: list[LineView]
    scores: list[int]
    last_turn: list[int]
    passed: list[int]
    skipped: list[int]
    outcome: OutcomeView | None


class SeatView(Message):
    """`kind`: person, robot, or open while nobody has taken the seat; `is_mine`: this session plays it.

    `account`: the name of the account that sits here, null for guests and robots.
    """

    seat: int
    colour: ColourLetter
    name: str
    kind: Literal["person", "robot", "open"]
    robot: str | None
    is_mine: bool
    account: str | None


class GameView(Message):
    """What does not change while a game is played. `rules` is the one-line notation of the rule set.

    `control`: the time control as text, like "15 tournament", "10", "5+3", "5+20 credit" or "2 days"; null
    for none. `drawn` is empty as long as the table waits for players.
    """

    id: str
    rules: str
    tile_set: int
    is_teams: bool
    seats: list[SeatView]
    drawn: list[int]
    commitment: str
    started_at: str
    control: str | None
    is_listed: bool


class ClockView(Message):
    """The time each seat has left as this is sent, less than 0 only in a tournament game.

    `running`: the seat whose time runs. `penalties`: tournament points that time over has cost (R8.1).
    """

    left_ms: list[int]
    running: int | None
    penalties: list[int]


class Welcome(Message):
    type: Literal["welcome"] = "welcome"
    version: int
    game: GameView
    laid: list[LaidView]
    position: PositionView
    secret: str | None
    clock: ClockView | None


class Waiting(Message):
    """The table waits for players; a `Welcome` follows when the last seat is taken."""

    type: Literal["waiting"] = "waiting"
    game: GameView


class Presence(Message):
    """Which seats are here, robots always, and how many look on; not an event of the game."""

    type: Literal["presence"] = "presence"
    is_here: list[bool]
    n_watching: int


class Placed(Message):
    """A tile was laid and the next one drawn; `position` is the table after it."""

    type: Literal["placed"] = "placed"
    version: int
    ply: int
    laid: LaidView
    position: PositionView
    clock: ClockView | None


class Over(Message):
    """The game has ended; the secret of the bag is revealed."""

    type: Literal["over"] = "over"
    version: int
    position: PositionView
    secret: str
    clock: ClockView | None


class Thinking(Message):
    """A robot is choosing; not an event of the game, so it has no version."""

    type: Literal["thinking"] = "thinking"
    seat: int


ServerMessage = Annotated[
    Welcome | Waiting | Placed | Over | Ack | Refused | Thinking | Presence | Pong,
    Field(discriminator="type"),
]


class PlaceRequest(Message):
    """Lay a tile. `ply` is the number of tiles already laid, as the page sees it."""

    id: MessageId
    ply: Annotated[int, Field(ge=0, le=64)]
    placement: PlacementText


class Place(PlaceRequest):
    type: Literal["place"]


class Resign(Message):
    type: Literal["resign"]
    id: MessageId
    seat: Annotated[int, Field(ge=0, le=3)]


ClientMessage = Annotated[Place | Resign | Sync | Ping, Field(discriminator="type")]


CLIENT_MESSAGE: TypeAdapter[Place | Resign | Sync | Ping] = TypeAdapter(ClientMessage)


SERVER_MESSAGE: TypeAdapter[
    Welcome | Waiting | Placed | Over | Ack | Refused | Thinking | Presence | Pong
] = TypeAdapter(ServerMessage)
