"""Tournaments written action by action, as a test needs them."""

from collections.abc import Mapping
from dataclasses import replace

from tantrix.clock import DAY_MS
from tantrix.competition.events.actions import Action, Enter, LogEntry, NameStaff, OpenEntries, SetTerms
from tantrix.competition.events.due import apply_due, games_to_begin, starting
from tantrix.competition.events.entrants import Entrant, Member
from tantrix.competition.events.outcomes import GameKey, GameOutcome, played
from tantrix.competition.events.terms import EventTerms
from tantrix.competition.events.tournament import Tournament, replay

START_MS = 1_700_000_000_000


class Story:
    """A tournament written action by action; the entrants are 1, 2, 3 …, best first."""

    def __init__(
        self,
        terms: EventTerms,
        n_entrants: int,
        countries: Mapping[int, str] | None = None,
        begins: bool = True,
    ) -> None:
        self.entries: list[LogEntry] = []
        self.outcomes: dict[GameKey, GameOutcome] = {}
        self.now_ms = START_MS
        self.do(SetTerms(terms), NameStaff(("u0",)), OpenEntries())
        for number in range(1, n_entrants + 1):
            self.do(Enter(replace(entrant(number), country=(countries or {}).get(number, ""))))
        if begins:
            self.begin()

    @property
    def now(self) -> Tournament:
        return replay(self.entries, "secret", self.outcomes)

    def do(self, *actions: Action) -> None:
        for action in actions:
            self.entries.append(LogEntry(len(self.entries) + 1, self.now_ms, None, action))

    def begin(self) -> None:
        self.do(starting(self.now))
        self.advance()

    def play_round(self) -> None:
        """Play each game that can begin, which the better player wins, and draw what is due."""
        for key in games_to_begin(self.now, self.now_ms):
            match = self.now.matches[key.match][1]
            is_better = int(match.first) < int(match.second)
            self.outcomes[key] = played((20, 11) if is_better else (11, 20))
        self.advance()

    def advance(self, days: float = 0) -> Tournament:
        self.now_ms += round(days * DAY_MS)
        now, added = apply_due(self.now, self.entries, self.now_ms, "test")
        self.entries += added
        return now

    def play(self, match: str, *scores: tuple[int, int], first_number: int = 1) -> None:
        for number, pair in enumerate(scores, first_number):
            self.outcomes[GameKey(match, number)] = played(pair)


def entrant(number: int) -> Entrant:
    return Entrant(str(number), f"p{number}", (Member(f"p{number}", f"u{number}"),), 2000 - number)
