"""The categories of a tournament, whose best entrants win side prizes: labels such as Junior, and countries.

Who is best follows from the order of all entrants, so no category has an order of its own in the log.
"""

from collections.abc import Iterable

from tantrix.competition.events.entrants import Entrant, EntrantKind
from tantrix.competition.events.match_states import final_places
from tantrix.competition.events.tournament import Tournament

_COUNTRY = "Country"


def parse_category(text: str) -> str:
    """Return a category as it is stored: `country:pl` is `Country: PL`; other labels stay as they are."""
    word, colon, rest = text.partition(":")
    is_country = bool(colon) and word.strip().casefold() == _COUNTRY.casefold()
    return f"{_COUNTRY}: {rest.strip().upper()}" if is_country else text.strip()


def country_of(category: str) -> str | None:
    """Return the two letters of a country's category, or whatever stands for them; None for a label."""
    word, colon, rest = category.partition(": ")
    return rest if colon and word == _COUNTRY else None


def is_valid(category: str) -> bool:
    """Return whether a label is not empty, and the country of a country's category has two letters."""
    country = country_of(category)
    is_code = country is None or (len(country) == 2 and country.isascii() and country.isalpha())
    return bool(category) and is_code


def follows_country(tournament: Tournament, entrant: Entrant) -> bool:
    """Return whether the country of an entrant decides about its countries' categories: a single player's."""
    return (
        tournament.terms.kind is EntrantKind.SINGLE
        and bool(entrant.country)
        and entrant.id not in tournament.categorised
    )


def categories_of(tournament: Tournament, entrant: Entrant) -> tuple[str, ...]:
    """Return the categories that an entrant is in, as chosen or as controllers have corrected them."""
    known = tournament.terms.entry.categories
    if not follows_country(tournament, entrant):
        return tuple(each for each in known if each in entrant.categories)
    labels = {each for each in entrant.categories if country_of(each) is None}
    return tuple(each for each in known if each in labels or country_of(each) == entrant.country)


def by_category(tournament: Tournament, places: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the entrants of each category in the order of `places`."""
    found = [(each, categories_of(tournament, tournament.entrants[each])) for each in places]
    return {
        category: tuple(entrant for entrant, chosen in found if category in chosen)
        for category in tournament.terms.entry.categories
    }


def present_order(tournament: Tournament) -> tuple[str, ...]:
    """Return the final order, the order so far or, before the start, that of entry."""
    return tournament.places or (final_places(tournament) if tournament.stages else tournament.playing)
