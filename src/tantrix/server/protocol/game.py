"""The socket of a game, and the views of a game.

A room numbers its events by `version`, from 1 without gaps. A page that lost its connection sends `Sync` with
the last version it has seen, and gets the events after it or a fresh `Welcome`. A `Place` is acknowledged by
`Ack` only after it is durable; the same `id` sent again is acknowledged again and changes nothing. The
browser does not know the rules: every position comes with the legal placements, and with the reasons why
others are not legal.

`Placed`, `TakenBack`, `SeatChanged`, `Paused`, `Resumed` and `Over` are events. Offers, presence and
`Thinking` are not: they have no version, and the newest message replaces the previous one.
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
    Stale,
    Sync,
    VerdictName,
)
from tantrix.server.protocol.chat import ChatHistory, ChatMessage, ChatSent, ReadChat, SendChat


class LaidView(Message):
    """A tile on the table; `seat` is null for a random opening tile, `draw` null once the bag is empty.

    `left_ms`: the time that its player had left after it, null without a clock.
    """

    tile: int
    q: int
    r: int
    rotation: int
    seat: int | None
    draw: int | None
    forced: bool
    turn: int
    left_ms: int | None = None


class SpaceView(Message):
    """An empty cell that touches the Tantrix.

    `facing`: six letters clockwise from east, "." where there is no tile. `holders`: seats with a fitting
    tile. `n_unseen_fitting`: tiles of the bag that fit. Both are filled for forced spaces only.
    """

    q: int
    r: int
    facing: str
    is_forced: bool
    is_controlled: bool
    holders: list[int]
    n_unseen_fitting: int


class LineView(Message):
    """The best line or loop of a colour, with its cells in order."""

    colour: ColourLetter
    is_loop: bool
    score: int
    cells: list[CellView]


class OutcomeView(Message):
    """How a game ended.

    `termination`: played-out, deadlock, resignation, time, abandoned, agreement (a draw) or aborted (no
    result, not counted); `ranks`: one for each seat, 1 is the best, ties share a rank.
    """

    termination: str
    scores: list[int]
    ranks: list[int]


class PositionView(Message):
    """A position as shown to players, with nothing that a person at the table could not see.

    `placements` are the legal placements of the seat to play, as text like "12@3,-1^4"; `refused` lists, by
    verdict, placements that fit by colour but are not legal now. Any other placement on a space is a
    mismatch. `forced_tiles`: tiles of the hand to play that may fill a forced space now (the arrow beside the
    tile). `unseen`: tiles still in the bag. `last_turn`: the tiles of the last turn, as indices into all
    tiles laid. Seats that missed a turn since the last tile was laid: `passed` had no legal free placement,
    `skipped` had no tile.
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


class Badge(Message):
    """The badge beside a player's name at a table.

    `points`: the rating with which an account sat down, in the pool in which the game counts or would count,
    null for guests and robots; `is_provisional`: it is still uncertain. `level`: the strength of a built-in
    robot, 1 is the weakest. `is_guest`: somebody without an account has chosen the name, whatever it looks
    like.
    `face`: the face that the account has composed, null for the default face of the name.
    """

    points: int | None
    is_provisional: bool
    level: int | None
    is_guest: bool
    face: str | None = None


class SeatView(Message):
    """`kind`: person, robot, or open until the seat is taken; `is_mine`: this session plays it.

    `account`: the name of the account that sits here, null for guests and robots. `stand_in`: the robot that
    plays on for a person who left; the seat stays theirs. `colour_preferences`: the preferred colours, first
    and second, while the table waits for players. `badge`: shown beside the name, null for none.
    `away_until`: the end of the player's vacation, null if this game knows of none.
    """

    seat: int
    colour: ColourLetter
    name: str
    kind: Literal["person", "robot", "open"]
    robot: str | None
    is_mine: bool
    account: str | None
    stand_in: str | None
    colour_preferences: list[ColourLetter]
    badge: Badge | None = None
    away_until: str | None = None


