"""A channel that records its deliveries, and fails as often as a test requires."""

from collections.abc import Sequence

from tantrix.server.database.writes import Write
from tantrix.server.notices.deliverer import DeliveryOutcome, NoticeBatch


class RecordingSender:
    """Deliver to the targets `addresses`; the first outcomes are `outcomes`, later ones succeed."""

    def __init__(self, addresses: Sequence[str] = ("",), outcomes: Sequence[DeliveryOutcome] = ()) -> None:
        self.batches: list[NoticeBatch] = []
        self._addresses = addresses
        self._outcomes = list(outcomes)

    @property
    def texts(self) -> list[tuple[str, ...]]:
        """The ids of the notices of each batch."""
        return [tuple(notice.id for notice in batch.notices) for batch in self.batches]

    def targets_of(self, _user_id: str) -> Sequence[str]:
        return self._addresses

    async def deliver(self, batch: NoticeBatch) -> DeliveryOutcome:
        outcome = self._outcomes.pop(0) if self._outcomes else DeliveryOutcome.DONE
        if outcome is DeliveryOutcome.DONE:
            self.batches.append(batch)
        return outcome

    def expired_writes(self, _target: str) -> Sequence[Write]:
        return ()
