"""Deals that several tables have played: what each side made of the tiles of its seat."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tantrix.server.protocol.tournaments import MatchGameView, MatchView, RoundView
from tantrix.server.wording.catalogues import gettext_noop, translate

_COLOURS = gettext_noop("Red"), gettext_noop("Blue")  # of the seats, and of both seats of a pair
_YOU = gettext_noop("{colour}: you made {score}. With the same tiles others made {others}.")


class DealTable(NamedTuple):
    """A table of a deal: the address of its game, and the entrants and scores by seat."""

    url: str
    entrants: tuple[str, str]
    scores: tuple[int, int]


class ComparedDeal(NamedTuple):
    """A deal that is over at all its tables, the best line of the first seat first, and what to say of it."""

    tables: list[DealTable]
    sentences: list[str]


def compared_deals(
    paired: RoundView, match: MatchView, mine: str | None, names: Mapping[str, str], language: str
) -> list[ComparedDeal]:
    """Return the deals of a match, with all tables of its round that played them.

    `mine`: the reader's entrant.
    """
    deals = dict.fromkeys(game.deal for game in match.games if game.deal and not game.is_sealed)
    found = (_tables(paired.matches, deal) for deal in deals)
    return [
        ComparedDeal(tables, [_sentence(tables, seat, mine, names, language) for seat in (0, 1)])
        for tables in found
        if tables
    ]


def _tables(matches: Iterable[MatchView], deal: str) -> list[DealTable]:
    tables = [_table(match, game) for match in matches for game in match.games if game.deal == deal]
    return sorted(filter(None, tables), key=lambda table: table.scores[1] - table.scores[0])


def _table(match: MatchView, game: MatchGameView) -> DealTable | None:
    """Return a game as a table; None if it was not played to a score."""
    if game.url is None or game.scores is None or match.first is None or match.second is None:
        return None
    (first, second), entrants = game.scores, (match.first, match.second)
    if game.first_seat == 0:
        return DealTable(game.url, entrants, (first, second))
    return DealTable(game.url, entrants[::-1], (second, first))


def _sentence(
    tables: list[DealTable], seat: int, mine: str | None, names: Mapping[str, str], language: str
) -> str:
    colour = translate(language, _COLOURS[seat])
    own = [table.scores[seat] for table in tables if table.entrants[seat] == mine]
    others = [table for table in tables if table.entrants[seat] != mine]
    if own and others:
        made = ", ".join(str(table.scores[seat]) for table in others)
        return translate(language, _YOU).format(colour=colour, score=own[0], others=made)
    return f"{colour}: " + ", ".join(f"{names[each.entrants[seat]]} {each.scores[seat]}" for each in tables)
