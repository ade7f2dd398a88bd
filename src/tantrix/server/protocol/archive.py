"""The archive: queries for finished games, their results, and reports of imports."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tantrix.server.protocol.base import ColourLetter, Message
from tantrix.server.protocol.text import PlayerText

YesNo = Literal["yes", "no"]
_Day = Annotated[date, Field(json_schema_extra={"maxLength": 10})]
RulesWord = Literal[
    "56",
    "64",
    "teams",
    "draw-keep",
    "draw-return",
    "highest-in-hand",
    "random-opening",
    "forced=exactly-three",
    "deadlock=pass",
]
ResultWord = Literal[
    "win",
    "draw",
    "loss",
    "played-out",
    "deadlock",
    "resignation",
    "time",
    "abandoned",
    "agreement",
]


class ArchiveQuery(BaseModel):
    """A search for finished games; absent or empty fields match everything.

    `player`: an account, a robot, or the name used at the table if no account has it; `against`: the same for
    an opponent. `min_score`, `loop` and the results `win`, `draw` and `loss` apply to the player if one is
    given, otherwise to any seat. `rules`: a word of the rules as text. Dates refer to the end of the game, in
    UTC; both are included. `robots`: none at the table, some, or only robots. `source`: played here or
    imported. `mine`: games that the user played, opened or imported. `cursor`: the end of the previous
    page.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    player: PlayerText | None = None
    against: PlayerText | None = None
    rules: RulesWord | None = None
    players_n: Annotated[int | None, Field(ge=2, le=4)] = None
    result: ResultWord | None = None
    min_score: Annotated[int | None, Field(ge=0, le=128)] = None
    loop: YesNo | None = None
    from_date: Annotated[_Day | None, Field(alias="from")] = None
    to_date: Annotated[_Day | None, Field(alias="to")] = None
    robots: Literal["none", "some", "only"] | None = None
    rated: YesNo | None = None
    source: Literal["played", "imported"] | None = None
    mine: YesNo | None = None
    sort: Literal["newest", "oldest", "score"] = "newest"
    cursor: Annotated[str | None, Field(max_length=32, pattern=r"^-?[0-9]{1,15}\.[0-9]{1,15}$")] = None

    @model_validator(mode="before")
    @classmethod
    def _drop_empty(cls, fields: Any) -> Any:
        """Drop empty fields of a form."""
        if not isinstance(fields, dict):
            return fields
        return {name: value for name, value in fields.items() if value != ""}


class ArchiveSeat(Message):
    """A seat of a finished game. `account`: the name of the account that played it, null without one.

    `is_robot_account`: a program plays as this account. `tournament_points`: null without the tournament
    clock.
    """

    name: str
    account: str | None
    robot: str | None
    colour: ColourLetter
    score: int
    rank: int
    has_loop: bool
    is_robot_account: bool = False
    tournament_points: float | None = None


class ArchiveGame(Message):
    """A finished game as the archive lists it."""

    id: str
    url: str
    picture_url: str
    rules: str
    tile_set: int
    is_teams: bool
    n_plies: int
    seats: list[ArchiveSeat]
    termination: str
    is_rated: bool
    is_imported: bool
    is_open: bool
    control: str | None
    finished_at: str


class ArchivePage(Message):
    """A page of games found; `next` is the cursor of the next page, null on the last one."""

    games: list[ArchiveGame]
    next: str | None


class ArchiveFigures(Message):
    """The number of public finished games, and the day of the first one."""

    n_games: int
    first_day: str | None


class ImportedGame(Message):
    """A record that was added to the archive, or was already there."""

    game: int
    line: int
    id: str
    url: str


class ImportProblem(Message):
    """A problem with a record: the record's number in the text, from 1, the line, and what is wrong."""

    game: int
    line: int
    problem: str


class ImportReport(Message):
    """The result of an import: records added, records already known, and problems."""

    imported: list[ImportedGame]
    known: list[ImportedGame]
    problems: list[ImportProblem]


class ImportRequest(Message):
    """Records as text, one after the other. `listing`: whether everyone can find them, or only you."""

    text: Annotated[str, Field(min_length=1, max_length=1_000_000)]
    listing: Literal["private", "open"] = "private"
