"""Proposals that a player makes to the others at a table, as values."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tantrix.server.protocol.game import OfferKind


@dataclass(frozen=True, slots=True)
class PendingOffer:
    """A proposal by the seat `by`; it takes effect once all seats in `needed` are in `accepted`.

    `ply`: how many tiles a takeback leaves. `seat`: the absent seat that is ranked last if the game ends.
    """

    kind: OfferKind
    by: int
    needed: frozenset[int]
    accepted: frozenset[int]
    ply: int | None = None
    seat: int | None = None

    @property
    def missing(self) -> frozenset[int]:
        """The seats that have not agreed yet."""
        return self.needed - self.accepted

    def accept(self, seats: frozenset[int]) -> "PendingOffer":
        """Return the offer with `seats` added to those that agree."""
        return replace(self, accepted=self.accepted | seats)


Declined = frozenset[tuple[OfferKind, int]]
"""The kinds of proposals that were declined, by seat; they may not be repeated now."""


def print_offers(offers: Iterable[PendingOffer], declined: Declined) -> str:
    """Return the open offers and the declined ones as JSON."""
    rows = [(o.kind, o.by, sorted(o.needed), sorted(o.accepted), o.ply, o.seat) for o in offers]
    return json.dumps({"offers": rows, "declined": sorted(declined)})


def parse_offers(text: str) -> tuple[tuple[PendingOffer, ...], Declined]:
    """Parse the JSON that `print_offers` returns."""
    read = json.loads(text)
    offers = (
        PendingOffer(kind, by, frozenset(needed), frozenset(accepted), ply, seat)
        for kind, by, needed, accepted, ply, seat in read["offers"]
    )
    return tuple(offers), frozenset((kind, seat) for kind, seat in read["declined"])
