"""Colour preferences: each player has a first and a second one, applied when the game begins.

Players get their first preference unless another player has the same one. Players who share a first
preference get their second one instead, if it is free and not the second preference of another one of them.
All others, including robots and players without a preference, keep the colour of their seat if it is free,
and otherwise get the first free one of red, yellow, green and blue. This is done in seat order: first for the
players who keep their colour, then for the rest. In doubles each pair has a colour, and players have no
preferences.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from tantrix.rules import Rules
from tantrix.tiles import Colour


def granted(rules: Rules, preferences: Mapping[int, str]) -> Rules:
    """Return the rules with the preferred colours; `preferences` maps seats to one or two colour letters."""
    if rules.teams or not any(preferences.values()):
        return rules
    firsts = {seat: Colour.parse(letters[0]) for seat, letters in preferences.items() if letters}
    taken = _uncontested(firsts, ())
    seconds = {
        seat: Colour.parse(preferences[seat][1])
        for seat in firsts
        if seat not in taken and len(preferences[seat]) > 1
    }
    taken |= _uncontested(seconds, taken.values())
    seats = range(rules.n_seats)
    for seat in seats:
        if seat not in taken and rules.colours[seat] not in taken.values():
            taken[seat] = rules.colours[seat]
    for seat in seats:
        if seat not in taken:
            taken[seat] = next(colour for colour in Colour if colour not in taken.values())
    return replace(rules, colours=tuple(taken[seat] for seat in seats))


def _uncontested(preferred: Mapping[int, Colour], taken: Iterable[Colour]) -> dict[int, Colour]:
    """Return the preferences for free colours that exactly one seat has."""
    numbers, unavailable = Counter(preferred.values()), set(taken)
    return {
        seat: colour
        for seat, colour in preferred.items()
        if numbers[colour] == 1 and colour not in unavailable
    }
