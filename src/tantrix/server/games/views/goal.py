"""The goal that a newcomer reads beside the board: the longest line of their colour, and a picture of one."""

from functools import cache

from markupsafe import Markup

from tantrix.hexes import Cell
from tantrix.pictures.draw import PAGE, Overlay, svg
from tantrix.placement import Placement
from tantrix.server.protocol.game import GameView
from tantrix.tiles import FULL_SET, Colour, Link, Shape, links

# The cells of a line of four, and the edges between which it bends through each.
_WAY = {Cell(-1, 1): (3, 5), Cell(0, 0): (0, 2), Cell(1, 0): (1, 3), Cell(1, 1): (0, 4)}


def goal_of(game: GameView) -> tuple[str, Markup] | None:
    """Return the colour and the picture for a player alone with robots; None in games that count."""
    mine = [seat for seat in game.seats if seat.is_mine]
    is_alone = len(mine) == 1 and all(seat.robot for seat in game.seats if not seat.is_mine)
    if not is_alone or game.is_rated or game.tournament:
        return None
    return mine[0].colour, line_picture(mine[0].colour)


@cache
def line_picture(letter: str) -> Markup:
    """Draw a line of four tiles of a colour, lit, in the colours of the page."""
    colour = Colour.parse(letter)
    bends = (tile for tile in FULL_SET if any(_bends(link, colour) for link in links(tile)))
    laid = [Placement(next(bends), cell, 0) for cell in _WAY]
    laid = [one._replace(rotation=_rotation(one.tile, Link(colour, *_WAY[one.cell]))) for one in laid]
    return Markup(svg(laid, theme=PAGE, overlay=Overlay(lit=[(colour, tuple(_WAY))]), padding=0))


def _bends(link: Link, colour: Colour) -> bool:
    return link.colour == colour and link.shape is Shape.BEND


def _rotation(tile: int, link: Link) -> int:
    return next(rotation for rotation in range(6) if link in links(tile, rotation))
