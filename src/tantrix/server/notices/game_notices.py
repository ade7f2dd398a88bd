"""Notices of correspondence games: whose turn it is, when time runs out, how it ended, who offers a rematch.

They are written in the commit of the change that they report. Games with a clock of minutes give no notices,
because their players are at the table.
"""

from collections.abc import Callable, Iterator

from tantrix.clock import DAY_MS
from tantrix.game import Termination
from tantrix.server.accounts.profiles import NameOf
from tantrix.server.database.writes import Write
from tantrix.server.games.journal_lines import Ended
from tantrix.server.games.offers.pending import PendingOffer
from tantrix.server.games.room import Room
from tantrix.server.notices.store import NoticeOnce, NoticeRow, mark_read
from tantrix.server.wording.seats import GUEST

REMIND_MS = DAY_MS  # how long before time runs out, or a third of the time for a turn if that is less


def game_notices(
    before: Room | None,
    after: Room,
    at_ms: int,
    name_of: NameOf,
    ahead_ms: int = 0,
    may_play: Callable[[str], bool] = lambda _user_id: True,
) -> list[Write]:
    """List the writes to save with a change of a game; `before` is None for a game that begins.

    Only accounts get notices: `name_of` returns their names, and None for guests. `at_ms`: by the clock of
    games; notices have a date, which is `ahead_ms` later. If a player's account was closed or banned
    (`may_play`), the others get a notice of the end whatever the clock.
    """
    writer = _Writer(after, at_ms, at_ms + ahead_ms, name_of)
    ends = before is not None and after.game.is_over and not before.game.is_over
    if ends and not all(map(may_play, after.setup.user_ids)):
        return list(writer.result(None, "left"))
    if not after.is_correspondence or after.setup.is_waiting:
        return []
    was = None if before is None else _user_to_play(before)
    now = _user_to_play(after)
    writes: list[Write] = []
    has_passed = was != now or (before is not None and _has_passed(before, after, now))
    if was is not None and has_passed:
        writes += [mark_read(was, at_ms + ahead_ms, url=writer.url, is_settled=True)]
    if after.game.is_over:
        if before is not None and before.game.is_over:
            return list(writer.rematch(_rematch_offer(before), _rematch_offer(after)))
        writes += writer.result(None if before is None else _who_ended(before, after))
    elif before is None or before.setup.is_waiting:
        writes += writer.beginning(now)
    if now is not None and has_passed:
        writes += writer.turn(now)
    return writes


class _Writer:
    """Makes the notices of a room."""

    def __init__(self, room: Room, played_ms: int, at_ms: int, name_of: NameOf) -> None:
        self._room = room
        self._played_ms = played_ms
        self._at_ms = at_ms
        self._name_of = name_of
        self.url = f"/games/{room.setup.id}"

    def turn(self, user_id: str) -> Iterator[NoticeRow]:
        """Notify a user that it is their turn, and remind them before their time runs out."""
        if self._name_of(user_id) is None:
            return
        variant = "plan" if self._room.game.to_play in self._room.failed_plans else ""
        yield self._notice(user_id, "turn", self._at_ms, variant)
        room, due_in_ms = self._room, self._room.due_in_ms(self._played_ms)
        if due_in_ms is not None and room.setup.control is not None:
            before_ms = min(REMIND_MS, room.setup.control.base_ms // 3)
            yield self._notice(user_id, "reminder", self._at_ms + max(0, due_in_ms - before_ms))

    def beginning(self, to_play: str | None) -> Iterator[NoticeRow]:
        """Notify the owner of the table that others have joined, unless a notice of their turn says so."""
        owner = self._room.setup.owner
        is_notified = owner != to_play and self._name_of(owner) is not None
        if is_notified and len(self._room.setup.user_ids) > 1:
            yield self._notice(owner, "challenge", self._at_ms)

    def result(self, who_ended: str | None, variant: str = "") -> Iterator[Write]:
        """Notify all players of the result, except the one who ended the game."""
        for user_id in sorted(self._room.setup.user_ids):
            if self._name_of(user_id) is None:
                continue
            yield mark_read(user_id, self._at_ms, url=self.url, is_settled=True)
            if user_id != who_ended:
                yield self._notice(user_id, "result", self._at_ms, variant)

    def rematch(self, before: PendingOffer | None, after: PendingOffer | None) -> Iterator[Write]:
        """Notify the players who are offered a rematch, once per game; an answer marks the notice as read."""
        notice_id = f"rematch-{self._room.setup.id}"
        was_asked = frozenset() if before is None else before.missing
        is_asked = frozenset() if after is None else after.missing
        for user_id in self._users_at(was_asked - is_asked):
            yield mark_read(user_id, self._at_ms, ids=(notice_id,))
        if after is None or before is not None:
            return
        name = self._name_at(after.by)
        for user_id in self._users_at(is_asked):
            row = NoticeRow(user_id, notice_id, "invitation", name, self.url, self._at_ms, variant="rematch")
            yield NoticeOnce(row)

    def _users_at(self, seats: frozenset[int]) -> list[str]:
        """List the users with accounts at some seats."""
        users = {self._room.setup.occupant(seat) for seat in seats}
        return sorted(user_id for user_id in users if user_id and self._name_of(user_id) is not None)

    def _notice(self, user_id: str, kind: str, at_ms: int, variant: str = "") -> NoticeRow:
        setup, version = self._room.setup, self._room.version
        notice_id = f"{kind}-{setup.id}-{version}"
        return NoticeRow(user_id, notice_id, kind, self._others(user_id), self.url, at_ms, variant=variant)

    def _others(self, user_id: str) -> str:
        """Return the names of the other players as shown at the table."""
        setup = self._room.setup
        seats = [n for n in range(len(setup.seats)) if setup.occupant(n) != user_id]
        return ", ".join(map(self._name_at, seats)) or GUEST

    def _name_at(self, seat: int) -> str:
        setup = self._room.setup
        return self._name_of(setup.occupant(seat)) or setup.seats[seat].name or GUEST


def _rematch_offer(room: Room) -> PendingOffer | None:
    return next((offer for offer in room.offers if offer.kind == "rematch"), None)


def _user_to_play(room: Room) -> str | None:
    """Return the user whose turn it is; None while no player's time runs."""
    game = room.game
    if game.is_over or room.setup.is_waiting or room.paused_ms is not None or game.to_play in room.stand_ins:
        return None
    return room.setup.occupant(game.to_play)


def _has_passed(before: Room, after: Room, user_id: str | None) -> bool:
    """Return whether another player has laid a tile, even if it is the same user's turn again.

    That happens if the others had planned their replies.
    """
    seats = (laid.seat for laid in after.game.laid[before.game.ply :])
    return any(seat is not None and after.setup.occupant(seat) != user_id for seat in seats)


def _who_ended(before: Room, after: Room) -> str | None:
    """Return the user whose action ended a game; None if a clock or an agreement ended it."""
    line = after.events[-1].line
    if line is None:
        return before.setup.occupant(before.game.to_play)
    if isinstance(line, Ended) and line.termination is Termination.RESIGNATION and line.seat is not None:
        return before.setup.occupant(line.seat)
    return None
