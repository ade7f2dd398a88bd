"""What a player proposes to the others at a table, as a value."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tantrix.server.protocol.game import OfferKind


@dataclass(frozen=True, slots=True)
class PendingOffer:
    """A proposal that is done once all seats in `needed` are in `accepted`; `by` proposed it.

    `ply`: how many tiles a takeback leaves. `seat`: which absent seat an end leaves last.
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
        """Return the offer once some seats agree."""
        return replace(self, accepted=self.accepted | seats)


Declined = frozenset[tuple[OfferKind, int]]
"""Which kinds of proposals, by which seats, nobody wants to hear again now."""


def print_offers(offers: Iterable[PendingOffer], declined: Declined) -> str:
    """Write what is proposed, and what was declined, as JSON."""
    rows = [(o.kind, o.by, sorted(o.needed), sorted(o.accepted), o.ply, o.seat) for o in offers]
    return json.dumps({"offers": rows, "declined": sorted(declined)})


def parse_offers(text: str) -> tuple[tuple[PendingOffer, ...], Declined]:
    """Read what `print_offers` writes."""
    read = json.loads(text)
    offers = (
        PendingOffer(kind, by, frozenset(needed), frozenset(accepted), ply, seat)
        for kind, by, needed, accepted, ply, seat in read["offers"]
    )
    return tuple(offers), frozenset((kind, seat) for kind, seat in read["declined"])
