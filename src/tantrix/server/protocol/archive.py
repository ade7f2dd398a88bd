"""The archive: what finished games are searched by, what is found, and what came of an import."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from tantrix.server.protocol.base import ColourLetter, Message
from tantrix.server.protocol.text import clean_name

YesNo = Literal["yes", "no"]
_Day = Annotated[date, Field(json_schema_extra={"maxLength": 10})]
PlayerText = Annotated[str, Field(max_length=40), AfterValidator(clean_name)]
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
    """What finished games are looked for; all that is absent or empty does not matter.

    `player`: an account, a robot, or the name that stood at the table where no account has it; `against`: the
    same of an opponent. `min_score`, `loop` and the results `win`, `draw` and `loss` are the player's where
    one is named, else anybody's. `rules`: a word that the rules as text have. Dates are of the end, in UTC,
    both included. `robots`: none at the table, some, or nobody else. `source`: played here or imported.
    `mine`: games that the asking session sat in, opened or imported. `cursor`: where the page before ended.
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
        """An empty field of a form is one that nobody filled in."""
        if not isinstance(fields, dict):
            return fields
        return {name: value for name, value in fields.items() if value != ""}


class ArchiveSeat(Message):
    """A seat of a finished game. `account`: the name of the account that played it; None for all others.

    `is_robot_account`: somebody's program plays as this account.
    """

    name: str
    account: str | None
    robot: str | None
    colour: ColourLetter
    score: int
    rank: int
    has_loop: bool
    is_robot_account: bool = False


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
    """Games that were found; `next` is the cursor of those after them, None if there are none."""

    games: list[ArchiveGame]
    next: str | None


class ArchiveFigures(Message):
    """How many finished games everybody may find, and the day of the first one."""

    n_games: int
    first_day: str | None


class ImportedGame(Message):
    """A record that was taken into the archive, or was there already."""

    game: int
    line: int
    id: str
    url: str


class ImportProblem(Message):
    """What is wrong with a record of the text, counted from 1, and the line where it shows."""

    game: int
    line: int
    problem: str


class ImportReport(Message):
    """What came of a text of records: those taken, those that were there already, and what is wrong."""

    imported: list[ImportedGame]
    known: list[ImportedGame]
    problems: list[ImportProblem]


class ImportRequest(Message):
    """Records as text, one after the other. `listing`: found by everybody, or by who imports them alone."""

    text: Annotated[str, Field(min_length=1, max_length=1_000_000)]
    listing: Literal["private", "open"] = "private"
