"""The matches of the reader on the page of a tournament, and what is known of the table of the first."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tantrix.competition.events.rounds import GROUP, ROUND_ROBIN
from tantrix.server.games.arrivals import Arrivals
from tantrix.server.games.room import Room
from tantrix.server.protocol.times import print_time
from tantrix.server.protocol.tournaments import MatchView, RoundView, SectionView, TournamentView
from tantrix.server.tournaments.round_line import round_label
from tantrix.server.wording.catalogues import gettext_noop, translate

YOU_PLAY = {
    "R": gettext_noop("You play red"),
    "Y": gettext_noop("You play yellow"),
    "G": gettext_noop("You play green"),
    "B": gettext_noop("You play blue"),
}
YOU_LEAD = gettext_noop("You lead {name} {high} : {low}.")
THEY_LEAD = gettext_noop("{name} leads you {high} : {low}.")
LEVEL = gettext_noop("You and {name} are level at {high} : {low}.")
BYE = gettext_noop("You have a bye in this round.")
THROUGH = gettext_noop("You are through to the next round.")


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match that the reader has to play: its round, and the page of the reader's game if one is in play.

    `other`: the opponent. Of a table: `you_play`, in words; `colours`: those of the faces, by entrant;
    `begins_at`: when the countdown to the clocks ends, while it runs; `here`: who has come to the table;
    `lead`: how their games against each other stand, in words.
    """

    match: MatchView
    section: SectionView
    paired: RoundView
    round_name: str
    other: str | None
    url: str | None
    you_play: str = ""
    colours: Mapping[str, str] | None = None
    begins_at: str | None = None
    here: frozenset[str] = frozenset()
    lead: str = ""


def own_matches(view: TournamentView, mine: str, name: str | None, language: str) -> list[OwnMatch]:
    """List the matches of an entrant that are not over, the most urgent first.

    `name`: that of the reader, who has a board of their own in a match of teams.
    """
    found = [
        OwnMatch(
            match,
            section,
            paired,
            round_label(section, paired.number, language),
            match.second if mine == match.first else match.first,
            _game_url(match, name),
        )
        for section in view.sections
        for paired in section.rounds
        for match in paired.matches
        if not match.is_over and mine in (match.first, match.second)
    ]
    return sorted(found, key=_urgency)


def at_table(
    own: OwnMatch, mine: str, room: Room, seat: int, arrivals: Arrivals, now_ms: int, language: str
) -> OwnMatch:
    """Return a match with what its table tells to the player of `seat`."""
    other_seat, left_ms = (seat + 1) % 2, room.countdown_ms(now_ms)
    sides = {mine: seat} | ({own.other: other_seat} if own.other else {})
    colours = {side: room.setup.rules.colours[at].letter for side, at in sides.items()}
    return replace(
        own,
        you_play=translate(language, YOU_PLAY[colours[mine]]),
        colours=colours,
        begins_at=print_time(now_ms + left_ms) if left_ms else None,
        here=frozenset(side for side, at in sides.items() if arrivals.has_come(room, at)),
    )


def lead_in_words(other: str, n_won: int, n_lost: int, language: str) -> str:
    """Say who of the reader and an opponent has won more games of theirs; nothing before either won one."""
    if not n_won + n_lost:
        return ""
    text = YOU_LEAD if n_won > n_lost else THEY_LEAD if n_won < n_lost else LEVEL
    high, low = max(n_won, n_lost), min(n_won, n_lost)
    return translate(language, text).format(name=other, high=high, low=low)


def bye_sentences(view: TournamentView, mine: str, language: str) -> list[str]:
    """Say that an entrant has a bye in a round that is not over; empty if it has none."""
    for section in view.sections:
        if any(_has_bye(section, paired, mine) for paired in section.rounds):
            said = (BYE, THROUGH) if section.is_bracket else (BYE,)
            return [translate(language, each) for each in said]
    return []


def _has_bye(section: SectionView, paired: RoundView, mine: str) -> bool:
    """Return whether an entrant is without an opponent in a round that is not over; not one in a pause."""
    if paired.is_over:
        return False
    idle = [match.id is None for match in paired.matches if mine in (match.first, match.second)]
    if idle or not (section.section == ROUND_ROBIN or section.section.startswith(GROUP)):
        return any(idle)
    is_current = paired is section.rounds[-1]  # a table may have all its rounds in play
    return is_current and any(each.entrant == mine for each in section.standings)


def _game_url(match: MatchView, name: str | None) -> str | None:
    games = (game for game in match.games if game.url and not game.is_over)
    return next((game.url for game in games if not game.players or name in game.players), None)


def _urgency(own: OwnMatch) -> tuple[bool, bool, str]:
    """Games in play come first, then appointments, then deadlines."""
    times = own.match.times
    appointment = times.appointment_at if times else None
    deadline = times.deadline_at if times else None
    return own.url is None, appointment is None, appointment or deadline or ""
