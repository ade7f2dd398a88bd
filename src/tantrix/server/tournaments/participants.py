"""The accounts that take part in a tournament, and their places."""

from tantrix.competition.events.match_states import simul_host
from tantrix.competition.events.tournament import Tournament
from tantrix.server.tournaments.store import Participant


def participants_of(tournament_id: str, now: Tournament) -> list[Participant]:
    """List the accounts in a tournament, each once, with their places once it is over.

    An account that has played for several entrants, as a substitute, gets the best place. A simul has
    results, but no places.
    """
    is_simul = simul_host(now) is not None
    place_of: dict[str, int | None] = {}
    for place, entrant in enumerate(now.places, 1):
        for user_id in sorted(now.entrants[entrant].user_ids):
            place_of.setdefault(user_id, None if is_simul else place)
    for entrant in now.playing:
        for user_id in sorted(now.entrants[entrant].user_ids):
            place_of.setdefault(user_id, None)
    return [Participant(tournament_id, user_id, place) for user_id, place in place_of.items()]
