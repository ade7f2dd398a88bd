"""What all messages share: the strict base class, common types, and plain answers."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Message(BaseModel):
    """A frozen, strict message: no unknown fields, no coercion."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


ColourLetter = Literal["R", "Y", "G", "B"]


PhaseName = Literal["fill", "free", "refill", "over"]


VerdictName = Literal[
    "GAME_OVER",
    "NOT_IN_HAND",
    "OCCUPIED",
    "DETACHED",
    "MISMATCH",
    "FORCED_FIRST",
    "TRIPLE",
    "FOURTH_SIDE",
    "CONTROLLED",
]


MessageId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


PlacementText = Annotated[str, Field(min_length=6, max_length=16)]


class CellView(Message):
    q: int
    r: int


class Ack(Message):
    """The message `id` is durable; `version` is the event that it caused."""

    type: Literal["ack"] = "ack"
    id: str
    version: int


class Refused(Message):
    """The message was refused and nothing has changed.

    `code` is a verdict or a code of `tantrix.server.http.errors`; `detail` is a sentence for the reader, in
    their language.
    """

    type: Literal["refused"] = "refused"
    id: str | None
    code: str
    detail: str


class Pong(Message):
    type: Literal["pong"] = "pong"
    sent_ms: int


class Sync(Message):
    """Ask for all events after `version`; 0 asks for everything."""

    type: Literal["sync"]
    version: Annotated[int, Field(ge=0, le=1_000_000)]


class Ping(Message):
    type: Literal["ping"]
    sent_ms: Annotated[int, Field(ge=0, le=2**53)]


class Stale(Message):
    """Whether this connection may be out of date because the server cannot read the database.

    Not an event, so it has no version. Meanwhile the server keeps trying; any changes that it then finds are
    sent as usual, before `is_stale` is false again.
    """

    type: Literal["stale"] = "stale"
    is_stale: bool


class Problem(Message):
    """The body of every error response. `detail` is a sentence for the reader, in their language.

    `errors` are for programs, in English: what exactly was wrong and what was expected; often empty.
    """

    code: str
    detail: str
    errors: list[str] = Field(default_factory=list)


GradeName = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


GameIdText = Annotated[str, Field(min_length=12, max_length=12, pattern="^[a-z0-9]+$")]


PositionText = Annotated[str, Field(min_length=1, max_length=2000)]
