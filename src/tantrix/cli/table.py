"""The table as text: a hexagon is three lines of six columns, and each edge shows its letter on its colour.

The letters stand where the edges are, clockwise from the right, so colour is never the only sign. A space
shows its cell, a forced space between two bars.
"""

from collections.abc import Iterable, Sequence

from rich.style import Style
from rich.text import Text

from tantrix._tools.languages import gettext as _
from tantrix.cli.terminal.console import Console
from tantrix.game import Game
from tantrix.hexes import Cell
from tantrix.tiles import Colour, edges

_WIDTH, _HEIGHT = 6, 3
_TILE = Style(color="white", bgcolor="grey11")
_SPACE = Style(dim=True)
_FORCED = Style(bold=True, reverse=True)
_STYLES = {
    "R": Style(color="white", bgcolor="red3", bold=True),
    "Y": Style(color="black", bgcolor="yellow3", bold=True),
    "G": Style(color="black", bgcolor="green3", bold=True),
    "B": Style(color="white", bgcolor="blue3", bold=True),
}
# Line and column of each edge's letter in the hexagon, edges clockwise from east.
_PLACES = ((1, 5), (2, 4), (2, 1), (1, 0), (0, 1), (0, 4))

StyledCharacter = tuple[str, Style]


def print_table(game: Game, console: Console | None = None) -> None:
    """Print the Tantrix, the hands and the scores."""
    console = console or Console(highlight=False)
    for line in table_lines(game):
        console.print(line, soft_wrap=True)
    for line in seat_lines(game):
        console.print(line, soft_wrap=True)


def table_lines(game: Game) -> list[Text]:
    """Draw the tiles laid and the spaces around them."""
    forced = set(game.forced_spaces())
    characters: dict[tuple[int, int], StyledCharacter] = {}
    for laid in game.laid:
        _draw_tile(characters, laid.placement.cell, laid.placement.tile, laid.placement.rotation)
    for cell in game.spaces() if not game.is_over else ():
        text = f"|{cell}|" if cell in forced else str(cell)
        _write(characters, cell, 1, text.center(_WIDTH), _FORCED if cell in forced else _SPACE)
    return _lines(characters)


def hand_lines(tiles: Iterable[int]) -> list[Text]:
    """Draw a hand as a row of tiles at rotation 0."""
    characters: dict[tuple[int, int], StyledCharacter] = {}
    for place, tile in enumerate(tiles):
        _draw_tile(characters, Cell(place, 0), tile, 0, gap=place)
    return _lines(characters)


def seat_lines(game: Game) -> list[Text]:
    """Print the colour, score and tiles of each seat, with an arrow before the seat to play."""
    lines = []
    for seat, colour in enumerate(game.rules.colours):
        is_next = not game.is_over and seat == game.to_play
        line = Text("> " if is_next else "  ")
        line.append(f" {colour.letter} ", _STYLES[colour.letter])
        line.append(
            _(" {name}: score {score}, hand {hand}").format(
                name=colour_name(colour),
                score=game.score(seat),
                hand=" ".join(map(str, game.hands[seat])) or "-",
            )
        )
        lines.append(line)
    bag = _("{n} tiles placed, {left} in the bag").format(n=game.ply, left=len(game.bag))
    return [*lines, Text(f"  {bag}")]


def colour_name(colour: Colour) -> str:
    """Return the name of a colour in the chosen language."""
    return (_("red"), _("yellow"), _("green"), _("blue"))[colour]


def _draw_tile(
    characters: dict[tuple[int, int], StyledCharacter], cell: Cell, tile: int, rotation: int, gap: int = 0
) -> None:
    left, top = _corner(cell)
    left += gap
    middle = f"{tile:^4}"
    for line, text, start in ((0, "    ", 1), (1, f" {middle} ", 0), (2, "    ", 1)):
        for at, letter in enumerate(text):
            characters[top + line, left + start + at] = (letter, _TILE)
    for letter, (line, column) in zip(edges(tile, rotation), _PLACES, strict=True):
        characters[top + line, left + column] = (letter, _STYLES[letter])


def _write(
    characters: dict[tuple[int, int], StyledCharacter], cell: Cell, line: int, text: str, style: Style
) -> None:
    left, top = _corner(cell)
    for at, letter in enumerate(text):
        characters.setdefault((top + line, left + at), (letter, style))


def _corner(cell: Cell) -> tuple[int, int]:
    """Return the column and line of a hexagon's upper left corner."""
    return _WIDTH * cell.q + _WIDTH // 2 * cell.r, _HEIGHT * cell.r


def _lines(characters: dict[tuple[int, int], StyledCharacter]) -> list[Text]:
    if not characters:
        return []
    lines = [line for line, _column in characters]
    left = min(column for _line, column in characters)
    return [_line(characters, line, left) for line in range(min(lines), max(lines) + 1)]


def _line(characters: dict[tuple[int, int], StyledCharacter], line: int, left: int) -> Text:
    columns: Sequence[int] = sorted(column for at, column in characters if at == line)
    text = Text()
    for column in range(left, columns[-1] + 1) if columns else ():
        text.append(*characters.get((line, column), (" ", Style())))
    text.rstrip()
    return text
