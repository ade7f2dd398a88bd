"""Checks of a record: it must replay, and its deal must be the one that its secret determines."""

from collections.abc import Iterator, Sequence
from datetime import date

from tantrix import deal as dealing
from tantrix.game import Game
from tantrix.notation import print_hands, print_seat
from tantrix.record.entries import RecordError
from tantrix.record.text import print_scores
from tantrix.record.value import Record
from tantrix.rules import Start


def check(record: Record) -> tuple[str, ...]:
    """Replay a record and return its problems; empty if it is valid."""
    try:
        game = record.game()
    except RecordError as error:
        return (str(error),)
    return (
        *_check_date(record),
        *_check_start(record),
        *_check_end(record, game),
        *_check_secret(record),
    )


def verify(record: Record) -> tuple[str, ...]:
    """Deal again from the secret and return each difference from the record; empty if there is none."""
    if record.secret is None:
        return ("the record has no secret to deal from",)
    dealt = dealing.deal(record.rules, record.secret)
    facts = (
        ("hands", print_hands(dealt.hands), print_hands(record.hands)),
        ("first seat", print_seat(dealt.to_play), print_seat(record.start)),
        ("opening", str(dealt.opening), str(record.opening)),
        ("tiles drawn for the start", str(dealt.drawn), str(record.drawn or dealt.drawn)),
    )
    wrong = [f"expected the {name} {ours}, got {theirs}" for name, ours, theirs in facts if ours != theirs]
    return (*_check_secret(record), *wrong, *_check_draws(record, dealt))


def _check_date(record: Record) -> Iterator[str]:
    if record.date is not None and not _is_date(record.date):
        yield f"expected a date like 2026-11-21, got {record.date!r}"


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _check_start(record: Record) -> Iterator[str]:
    """Compare what was drawn and laid before the first turn with the start option (R2.3)."""
    way = record.rules.start
    if way is Start.RANDOM_OPENING and record.opening is None:
        yield "expected an opening tile laid at random, got none"
    if way is not Start.RANDOM_OPENING and record.opening is not None:
        yield f"expected no opening tile with {way.value}, got {record.opening}"
    if way in (Start.DRAW_KEEP, Start.DRAW_RETURN):
        yield from _check_drawn(record)
    elif record.drawn:
        yield f"expected no tiles drawn for the start with {way.value}, got {_listed(record.drawn)}"
    if way is Start.HIGHEST_IN_HAND:
        highest = [max(hand) for hand in record.hands]
        yield from _check_first(record, highest, "holds")


def _check_drawn(record: Record) -> Iterator[str]:
    """Check the tiles drawn for the start, which a record may omit."""
    drawn = record.drawn
    if not drawn:
        return
    if len(drawn) != record.rules.n_seats:
        yield f"expected {record.rules.n_seats} tiles drawn for the start, got {len(drawn)}"
        return
    if len(set(drawn)) != len(drawn) or not set(drawn) <= set(record.rules.tiles):
        yield f"expected different tiles of the set drawn for the start, got {_listed(drawn)}"
    yield from _check_first(record, drawn, "drew")
    if record.rules.start is Start.DRAW_KEEP:
        for seat, tile in enumerate(drawn):
            if tile not in record.hands[seat]:
                yield f"expected tile {tile} in the hand of seat {print_seat(seat)}, which drew and kept it"


def _check_first(record: Record, tiles: Sequence[int], verb: str) -> Iterator[str]:
    """Check that the seat with the highest of these tiles (one per seat) starts."""
    if tiles[record.start] != max(tiles):
        highest = print_seat(tiles.index(max(tiles)))
        yield f"expected seat {highest} to start, which {verb} the highest, got {print_seat(record.start)}"


def _listed(tiles: Sequence[int]) -> str:
    return " ".join(map(str, tiles))


def _check_end(record: Record, game: Game) -> Iterator[str]:
    stated, outcome = record.end, game.outcome
    if stated is None:
        if outcome:
            yield f"expected the result {print_scores(outcome.scores)}, got *"
        return
    if outcome is None:
        yield f"expected the result * of a game not played out, got {print_scores(stated.scores)}"
        return
    if stated.scores != outcome.scores:
        yield f"expected the result {print_scores(outcome.scores)}, got {print_scores(stated.scores)}"
    if stated.termination not in (None, outcome.termination):
        yield f"expected the termination {outcome.termination}, got {stated.termination}"


def _check_secret(record: Record) -> Iterator[str]:
    if record.secret is None:
        return
    if record.end is None:
        yield "expected no secret in the record of an unfinished game"
    ours = dealing.commitment(record.secret)
    if record.commitment not in (None, ours):
        yield f"expected the commitment {ours}, got {record.commitment}"


def _check_draws(record: Record, dealt: dealing.Deal) -> Iterator[str]:
    for n, entry in enumerate(record.entries):
        ours = dealt.bag[n] if n < len(dealt.bag) else None
        if entry.draw != ours:
            yield f"expected the draw {ours} at ply {record.first_ply + n}, got {entry.draw}"
