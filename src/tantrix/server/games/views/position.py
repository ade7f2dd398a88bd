"""A position as sent to pages: only what a person at the table can see."""

from typing import Any, NamedTuple, cast

from pydantic_core import to_json

from tantrix.game import Game, Laid, Line, Outcome, Phase, Verdict
from tantrix.hexes import Cell
from tantrix.server.protocol.base import VerdictName
from tantrix.server.protocol.game import LaidView, PositionView

_NO_FILLERS: dict[str, Any] = {"holders": [], "n_unseen_fitting": 0}


class PassedSeats(NamedTuple):
    """Seats that passed or were skipped between the last tile laid and this position, in playing order.

    `passed`: seats without a legal free placement, under the option `deadlock=pass` (R3.6), possibly after
    forced placements. `skipped`: seats without a tile (R3.7).
    """

    passed: tuple[int, ...]
    skipped: tuple[int, ...]


def position_view(game: Game) -> PositionView:
    """Return the view of a position. Takes a fifth of a millisecond."""
    return PositionView.model_validate(_fields(game))


def position_text(game: Game) -> str:
    """Return the view of a position as JSON, in two thirds of the time of `position_view` and printing it."""
    return to_json(_fields(game)).decode()


def _fields(game: Game) -> dict[str, Any]:
    """Return the fields of a `PositionView` for a position, in their order."""
    placements = game.placement_texts()
    passed, skipped = passing(game)
    return {
        "ply": game.ply,
        "to_play": game.to_play,
        "phase": game.phase.value,
        "turn": game.turn,
        "hands": [list(hand) for hand in game.hands],
        "unseen": sorted(game.bag),
        "in_endgame": game.in_endgame,
        "spaces": _spaces(game),
        "placements": placements,
        "refused": {_NAMES[verdict]: texts for verdict, texts in game.refusal_texts().items()},
        "forced_tiles": _forced_tiles(game, placements),
        "lines": [_line(line) for line in game.lines()],
        "scores": list(game.scores),
        "last_turn": _last_turn(game.laid),
        "passed": list(passed),
        "skipped": list(skipped),
        "outcome": _outcome(game.outcome),
    }


def laid_view(laid: Laid, left_ms: int | None = None) -> LaidView:
    """Return the view of a tile on the table, with the time that its player had left."""
    tile, cell, rotation = laid.placement
    return LaidView(
        tile=tile,
        q=cell.q,
        r=cell.r,
        rotation=rotation,
        seat=laid.seat,
        draw=laid.draw,
        forced=laid.forced,
        turn=laid.turn,
        left_ms=left_ms,
    )


def passing(game: Game) -> PassedSeats:
    """Return the seats that passed or were skipped since the last tile; none when the game is over."""
    if game.is_over or not game.laid or (seat := game.laid[-1].seat) is None:
        return PassedSeats((), ())
    passed = [seat] if _gave_up(game, seat) else []
    skipped: list[int] = []
    # A passed turn counts as a turn; a seat without tiles has no turn.
    for _turn in range(game.laid[-1].turn + 1, game.turn + 1):
        seat = _next(game, seat, skipped)
        passed.append(seat)
    is_new_turn = game.turn > game.laid[-1].turn
    return PassedSeats(tuple(passed[:-1] if is_new_turn else passed), tuple(skipped))


def _spaces(game: Game) -> list[dict[str, Any]]:
    forced, controlled = frozenset(game.forced_spaces()), frozenset(game.controlled_cells())
    return [
        {
            "q": cell.q,
            "r": cell.r,
            "facing": facing,
            "is_forced": cell in forced,
            "is_controlled": cell in controlled,
            **(_fillers(game, cell) if cell in forced else _NO_FILLERS),
        }
        for cell, facing in game.facings().items()
    ]


def _fillers(game: Game, cell: Cell) -> dict[str, Any]:
    """Return the seats that can fill a forced space, and how many unseen tiles fit it."""
    fitting = game.fitting(cell)
    holders = [seat for seat, hand in enumerate(game.hands) if not fitting.isdisjoint(hand)]
    return {"holders": holders, "n_unseen_fitting": len(fitting & game.bag)}


def verdict_name(verdict: Verdict) -> VerdictName:
    """Return the name of a verdict in the protocol."""
    return _NAMES[verdict]


# A test compares these names with the protocol. A look-up is ten times faster than `verdict.name`.
_NAMES = {verdict: cast(VerdictName, verdict.name) for verdict in Verdict}


def _forced_tiles(game: Game, placements: list[str]) -> list[int]:
    if game.phase not in (Phase.FILL, Phase.REFILL):
        return []
    playable = {text.partition("@")[0] for text in placements}
    return [tile for tile in game.hands[game.to_play] if str(tile) in playable]


def _line(line: Line) -> dict[str, Any]:
    cells = [{"q": cell.q, "r": cell.r} for cell in line.cells]
    return {"colour": line.colour.letter, "is_loop": line.is_loop, "score": line.score, "cells": cells}


def _last_turn(laid: tuple[Laid, ...]) -> list[int]:
    return [ply for ply, tile in enumerate(laid) if tile.turn == laid[-1].turn]


def _outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {
        "termination": outcome.termination.value,
        "scores": list(outcome.scores),
        "ranks": list(outcome.ranks),
    }


def _gave_up(game: Game, seat: int) -> bool:
    """Return whether the last turn ended after its forced placements, with tiles left for a free one."""
    turn = game.laid[-1].turn
    is_filling_alone = all(laid.forced for laid in game.laid if laid.turn == turn)
    return game.turn > turn and is_filling_alone and bool(game.hands[seat])


def _next(game: Game, seat: int, skipped: list[int]) -> int:
    """Return the next seat with a tile in hand, and append the seats before it to `skipped`."""
    n_seats = len(game.hands)
    for step in range(1, n_seats + 1):
        other = (seat + step) % n_seats
        if game.hands[other]:
            return other
        skipped.append(other)
    return seat
