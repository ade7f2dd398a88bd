"""Games wished for, tables listed, seats taken."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from tantrix.server.names import clean_name
from tantrix.server.protocol.base import ColourLetter, Message
from tantrix.server.protocol.game import SeatView

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


class Lobby(Message):
    """The open tables that wait for players and those in play, the newest first."""

    waiting: list[TableView]
    in_play: list[TableView]


class Created(Message):
    id: str
    url: str
