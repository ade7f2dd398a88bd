"""What is sent to the connections of a Gobble room: welcomes, updates, missed updates and presence."""

from collections.abc import Callable

from tantrix.server.accounts.profiles import FaceOf, NameOf
from tantrix.server.gobble.messages import host_view, no_face, update_for, welcome
from tantrix.server.gobble.open_rooms import OpenRush
from tantrix.server.http.connection import Outbox
from tantrix.server.protocol.base import Stale
from tantrix.server.protocol.gobble import RushPresence, RushWelcome
from tantrix.server.rooms.presence import announce_soon

MAX_MISSED = 32  # updates sent one by one; a connection that missed more gets the whole room


class RushBroadcaster:
    """Sends the messages of Gobble rooms."""

    def __init__(self, now_ms: Callable[[], int], name_of: NameOf, face_of: FaceOf = no_face) -> None:
        self._now_ms = now_ms
        self._name_of = name_of
        self._face_of = face_of

    def welcome(self, live: OpenRush, user_id: str | None) -> RushWelcome:
        """Return the message with the current state of a room."""
        is_staff = user_id in live.staff
        return welcome(
            live.room, live.attendance, user_id, self._now_ms(), self._name_of, self._face_of, is_staff
        )

    def send_welcome(self, live: OpenRush, outbox: Outbox) -> None:
        """Send the whole room to a new connection, which gets every update from then on."""
        live.outboxes.add(outbox)
        outbox.post(self._welcome_text(live, outbox.user_id))
        if live.is_stale:
            outbox.post(Stale(is_stale=True).model_dump_json())

    def catch_up(self, live: OpenRush, outbox: Outbox, version: int) -> None:
        """Send a connection the updates after `version`, or the whole room if they are too many."""
        room = live.room
        if not room.moments or not 0 <= room.version - version <= MAX_MISSED:
            outbox.post(self._welcome_text(live, outbox.user_id))
            return
        seat = room.setup.seat_of(outbox.user_id)
        for missed in range(version + 1, room.version + 1):
            outbox.post(update_for(room, missed, seat).model_dump_json())

    def update_all(self, live: OpenRush) -> None:
        """Send everyone the newest update, each with what is visible from their seat."""
        texts: dict[int | None, str] = {}
        for outbox in tuple(live.outboxes):
            seat = live.room.setup.seat_of(outbox.user_id)
            if seat not in texts:
                texts[seat] = update_for(live.room, live.room.version, seat).model_dump_json()
            outbox.post(texts[seat])

    def welcome_all(self, live: OpenRush) -> None:
        """Send everyone the whole room."""
        setup = live.room.setup
        texts: dict[str | None, str] = {}
        for outbox in tuple(live.outboxes):
            known = {setup.owner, *live.staff}
            is_known = outbox.user_id in known or setup.seat_of(outbox.user_id) is not None
            user_id = outbox.user_id if is_known else None
            if user_id not in texts:
                texts[user_id] = self._welcome_text(live, user_id)
            outbox.post(texts[user_id])

    def announce_presence(self, live: OpenRush) -> None:
        """Schedule an announcement of who is connected."""
        announce_soon(live, self._announce_presence)

    def _announce_presence(self, live: OpenRush) -> None:
        setup, user_ids = live.room.setup, live.attendance.since_ms
        presence = RushPresence(
            is_here=[seat.robot is not None or seat.user_id in user_ids for seat in setup.seats],
            host=host_view(setup, live.attendance, self._now_ms(), self._name_of),
            n_spectators=sum(setup.seat_of(outbox.user_id) is None for outbox in live.outboxes),
        )
        live.post(presence.model_dump_json())

    def _welcome_text(self, live: OpenRush, user_id: str | None) -> str:
        return self.welcome(live, user_id).model_dump_json()
