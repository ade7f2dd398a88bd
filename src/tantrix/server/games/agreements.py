"""Agreements between players, and claims against players who have left: decisions of a room.

Each function returns the room that results from a message. A proposal by itself changes only the room's
offers.
"""

from collections.abc import Callable
from dataclasses import replace

from tantrix.game import Termination, Verdict
from tantrix.server.games.absence import Absences
from tantrix.server.games.journal_lines import Ended, JournalLine, Pause, StandIn, Takeback
from tantrix.server.games.offers.pending import PendingOffer, print_offers
from tantrix.server.games.offers.store import Proposals, delete_proposals
from tantrix.server.games.room import MATCH_STAND_IN, Room, RoomAnswer
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol import game as messages
from tantrix.server.protocol.game import OfferKind
from tantrix.server.ratings.aborts import RatedAbort
from tantrix.server.rooms.commands import MessageKey, RoomChange, RoomRepeat

STAND_IN = "forecast"  # medium strength, and fast

Agreement = messages.Offer | messages.Reply | messages.Abort | messages.Claim | messages.Return

Restart = Callable[[Room, int], RoomChange[Room]]
"""Deals the next game at a table, at a given time."""


def handle_agreement(
    room: Room,
    message: Agreement,
    user_id: str | None,
    now_ms: int,
    absences: Absences,
    restart: Restart,
) -> RoomAnswer:
    """Handle any message of this module."""
    match message:
        case messages.Offer():
            return offer(room, message, user_id, now_ms, restart)
        case messages.Reply():
            return reply(room, message, user_id, now_ms, absences, restart)
        case messages.Abort():
            return abort(room, message, user_id, now_ms)
        case messages.Claim():
            return claim(room, message, user_id, now_ms, absences)
        case messages.Return():
            return come_back(room, message, user_id, now_ms)


def offer(
    room: Room, message: messages.Offer, user_id: str | None, now_ms: int, restart: Restart
) -> RoomAnswer:
    """Handle a proposal, or agree to the same proposal if another player has made it before."""
    mine = room.seats_of(user_id)
    key = _key(message, user_id)
    if refused := _refused(room, key, user_id):
        return refused
    kind = message.kind
    refusal = _not_now(room, kind, mine)
    if refusal is not None:
        return Refusal(refusal)
    pending = find_offer(room, kind)
    if pending is not None and kind == "takeback" and pending.by not in mine:
        return Refusal("not_now")
    if pending is None and any((kind, seat) in room.declined for seat in mine):
        return Refusal("declined")
    made = pending or _offer(room, kind, mine)
    return _settled(room, made.accept(mine), key, now_ms, restart)


def reply(
    room: Room,
    message: messages.Reply,
    user_id: str | None,
    now_ms: int,
    absences: Absences,
    restart: Restart,
) -> RoomAnswer:
    """Handle the reply to a proposal: accept or decline; declining one's own proposal withdraws it."""
    mine = room.seats_of(user_id)
    key = _key(message, user_id)
    if refused := _refused(room, key, user_id):
        return refused
    pending = find_offer(room, message.kind)
    if pending is None:
        return Refusal("no_offer")
    if message.accept:
        if pending.kind == "rematch" and room.setup.match_id is not None:
            return Refusal("no_rematch")  # of an offer from before tournament games had none
        if pending.seat is not None and not _is_claimable(room, pending.seat, absences, now_ms):
            return Refusal("not_claimable")
        return _settled(room, pending.accept(mine), key, now_ms, restart)
    declined = frozenset() if pending.by in mine else frozenset({(pending.kind, pending.by)})
    room = replace(room, declined=room.declined | declined)
    return _proposed(_proposing(room, pending, None, key))


