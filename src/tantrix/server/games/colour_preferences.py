"""Colours as the players wish: a first and a second wish each, granted when the game begins.

A colour that one player alone wishes first is that player's. Equal first wishes make both, or all of
them, take their second one, if it is free and nobody else's second wish. Everybody else, robots and those
without a wish among them, keeps the colour of the seat if it is free, or else gets the first free one of red,
yellow, green and blue; players in the order of the seats, those who keep theirs before the others. In
doubles a colour is a pair's, and wishes are not asked for.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from tantrix.rules import Rules
from tantrix.tiles import Colour


def granted(rules: Rules, wishes: Mapping[int, str]) -> Rules:
    """Return the rules with the colours as wished; `wishes` has one or two letters by seat."""
    if rules.teams or not any(wishes.values()):
        return rules
    firsts = {seat: Colour.parse(letters[0]) for seat, letters in wishes.items() if letters}
    taken = _unrivalled(firsts, ())
    seconds = {
        seat: Colour.parse(wishes[seat][1]) for seat in firsts if seat not in taken and len(wishes[seat]) > 1
    }
    taken |= _unrivalled(seconds, taken.values())
    seats = range(rules.n_seats)
    for seat in seats:
        if seat not in taken and rules.colours[seat] not in taken.values():
            taken[seat] = rules.colours[seat]
    for seat in seats:
        if seat not in taken:
            taken[seat] = next(colour for colour in Colour if colour not in taken.values())
    return replace(rules, colours=tuple(taken[seat] for seat in seats))


def _unrivalled(wished: Mapping[int, Colour], taken: Iterable[Colour]) -> dict[int, Colour]:
    """Return the wishes that nobody shares, for colours that are free."""
    numbers, gone = Counter(wished.values()), set(taken)
    return {seat: colour for seat, colour in wished.items() if numbers[colour] == 1 and colour not in gone}
