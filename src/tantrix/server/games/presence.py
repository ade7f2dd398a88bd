"""Presence at a table: announces who is connected, and records absences that hold up a live game."""

from dataclasses import dataclass

from tantrix.server.games.open_rooms import OpenRoom
from tantrix.server.games.views.messages import away_views
from tantrix.server.protocol.game import Presence
from tantrix.server.rooms.presence import announce_soon
from tantrix.server.settings import Settings


@dataclass(frozen=True, slots=True)
class PresenceTracker:
    """Announces presence and tracks absences."""

    settings: Settings

    def announce(self, live: OpenRoom) -> None:
        """Schedule an announcement of who is connected; many arrivals at once share one announcement."""
        announce_soon(live, self._announce_now)

    def update_absences(self, live: OpenRoom) -> None:
        """Update the absences of people from a live game with other people in it.

        Whoever is connected to another server is not absent. While the database cannot be read, this server
        does not know who that is, so nobody is: all absences start again.
        """
        room, before = live.room, live.absences
        user_ids = {
            user_id for seat in room.seats_of_people if (user_id := room.setup.occupant(seat)) is not None
        }
        if room.is_live and len(user_ids) > 1 and not live.is_stale:
            here = live.user_ids_here | live.user_ids_elsewhere
            absences = before.seen(user_ids, here, self._up_ms(live))
        else:
            absences = before.forgotten()
        if live.set_absences(absences):
            self.announce(live)

    def see_elsewhere(self, live: OpenRoom, user_ids: frozenset[str]) -> None:
        """Announce the users who are connected to other servers, if they have changed."""
        if live.set_elsewhere(user_ids):
            self.update_absences(live)
            self.announce(live)

    def alive(self, live: OpenRoom, user_id: str | None) -> None:
        """Count a message as a heartbeat, for users who are not connected by a socket."""
        live.set_absences(live.absences.alive(user_id, self._up_ms(live)))

    def _up_ms(self, live: OpenRoom) -> int:
        """Return the time for absences, none of which begins before the clocks start."""
        return live.room.uptime.at(max(self.settings.play_ms(), live.room.setup.started_ms or 0))

    def _announce_now(self, live: OpenRoom) -> None:
        setup, players = live.room.setup, live.room.setup.user_ids
        user_ids = live.user_ids_here | live.user_ids_elsewhere
        presence = Presence(
            is_here=[
                seat.robot is not None or setup.occupant(number) in user_ids
                for number, seat in enumerate(setup.seats)
            ],
            n_spectators=sum(outbox.user_id not in players for outbox in live.outboxes),
            away=away_views(live.room, live.absences, self.settings.play_ms()),
        )
        live.post(presence.model_dump_json())