def abort(room: Room, message: messages.Abort, user_id: str | None, now_ms: int) -> RoomAnswer:
    """Handle a request to abort the game before its second turn is complete.

    The hands were open from the start, so aborting a rated game is counted against the player.
    """
    key = _key(message, user_id)
    if refused := _refused(room, key, user_id) or _refused_at_rest(room):
        return refused
    if not room.may_abort:
        return Refusal("not_now")
    change = room.change(Ended(Termination.ABORTED), now_ms, key)
    if not room.setup.is_rated or user_id is None:
        return change
    return RoomChange(change.room, (*change.writes, RatedAbort(room.setup.id, user_id, now_ms)))


def claim(
    room: Room, message: messages.Claim, user_id: str | None, now_ms: int, absences: Absences
) -> RoomAnswer:
    """Handle a claim against an absent player, for whom the claimant does not want to wait any longer."""
    mine = room.seats_of(user_id)
    key = _key(message, user_id)
    if refused := _refused(room, key, user_id) or _refused_at_rest(room):
        return refused
    seat, is_match = message.seat, room.setup.match_id is not None
    has_left = seat == room.undecided or _is_claimable(room, seat, absences, now_ms)
    if not has_left or not mine.isdisjoint(room.setup.rules.partners(seat) if is_match else (seat,)):
        return Refusal("not_claimable")
    if is_match:
        return _chosen(room, message, now_ms, key)
    if message.how == "robot":
        return room.change(StandIn(seat, STAND_IN), now_ms, key)
    here = frozenset(s for s in room.seats_of_people if absences.of(room.setup.occupant(s)).since_ms is None)
    pending = find_offer(room, "end")
    if pending is None or pending.seat != seat:
        pending = PendingOffer("end", min(mine), here | mine, mine, seat=seat)
    return _settled(room, pending.accept(mine), key, now_ms, _no_new_game)


def _chosen(room: Room, message: messages.Claim, now_ms: int, key: MessageKey) -> RoomChange[Room]:
    """Let a robot play on for a side that has left a game of a match, or end the game: it has lost (R8.2)."""
    first = room.leaver
    if message.how == "robot" and first in (None, message.seat):
        return room.change(StandIn(message.seat, MATCH_STAND_IN), now_ms, key)
    seat = message.seat if first is None else first
    return room.change(Ended(room.left.get(seat, Termination.ABANDONED), seat), now_ms, key)


def come_back(room: Room, message: messages.Return, user_id: str | None, now_ms: int) -> RoomAnswer:
    """Handle the request of a person to take their seat back from the robot that played on for them."""
    if not room.setup.plays(user_id):
        return Refusal("not_your_seat")
    key = _key(message, user_id)
    if repeat := room.answered.find(key):
        return repeat
    if refused := _refused_at_rest(room):
        return refused
    if message.seat not in room.stand_ins or not room.setup.owns(user_id, message.seat):
        return Refusal("not_your_seat")
    if room.setup.is_rated:
        return Refusal("rated")
    return room.change(StandIn(message.seat, None), now_ms, key)


def without_claims(room: Room, user_id: str | None) -> Room:
    """Return the room after a user has come back, without the proposals to end the game for their absence."""
    offers = tuple(o for o in room.offers if o.seat is None or not room.setup.owns(user_id, o.seat))
    return room if offers == room.offers else replace(room, offers=offers)


def find_offer(room: Room, kind: OfferKind) -> PendingOffer | None:
    """Return the pending offer of a kind, or None."""
    return next((offer for offer in room.offers if offer.kind == kind), None)


def _key(message: Agreement, user_id: str | None) -> MessageKey:
    return MessageKey.of(message.id, message, user_id or "", message.type)


def _refused(room: Room, key: MessageKey, user_id: str | None) -> RoomRepeat | Refusal | None:
    """Refuse users who do not play a seat, and repeat the earlier answer to a message that is sent again."""
    if not room.setup.plays(user_id):
        return Refusal("not_your_seat")
    if repeat := room.answered.find(key):
        return repeat
    if room.setup.is_waiting:
        return Refusal("not_begun")
    return None if room.seats_of(user_id) else Refusal("stood_in")