class GameView(Message):
    """The constant facts of a game. `rules` is the one-line notation of the rule set.

    `control`: the time control as text, like "15 tournament", "10", "5+3", "5+20 credit", "2 days" or "2+7
    days"; null for none. `drawn` is empty while the table waits for players. `is_imported`: the game was not
    played here, so the names and the shuffle are known only from its record; `commitment` is empty if the
    record has none. `tournament`: the address of the tournament that the game belongs to, null for
    spectators if it is reached only by its link. `host`: the seat of a simul's host.
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
    is_rated: bool
    is_imported: bool = False
    tournament: str | None = None
    host: int | None = None


class ClockView(Message):
    """The time that each seat has left when the message is sent; below 0 only in tournament games.

    `running`: the seat whose time runs, null in a pause and during a vacation. `penalties`: the tournament
    points lost by exceeding the time (R8.1). `points`: the tournament points of each seat as the game stands,
    or at its end, penalties applied; null without the tournament clock and for more than two sides.
    `bank_ms`: how much of `left_ms` is in the bank, which is used after the time for the turn; null without a
    bank. `starts_in_ms`: how long the time of `running` still stands, in the countdown to a live game of a
    tournament; a `Welcome` follows if everybody comes before; null once time runs.
    """

    left_ms: list[int]
    running: int | None
    penalties: list[int]
    points: list[float] | None = None
    bank_ms: list[int] | None = None
    starts_in_ms: int | None = None


OfferKind = Literal["draw", "takeback", "pause", "resume", "rematch", "end"]


class OfferView(Message):
    """An offer. It takes effect once the seats in `missing` have agreed as well.

    `by`: the seat that made it. `accepted`: the seats that agree, including `by`. `ply`: for a takeback, how
    many tiles will remain. `seat`: for an end, the absent seat that will rank last.
    """

    kind: OfferKind
    by: int
    accepted: list[int]
    missing: list[int]
    ply: int | None
    seat: int | None


class AwayView(Message):
    """A person who is not connected to a live game while others wait.

    `away_ms`: how long the person has been away; outages of the server do not count. `n_absences`: the number
    of earlier absences of two minutes or more. `claimable_in_ms`: the time until the others may claim, 0 if
    they may now. They may after five minutes, or after two from the third such absence on.
    """

    seat: int
    away_ms: int
    n_absences: int
    claimable_in_ms: int


class Welcome(Message):
    """The whole current state of a game.

    `is_stale`: the server cannot read the database now, so the game may have continued on another server.
    `secret` is set once the game is over. `pause_left_ms`: how much longer the pause can last, null without a
    pause. `may_abort`: fewer than two turns are complete. `rematch`: the address of the rematch. `left`: as
    in `Paused`.
    """

    type: Literal["welcome"] = "welcome"
    version: int
    game: GameView
    laid: list[LaidView]
    position: PositionView
    secret: str | None
    clock: ClockView | None
    offers: list[OfferView]
    pause_left_ms: int | None
    may_abort: bool
    rematch: str | None
    is_stale: bool = False
    left: int | None = None


class Waiting(Message):
    """The table waits for players; a `Welcome` follows when the last seat is taken."""

    type: Literal["waiting"] = "waiting"
    game: GameView


class Presence(Message):
    """The connected seats (robots always are), and the number of spectators; not an event of the game.

    `away`: the absent players whose seats the others may claim, now or later; empty in correspondence games,
    during a pause, and if nobody waits for them.
    """

    type: Literal["presence"] = "presence"
    is_here: list[bool]
    n_spectators: int
    away: list[AwayView]


class Placed(Message):
    """A tile was laid and the next one drawn; `position` is the position after it.

    `may_abort`: as in `Welcome`.
    """

    type: Literal["placed"] = "placed"
    version: int
    ply: int
    laid: LaidView
    position: PositionView
    clock: ClockView | None
    may_abort: bool


class TakenBack(Message):
    """The last tiles were taken back; `ply` tiles remain. The next draws will be the same again."""

    type: Literal["taken_back"] = "taken_back"
    version: int
    ply: int
    position: PositionView
    clock: ClockView | None
    may_abort: bool


class SeatChanged(Message):
    """A robot plays on for a person who left; if `stand_in` is null, the person plays again."""

    type: Literal["seat_changed"] = "seat_changed"
    version: int
    seat: int
    stand_in: str | None
    clock: ClockView | None = None


class Paused(Message):
    """The game is paused and no clock runs. It resumes after `pause_left_ms` at the latest.

    `left`: the seat that has left a game of a tournament. The other side chooses with a `Claim` whether a
    robot plays on or the game ends; it ends by itself after `pause_left_ms`.
    """

    type: Literal["paused"] = "paused"
    version: int
    pause_left_ms: int
    clock: ClockView | None
    left: int | None = None


class Resumed(Message):
    """The pause is over."""

    type: Literal["resumed"] = "resumed"
    version: int
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


class Offers(Message):
    """All open offers, sent whenever they change. Every event of the game cancels them."""

    type: Literal["offers"] = "offers"
    offers: list[OfferView]


class Rematch(Message):
    """All players have agreed to a rematch. `url`: the page of the new game, where seats move on by one."""

    type: Literal["rematch"] = "rematch"
    url: str


class Closed(Message):
    """The owner closed the table before the game began; the game no longer exists."""

    type: Literal["closed"] = "closed"


class Probe(Message):
    """Sent to a player whose clock counts seconds: answer at once with an `Echo` of `nonce`.

    The time in between is the round trip. It is credited to the clock of the player who lays a tile: at most
    500 ms a turn and 3 seconds a game.
    """

    type: Literal["probe"] = "probe"
    nonce: int


SeatNumber = Annotated[int, Field(ge=0, le=3)]


class PlaceRequest(Message):
    """Lay a tile. `ply` is the number of tiles already laid as far as the page knows."""

    id: MessageId
    ply: Annotated[int, Field(ge=0, le=64)]
    placement: PlacementText


class Place(PlaceRequest):
    type: Literal["place"]


class Resign(Message):
    type: Literal["resign"]
    id: MessageId
    seat: SeatNumber


class Offer(Message):
    """Offer a draw, a takeback of your last turn, a pause or its end, or, after the game, a rematch.

    Draws and takebacks are for casual games. If no other player has to agree, the offer takes effect at once,
    for example a takeback in a game against robots only. A declined offer can be made again once the game has
    moved on.
    """

    type: Literal["offer"]
    id: MessageId
    kind: Literal["draw", "takeback", "pause", "resume", "rematch"]


class Reply(Message):
    """Accept or decline an offer; with `accept` false, its maker withdraws it."""

    type: Literal["reply"]
    id: MessageId
    kind: OfferKind
    accept: bool


class Abort(Message):
    """End the game without a result, before its second turn is complete."""

    type: Literal["abort"]
    id: MessageId


class Claim(Message):
    """Let a robot play for an absent player, or end the game with the absent player ranked last.

    If more than one other person is connected, `end` is an offer (`Offers`) that takes effect when all agree.
    """

    type: Literal["claim"]
    id: MessageId
    seat: SeatNumber
    how: Literal["end", "robot"]


class Return(Message):
    """Take your seat back from the robot that played on for you; only in casual games."""

    type: Literal["return"]
    id: MessageId
    seat: SeatNumber


class Echo(Message):
    """The answer to a `Probe`."""

    type: Literal["echo"]
    nonce: Annotated[int, Field(ge=0, le=2**53)]


class PlannedTile(Message):
    """A placement that a plan foresees; `draw`: the tile drawn after it, null for any."""

    placement: PlacementText
    draw: Annotated[int, Field(ge=1, le=64)] | None = None


PlanLine = Annotated[list[PlannedTile], Field(min_length=1, max_length=24)]


class PlanView(Message):
    """What a player has planned in a correspondence game when `ply` tiles are laid.

    A line has the placements of all seats in the order of play, and ends with one of the player. If the
    others lay theirs, and the draws are those that it names, the server lays
    those of the player at once.
    """

    ply: Annotated[int, Field(ge=0, le=64)]
    lines: Annotated[list[PlanLine], Field(max_length=25)]


class ForeseenView(Message):
    """The position after a line of a plan, in which unknown draws are missing from the hands.

    `laid`: the tiles on the table, in order.
    """

    laid: list[LaidView]
    position: PositionView


_Client = Place | Resign | Offer | Reply | Abort | Claim | Return | Sync | Ping | Echo | SendChat | ReadChat


ClientMessage = Annotated[_Client, Field(discriminator="type")]


CLIENT_MESSAGE: TypeAdapter[_Client] = TypeAdapter(ClientMessage)


_Server = (
    Welcome
    | Waiting
    | Placed
    | TakenBack
    | SeatChanged
    | Paused
    | Resumed
    | Over
    | Offers
    | Rematch
    | Closed
    | Ack
    | Refused
    | Thinking
    | Stale
    | Presence
    | Probe
    | Pong
    | ChatMessage
    | ChatSent
    | ChatHistory
)

ServerMessage = Annotated[_Server, Field(discriminator="type")]


SERVER_MESSAGE: TypeAdapter[_Server] = TypeAdapter(ServerMessage)
