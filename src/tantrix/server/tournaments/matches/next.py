"""The next tournament match of a player."""

from collections.abc import Iterable

from tantrix.competition.events.entrants import Entrant
from tantrix.competition.events.match_states import next_keys
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.tournament import Tournament
from tantrix.server.accounts.profiles import FaceOf
from tantrix.server.http.faces import ROBOT_FACES
from tantrix.server.protocol.times import print_time
from tantrix.server.protocol.tournaments import NextMatch
from tantrix.server.tournaments.cache import StoredTournament
from tantrix.server.tournaments.wording import name_in_words
from tantrix.server.wording.events import event_name


def next_match(
    tournaments: Iterable[StoredTournament], user_id: str, language: str, face_of: FaceOf
) -> NextMatch | None:
    """Return an account's next match: one in play, else the one with the earliest appointment, else any."""
    found = [match for each in tournaments for match in _matches(each, user_id, language, face_of)]
    return min(
        found, key=lambda match: (not match.is_in_play, match.at is None, match.at or ""), default=None
    )


def _matches(found: StoredTournament, user_id: str, language: str, face_of: FaceOf) -> Iterable[NextMatch]:
    now, mine = found.now, found.now.entrant_of(user_id)
    if mine is None or now.terms.is_by_hand:
        return
    for paired in now.rounds:
        for table_id, table in paired.tables_by_id.items():
            room_id = now.begun.get(GameKey(table_id, 1))
            if mine.id in table and room_id is not None and table_id not in now.table_ranks:
                yield NextMatch(
                    tournament=event_name(now.terms.name, language),
                    tournament_url=f"/tournaments/{found.row.id}",
                    opponent=", ".join(now.entrants[each].name for each in table if each != mine.id),
                    url=f"/gobble/{room_id}",
                    is_in_play=True,
                    at=None,
                )

    def plays(key: GameKey) -> bool:
        return any(member.user_id == user_id for member in now.players(key, mine.id))

    for paired, match in now.matches.values():
        keys = next_keys(now, paired, match) if mine.id in match.sides else ()
        if not keys:
            continue
        game_id = next((now.begun[key] for key in keys if key in now.begun and plays(key)), None)
        at_ms = now.appointments.get((match.id, keys[0].number))
        opponent = _opponent(now, match.sides, mine.id)
        yield NextMatch(
            tournament=event_name(now.terms.name, language),
            tournament_url=f"/tournaments/{found.row.id}",
            opponent=name_in_words(opponent, language),
            face=_face(opponent, face_of),
            url=f"/tournaments/{found.row.id}/matches/{match.id}" if game_id is None else f"/games/{game_id}",
            is_in_play=game_id is not None,
            at=None if at_ms is None else print_time(at_ms),
        )


def _face(entrant: Entrant, face_of: FaceOf) -> str | None:
    """Return the face of a single player, a person or a robot; None for pairs and teams."""
    if len(entrant.members) > 1:
        return None
    return ROBOT_FACES.get(entrant.captain.robot or "") or face_of(entrant.captain.user_id)


def _opponent(tournament: Tournament, sides: tuple[str, str], mine: str) -> Entrant:
    return tournament.entrants[sides[1 - sides.index(mine)]]