def _refused_at_rest(room: Room) -> Refusal | None:
    if room.setup.is_waiting:
        return Refusal("not_begun")
    return Refusal(Verdict.GAME_OVER.name) if room.game.is_over else None


def _not_now(room: Room, kind: OfferKind, mine: frozenset[int]) -> str | None:
    """Return why an offer of this kind cannot be made now, or None if it can."""
    if kind == "rematch" and room.setup.match_id is not None:
        return "no_rematch"
    if kind == "rematch":
        return None if room.game.is_over and room.rematch is None else "not_now"
    if room.game.is_over:
        return Verdict.GAME_OVER.name
    if kind in ("draw", "takeback") and room.setup.is_rated:
        return "rated"
    if room.undecided is not None:
        return "not_now"
    if kind == "draw" and len(room.seats_of_people) < len(room.setup.seats):
        return "robots_play"
    if kind == "takeback" and room.paused_ms is not None:
        return "paused"
    if kind == "takeback" and _last_turn(room, mine) is None:
        return "not_now"
    if kind == "pause" and room.setup.match_id is not None and not room.is_correspondence:
        return "match_game"  # the next round waits for it
    is_paused = room.paused_ms is not None
    return "not_now" if (kind == "pause" and is_paused) or (kind == "resume" and not is_paused) else None


def _offer(room: Room, kind: OfferKind, mine: frozenset[int]) -> PendingOffer:
    ply = _last_turn(room, mine) if kind == "takeback" else None
    by = room.game.laid[ply].seat if ply is not None else None
    return PendingOffer(kind, min(mine) if by is None else by, room.seats_of_people, frozenset(), ply)


def _last_turn(room: Room, mine: frozenset[int]) -> int | None:
    """Return the ply at which the last turn of these seats began; None if they have laid no tile."""
    turns = [laid.turn for laid in room.game.laid if laid.seat in mine]
    return next((ply for ply, laid in enumerate(room.game.laid) if turns and laid.turn == turns[-1]), None)


def _settled(room: Room, made: PendingOffer, key: MessageKey, now_ms: int, restart: Restart) -> RoomAnswer:
    """Carry out an offer once all players have accepted it; keep it pending until then."""
    if made.missing:
        return _proposed(_proposing(room, made, made, key))
    if made.kind == "rematch":
        return restart(_proposing(room, made, None, key), now_ms)
    return room.change(_line(made), now_ms, key)


def _line(made: PendingOffer) -> JournalLine:
    match made.kind:
        case "draw":
            return Ended(Termination.AGREEMENT)
        case "end":
            return Ended(Termination.ABANDONED, made.seat)
        case "pause" | "resume":
            return Pause(made.kind == "pause")
    assert made.ply is not None, f"expected a takeback to a ply, got {made}"
    return Takeback(made.ply)


def _proposing(room: Room, old: PendingOffer, new: PendingOffer | None, key: MessageKey) -> Room:
    """Return the room with the offer of this kind replaced, or removed if `new` is None."""
    others = tuple(offer for offer in room.offers if offer.kind != old.kind)
    offers = others if new is None else (*others, new)
    return replace(room, offers=offers, answered=room.answered.plus(key, room.version))


def _proposed(room: Room) -> RoomChange[Room]:
    text = print_offers(room.offers, room.declined)
    return RoomChange(room, (delete_proposals(room.setup.id), Proposals(room.setup.id, room.version, text)))


def _is_claimable(room: Room, seat: int, absences: Absences, now_ms: int) -> bool:
    """Return whether a person has been away from a live game long enough for the others to claim."""
    if not room.is_live or seat not in room.seats_of_people or room.setup.is_host(seat):
        return False
    absence = absences.of(room.setup.occupant(seat))
    return absence.claimable_in_ms(room.uptime.at(now_ms)) == 0


def _no_new_game(room: Room, _now_ms: int) -> RoomChange[Room]:
    raise AssertionError(f"expected no rematch, got one of {room.setup.id}")
