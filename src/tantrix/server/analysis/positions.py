"""Positions on the analysis board: read them from text, try placements, and build their views.

Each function here takes a few milliseconds, and a few hundred for a record, so call it on a thread.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast

from tantrix.deal import deal, start
from tantrix.game import Game, IllegalPlacement
from tantrix.notation import parse_hands, parse_position, print_position, print_rules
from tantrix.placement import Placement
from tantrix.record import Record, RecordError, parse_record
from tantrix.record import Seat as RecordSeat
from tantrix.rules import Deadlock, ForcedSides, Rules, Start
from tantrix.server.games.views.position import laid_view, position_view
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.analysis import BoardView, StudyView
from tantrix.server.protocol.base import ColourLetter
from tantrix.server.protocol.game import GameView, SeatView
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.seats import shown_name
from tantrix.tiles import Colour

MAX_HAND = 12
_COLOURS = (gettext_noop("Red"), gettext_noop("Yellow"), gettext_noop("Green"), gettext_noop("Blue"))


_SEATS = {"2": "RB", "3": "RBY", "4": "RBYG", "doubles": "RBRB"}


@dataclass(frozen=True, slots=True)
class DealForm:
    """The requested deal: fields of a form, with the usual rules as defaults."""

    seats: Literal["2", "3", "4", "doubles"] = "2"
    tile_set: Literal["56", "64"] = "56"
    start: Start = Start.DRAW_KEEP
    forced_sides: ForcedSides = ForcedSides.THREE_OR_MORE
    deadlock: Deadlock = Deadlock.DRAW

    def rules(self) -> Rules:
        """Return the rules of the deal."""
        return Rules(
            colours=tuple(map(Colour.parse, _SEATS[self.seats])),
            tile_set=int(self.tile_set),
            start=self.start,
            forced_sides=self.forced_sides,
            deadlock=self.deadlock,
            teams=self.seats == "doubles",
        )


def read_position(text: str) -> Game:
    """Read a position from its one-line notation. Raises Refusal."""
    try:
        _check_hands(text)
        return parse_position(text)
    except ValueError as error:
        raise Refusal("invalid", str(error)) from error


def _check_hands(text: str) -> None:
    """Reject hands larger than any rules allow: the kernel's lists have no room for their placements."""
    fields = text.split(";")
    for hand in parse_hands(fields[2]) if len(fields) == 4 else ():
        if len(hand) > MAX_HAND:
            raise ValueError(f"expected at most {MAX_HAND} tiles in a hand, got {len(hand)}")


def read_record(text: str) -> Record:
    """Read a single record and replay it. Raises Refusal."""
    try:
        record = parse_record(text)
        record.game()
    except (RecordError, ValueError) as error:
        raise Refusal("invalid", str(error)) from error
    return record


def tried(text: str, placement: str, draw: int | None) -> Game:
    """Lay a tile in a position. Raises Refusal for unreadable text, and IllegalPlacement."""
    game = read_position(text)
    try:
        return game.play(placement, draw)
    except IllegalPlacement:
        raise
    except ValueError as error:
        raise Refusal("invalid", str(error)) from error


def board_view(game: Game) -> BoardView:
    """Return the view of a position."""
    return BoardView(
        text=print_position(game), laid=[laid_view(laid) for laid in game.laid], position=position_view(game)
    )


def study_of(game: Game, seats: Iterable[RecordSeat], language: str) -> StudyView:
    """Return a study that starts from a position."""
    return _study([game], tuple(seats), language)


def study_of_record(record: Record, language: str) -> StudyView:
    """Return a study of all positions of a record."""
    game = record.game(record.first_ply - 1)
    games = [game]
    for entry in record.entries:
        game = game.play(entry.placement, entry.draw)
        games.append(game)
    return _study(games, record.seats, language)


def fresh(rules: Rules, secret: bytes) -> Game:
    """Deal a new game."""
    return start(rules, deal(rules, secret))


def is_in_play(game: Game, others: Iterable[Game]) -> bool:
    """Return whether a position is the current one of a game: same tiles on the table and in the hands."""
    return bool(game.laid) and any(
        game.ply == other.ply and _table(game) == _table(other) and _hands(game) == _hands(other)
        for other in others
    )


def _table(game: Game) -> frozenset[Placement]:
    return frozenset(laid.placement for laid in game.laid)


def _hands(game: Game) -> list[list[int]]:
    return sorted(sorted(hand) for hand in game.hands)


def _study(games: list[Game], seats: tuple[RecordSeat, ...], language: str) -> StudyView:
    return StudyView(
        game=_game_view(games[0].rules, seats, language),
        texts=[print_position(game) for game in games],
        laid=[laid_view(laid) for laid in games[-1].laid],
        n_before=games[0].ply,
    )


def _game_view(rules: Rules, seats: tuple[RecordSeat, ...], language: str) -> GameView:
    return GameView(
        id="",
        rules=print_rules(rules),
        tile_set=rules.tile_set,
        is_teams=rules.teams,
        seats=[_seat_view(rules, seat, seats, language) for seat in range(rules.n_seats)],
        drawn=[],
        commitment="",
        started_at="",
        control=None,
        is_listed=False,
        is_rated=False,
    )


def _seat_view(rules: Rules, seat: int, seats: tuple[RecordSeat, ...], language: str) -> SeatView:
    colour = rules.colours[seat]
    name = shown_name(seats[seat].name, language, seats[seat].robot) if seats else ""
    return SeatView(
        seat=seat,
        colour=cast(ColourLetter, colour.letter),
        name=name or translate(language, _COLOURS[colour]),
        kind="person",
        robot=None,
        is_mine=True,
        account=None,
        stand_in=None,
        colour_preferences=[],
    )
