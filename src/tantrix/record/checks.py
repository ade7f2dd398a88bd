"""What can be checked about a record: that it replays, and that its deal is the one its secret gives."""

from collections.abc import Iterator

from tantrix import deal as dealing
from tantrix.game import Game
from tantrix.notation import print_hands, print_seat
from tantrix.record.entries import RecordError
from tantrix.record.text import print_scores
from tantrix.record.value import Record


def check(record: Record) -> tuple[str, ...]:
    """Replay a record and return what is wrong with it, nothing if it is sound."""
    try:
        game = record.game()
    except RecordError as error:
        return (str(error),)
    return (*_check_start(record), *_check_end(record, game), *_check_secret(record))


def verify(record: Record) -> tuple[str, ...]:
    """Deal again from the secret and return each difference from the record, nothing if there is none."""
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


def _check_start(record: Record) -> Iterator[str]:
    """Compare the first seat with the tiles drawn for the start: the highest number starts (R2.3)."""
    if not record.drawn:
        return
    if len(record.drawn) != record.rules.n_seats:
        yield f"expected {record.rules.n_seats} tiles drawn for the start, got {len(record.drawn)}"
    elif record.drawn[record.start] != max(record.drawn):
        highest = print_seat(record.drawn.index(max(record.drawn)))
        yield f"expected seat {highest} to start, which drew the highest, got {print_seat(record.start)}"


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
