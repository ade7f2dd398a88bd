"""The home page of the puzzles: today's puzzle, a calendar of the month, and the packs with their levels."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from statistics import median

from markupsafe import Markup

from tantrix.server.puzzles.catalogue import NUMBERED, CataloguePuzzle, Mode
from tantrix.server.puzzles.daily.puzzle import FIRST_DAY, name_of, title_of
from tantrix.server.puzzles.daily.specs import spec_of
from tantrix.server.puzzles.difficulty import (
    known_solutions,
    level_of,
    level_word,
    levels_word,
    minutes_text,
    usual_ms,
)
from tantrix.server.puzzles.pictures import number_picture, picture_of
from tantrix.server.puzzles.wording import Group, groups
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.solver.specs import Form

_CELL = 46  # width of a day in the calendar
_ROW = 40
_TITLES = {
    Form.LOOP: gettext_noop("A loop of {n}"),
    Form.LINE: gettext_noop("A line of {n}"),
    Form.TWO_LINES: gettext_noop("Two lines, {n} tiles"),
    Form.PYRAMID: gettext_noop("A pyramid of {n}"),
    Form.FLOWER: gettext_noop("A flower of {n}"),
}


@dataclass(frozen=True, slots=True)
class DayCell:
    """A day in the calendar, with its position in the SVG. `is_joined`: the previous day is left of it."""

    name: str
    url: str
    title: str
    number: int
    x: float
    y: float
    is_joined: bool
    is_today: bool
    is_to_come: bool
    is_tomorrow: bool


@dataclass(frozen=True, slots=True)
class PuzzleCard:
    """A puzzle as a card in its pack."""

    name: str
    url: str
    title: str
    picture: Markup
    is_numbered: bool
    n_tiles: int
    level: str
    level_word: str
    usual: str
    is_unique: bool


@dataclass(frozen=True, slots=True)
class Pack:
    """A group of puzzles that can be expanded; `usual`: the median of their times."""

    group: Group
    cards: tuple[PuzzleCard, ...]
    picture: Markup
    levels: str
    usual: str
    colour: str


def packs(language: str) -> list[Pack]:
    """List the packs in the order in which they should be played."""
    return [_pack(group, number, language) for number, group in enumerate(groups(language))]


def daily_title(puzzle: CataloguePuzzle, language: str) -> str:
    """Return a short title for a puzzle of the day."""
    assert puzzle.day is not None, puzzle.name
    return translate(language, _TITLES[spec_of(puzzle.day).form]).format(n=len(puzzle.goal.tiles))


def is_certainly_unique(puzzle: CataloguePuzzle) -> bool:
    """Return whether a puzzle certainly has exactly one solution."""
    if puzzle.day is not None:
        return spec_of(puzzle.day).is_unique
    return known_solutions(puzzle.goal) == 1


def badges(puzzle: CataloguePuzzle, language: str, times: tuple[int, int] = (0, 0)) -> list[tuple[str, str]]:
    """Return facts to show before the start: names of icons, each with words."""
    ms = usual_ms(puzzle, times)
    found = [("difficulty", level_word(level_of(ms), language)), ("clock", minutes_text(ms, language))]
    if is_certainly_unique(puzzle):
        found.append(("proven", translate(language, gettext_noop("Exactly one solution"))))
    return found


def month_hexagons(now: date, language: str) -> tuple[list[DayCell], tuple[int, int]]:
    """Return the days of this month as hexagons, a row for each week, and the size of the picture."""
    first = now.replace(day=1)
    cells = [_day(day, now, first, language) for day in _days(first)]
    n_rows = round(max(cell.y for cell in cells) / _ROW) + 1
    return cells, (7 * _CELL + _CELL // 2, n_rows * _ROW + 14)


def _day(day: date, now: date, first: date, language: str) -> DayCell:
    week, weekday = divmod(first.weekday() + day.day - 1, 7)
    return DayCell(
        name_of(day),
        f"/puzzles/{name_of(day)}",
        title_of(day, language),
        day.day,
        _CELL * (weekday + (week % 2) / 2) + _CELL / 2,
        _ROW * week + _ROW / 2 + 7,
        is_joined=weekday > 0 and day.day > 1,
        is_today=day == now,
        is_to_come=day > now or day < FIRST_DAY,
        is_tomorrow=day.toordinal() == now.toordinal() + 1,
    )


def _days(first: date) -> Iterator[date]:
    day = first
    while day.month == first.month:
        yield day
        day = date.fromordinal(day.toordinal() + 1)


def _pack(group: Group, number: int, language: str) -> Pack:
    cards = tuple(_card(puzzle, language) for puzzle in group.puzzles)
    times = [usual_ms(puzzle) for puzzle in group.puzzles]
    middle = group.puzzles[len(group.puzzles) // 2]
    return Pack(
        group,
        cards,
        picture_of(middle),
        levels=levels_word(map(level_of, times), language),
        usual=minutes_text(round(median(times)), language),
        colour="RYBG"[number % 4],
    )


def _card(puzzle: CataloguePuzzle, language: str) -> PuzzleCard:
    is_numbered = puzzle.group in NUMBERED
    letter = puzzle.goal.strands[0].colour.letter if puzzle.goal.strands else ""
    ms = usual_ms(puzzle)
    return PuzzleCard(
        name=puzzle.name,
        url=puzzle.url,
        title=puzzle.title(language),
        picture=number_picture(puzzle.number, letter) if is_numbered else picture_of(puzzle),
        is_numbered=is_numbered,
        n_tiles=len(puzzle.goal.tiles),
        level=level_of(ms).value,
        level_word=level_word(level_of(ms), language),
        usual=minutes_text(ms, language) if puzzle.mode is Mode.SOLVE else "",
        is_unique=is_certainly_unique(puzzle),
    )


def month_names(now: date) -> set[str]:
    """Return the names of the puzzles of this month's days."""
    return {name_of(day) for day in _days(now.replace(day=1))}
