"""The log of a tournament: every action on it, by people or by the server.

The log and the outcomes of the games determine the state. A mistake is undone by a later entry, so that both
remain visible.
"""

from dataclasses import dataclass

from tantrix.competition.events.entrants import Entrant, Member
from tantrix.competition.events.outcomes import GameOutcome
from tantrix.competition.events.rounds import TournamentRound
from tantrix.competition.events.terms import EventTerms
from tantrix.competition.race import RaceResult


@dataclass(frozen=True, slots=True)
class SetTerms:
    """The organiser sets the terms; possible until the start."""

    terms: EventTerms


@dataclass(frozen=True, slots=True)
class OpenEntries:
    """Entries are opened."""


@dataclass(frozen=True, slots=True)
class Enter:
    """An entrant enters, or changes its members before the start."""

    entrant: Entrant


@dataclass(frozen=True, slots=True)
class Withdraw:
    """An entrant leaves; the rules of the stage decide which results stay."""

    entrant: str


@dataclass(frozen=True, slots=True)
class SetPause:
    """An entrant pauses and is not paired, or comes back."""

    entrant: str
    is_paused: bool


@dataclass(frozen=True, slots=True)
class CheckIn:
    """An entrant confirms before the start that it is present."""

    entrant: str


@dataclass(frozen=True, slots=True)
class SetLineUp:
    """The captain of a team sets its line-up for matches that begin later.

    `order`: the members by their place in the entrant's list, from 0; first board first, reserves last.
    """

    entrant: str
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetCategories:
    """The categories of an entrant are set: by itself before the start, or corrected by a controller."""

    entrant: str
    categories: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StartEvent:
    """The tournament begins. `seeds`: the entrants that play, best first."""

    seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BeginStage:
    """A stage begins for `seeds`, in `groups` if there are any; `others` play for the Plate.

    An arena pairs nobody from `ends_ms` on, and a puzzle race ends then; 0 for other stages.
    """

    stage: int
    seeds: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...] = ()
    others: tuple[str, ...] = ()
    ends_ms: int = 0


@dataclass(frozen=True, slots=True)
class JoinGroup:
    """A late entrant joins a group, by its number from 1; the rounds of the group are paired again."""

    entrant: str
    group: int


@dataclass(frozen=True, slots=True)
class PairRound:
    """A round is paired; in a Gobble cup, its tables are seated."""

    round: TournamentRound


@dataclass(frozen=True, slots=True)
class ProposeTime:
    """A side of a match proposes when to play its next game."""

    match: str
    number: int
    entrant: str
    time_ms: int


@dataclass(frozen=True, slots=True)
class AcceptTime:
    """A side accepts a proposed time, which makes an appointment."""

    match: str
    number: int
    entrant: str
    time_ms: int


@dataclass(frozen=True, slots=True)
class BeReady:
    """A side is ready to play the next game of its match now."""

    match: str
    number: int
    entrant: str


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A side, or both, did not come. `closes`: no further game of the match is played.

    `in_pause`: the game did not begin because the absent sides pause. It is not counted as a no-show.
    """

    match: str
    number: int
    board: int
    present: tuple[bool, bool]
    closes: bool = False
    in_pause: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """A controller decides a game, or enters the scores of a game played at a real table.

    `picture`: the SHA-256 of a picture of that table, which the players keep. `tiles`: what was read in it,
    as placements. Both are empty without a picture.
    """

    match: str
    number: int
    board: int
    outcome: GameOutcome
    reason: str = ""
    picture: str = ""
    tiles: str = ""


@dataclass(frozen=True, slots=True)
class AdjustStanding:
    """A controller adds points to an entrant in a stage or deducts some, in tenths."""

    stage: int
    entrant: str
    tenths: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReplacePlayers:
    """A controller lets other people play for an entrant, in games that begin at `at_ms` or later.

    `name` and `members` are the entrant's from then on. Its points stay.
    """

    entrant: str
    at_ms: int
    name: str
    members: tuple[Member, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ExtendDeadline:
    """A controller moves the deadline of a round."""

    round: str
    deadline_ms: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """A controller takes back an entry of the log, given by its number."""

    sequence: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NameStaff:
    """The staff of the tournament is set: the organiser's account first, then the controllers'."""

    user_ids: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RecordRace:
    """The time of a puzzle race is up; its results are final."""

    results: tuple[RaceResult, ...]


@dataclass(frozen=True, slots=True)
class CancelEvent:
    """The tournament ends without a result."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class FinishEvent:
    """The tournament is over. `places`: the final order."""

    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CorrectPlaces:
    """The final order changes because a result was corrected after the end."""

    places: tuple[str, ...]


Action = (
    SetTerms
    | OpenEntries
    | Enter
    | Withdraw
    | SetPause
    | CheckIn
    | SetLineUp
    | SetCategories
    | StartEvent
    | BeginStage
    | JoinGroup
    | PairRound
    | ProposeTime
    | AcceptTime
    | BeReady
    | Forfeit
    | Ruling
    | AdjustStanding
    | ReplacePlayers
    | ExtendDeadline
    | Undo
    | NameStaff
    | RecordRace
    | CancelEvent
    | FinishEvent
    | CorrectPlaces
)
UNDOABLE = (
    Withdraw,
    SetPause,
    SetCategories,
    Forfeit,
    Ruling,
    AdjustStanding,
    ReplacePlayers,
    ExtendDeadline,
    CancelEvent,
)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An action with its number (from 1), its time, and the account that did it; None for the server."""

    sequence: int
    at_ms: int
    by: str | None
    action: Action
