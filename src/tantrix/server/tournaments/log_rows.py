"""The log of a tournament in words, and the subjects of its rulings."""

from collections.abc import Iterable
from typing import NamedTuple

from tantrix.competition.events.actions import (
    AcceptTime,
    Action,
    AdjustStanding,
    BeginStage,
    BeReady,
    CancelEvent,
    CheckIn,
    CorrectPlaces,
    Enter,
    ExtendDeadline,
    FinishEvent,
    Forfeit,
    JoinGroup,
    LogEntry,
    NameStaff,
    OpenEntries,
    PairRound,
    ProposeTime,
    RecordRace,
    ReplacePlayers,
    Ruling,
    SetCategories,
    SetLineUp,
    SetPause,
    SetTerms,
    StartEvent,
    Undo,
    Withdraw,
)
from tantrix.competition.events.categories import by_category
from tantrix.competition.events.due import GIVEN_AWAY, ORGANISER_AWAY
from tantrix.competition.events.tournament import Tournament, replay, undone
from tantrix.server.accounts.profiles import NameOf
from tantrix.server.protocol.times import print_time
from tantrix.server.protocol.tournaments import RulingView
from tantrix.server.tournaments.cache import StoredTournament
from tantrix.server.tournaments.wording import (
    RULING_LABELS,
    category_label,
    plain_name,
    reason_in_words,
    round_in_section,
    section_label,
)
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.dates import moment_text
from tantrix.server.wording.numbers import points_text, signed_points

_LABELS: dict[type, str] = {
    SetTerms: gettext_noop("Options set"),
    OpenEntries: gettext_noop("Entries opened"),
    Enter: gettext_noop("Entered"),
    CheckIn: gettext_noop("Checked in"),
    SetLineUp: gettext_noop("Line-up set"),
    SetCategories: RULING_LABELS["categories"],
    StartEvent: gettext_noop("Started"),
    BeginStage: gettext_noop("Stage begun"),
    JoinGroup: gettext_noop("Joined a group"),
    PairRound: gettext_noop("Round paired"),
    ProposeTime: gettext_noop("Time proposed"),
    AcceptTime: gettext_noop("Time accepted"),
    BeReady: gettext_noop("Ready to play"),
    FinishEvent: gettext_noop("Over"),
    CorrectPlaces: gettext_noop("Final order corrected"),
    Ruling: RULING_LABELS["rule"],
    Forfeit: RULING_LABELS["default"],
    Withdraw: RULING_LABELS["withdraw"],
    AdjustStanding: RULING_LABELS["adjust"],
    ReplacePlayers: RULING_LABELS["replace"],
    ExtendDeadline: RULING_LABELS["extend"],
    Undo: RULING_LABELS["undo"],
    NameStaff: RULING_LABELS["staff"],
    CancelEvent: RULING_LABELS["cancel"],
    RecordRace: gettext_noop("Time is up"),
}


class LogLine(NamedTuple):
    """An entry of the log in words; `by` is None for the server. `moment`: a time that the entry is about."""

    sequence: int
    at: str
    by: str | None
    what: str
    about: str
    moment: str | None
    reason: str
    is_undone: bool


def log_rows(found: StoredTournament, name_of: NameOf, language: str) -> list[LogLine]:
    """Return the log in words, in order."""
    taken_back = undone(found.entries)
    return [
        LogLine(
            entry.sequence,
            print_time(entry.at_ms),
            name_of(entry.by),
            translate(language, _label(entry.action)),
            " · ".join(filter(None, [_about(found.now, entry.action, name_of, language), *firsts])),
            _moment(entry.action),
            reason_in_words(getattr(entry.action, "reason", ""), language),
            entry.sequence in taken_back,
        )
        for at, entry in enumerate(found.entries)
        for firsts in [_firsts(found, at, language)]
    ]


def _firsts(found: StoredTournament, at: int, language: str) -> list[str]:
    """Return the first of each category after an entry of the log that decides about them."""
    decides = isinstance(found.entries[at].action, FinishEvent | CorrectPlaces | SetCategories | Undo)
    if not decides or not found.now.terms.entry.categories:
        return []
    then = replay(found.entries[: at + 1], found.row.secret)
    return [
        f"{category_label(category, language)}: {_name(then, order[0])}"
        for category, order in by_category(then, then.places).items()
        if order
    ]


def ruling_subjects(
    found: StoredTournament, rulings: Iterable[RulingView], name_of: NameOf, language: str
) -> dict[int, str]:
    """Return the players, the round or the entry that each ruling is about, by the number of the ruling."""
    by_sequence: dict[int, LogEntry] = {entry.sequence: entry for entry in found.entries}
    return {
        ruling.sequence: _about(found.now, by_sequence[ruling.sequence].action, name_of, language)
        for ruling in rulings
    }


def _label(action: Action) -> str:
    if isinstance(action, SetPause):
        return RULING_LABELS["pause" if action.is_paused else "return"]
    if isinstance(action, NameStaff) and action.reason in (ORGANISER_AWAY, GIVEN_AWAY):
        return RULING_LABELS["organiser"]
    return _LABELS[type(action)]


def _about(tournament: Tournament, action: Action, name_of: NameOf, language: str) -> str:
    match action:
        case Enter(entrant):
            return entrant.name
        case Withdraw(entrant_id) | SetPause(entrant_id) | CheckIn(entrant_id):
            return _name(tournament, entrant_id)
        case SetLineUp(entrant_id, order):
            members = tournament.entrants[entrant_id].members
            return f"{_name(tournament, entrant_id)}: {', '.join(members[place].name for place in order)}"
        case SetCategories(entrant_id, categories):
            chosen = ", ".join(category_label(each, language) for each in categories)
            return f"{_name(tournament, entrant_id)}: {chosen or '–'}"
        case JoinGroup(entrant_id, group):
            return f"{_name(tournament, entrant_id)}, {section_label(f'group{group}', language)}"
        case AdjustStanding(_, entrant_id, tenths):
            return f"{_name(tournament, entrant_id)} {signed_points(tenths, language)}"
        case ReplacePlayers(_, _, new_name):
            return new_name
        case Ruling(match, _, _, outcome):
            points = " : ".join(points_text(each, language) for each in outcome.tenths)
            return f"{_pair(tournament, match)} {points}"
        case Forfeit(match) | ProposeTime(match) | AcceptTime(match) | BeReady(match):
            return _pair(tournament, match)
        case PairRound(paired):
            return round_in_section(paired.section, paired.number, language)
        case BeginStage(stage):
            return str(stage)
        case ExtendDeadline(round_name, deadline_ms):
            paired = next(each for each in tournament.rounds if each.name == round_name)
            until = moment_text(deadline_ms, "UTC", language)
            return f"{round_in_section(paired.section, paired.number, language)} · {until}"
        case Undo(sequence):
            return str(sequence)
        case NameStaff(user_ids):
            return ", ".join(name for each in user_ids if (name := name_of(each)))
        case _:
            return ""


def _moment(action: Action) -> str | None:
    """Return the time that has been proposed or agreed on."""
    match action:
        case ProposeTime(time_ms=time_ms) | AcceptTime(time_ms=time_ms):
            return print_time(time_ms)
        case _:
            return None


def _name(tournament: Tournament, entrant: str) -> str:
    return plain_name(tournament.entrants[entrant]) if entrant in tournament.entrants else entrant


def _pair(tournament: Tournament, match_id: str) -> str:
    if match_id not in tournament.matches:
        return match_id
    return " – ".join(plain_name(tournament.entrants[side]) for side in tournament.matches[match_id][1].sides)
