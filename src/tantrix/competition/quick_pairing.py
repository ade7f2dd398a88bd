"""Quick pairing: which of the users who wait for a game are paired.

The seeker who has waited longest is paired first, with the nearest by rating. The reach of a seeker grows
with the waiting time; two seekers are paired only if each is within the reach of the other and neither has
muted the other.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

REACH = 100  # rating points at first
REACH_GROWS = 10  # points a second


@dataclass(frozen=True, slots=True)
class Seeker:
    """A user who waits in a pool."""

    user_id: str
    points: int
    since_ms: int


MutedPairs = Collection[tuple[str, str]]  # pairs: who has muted whom


def match_seekers(
    seekers: Iterable[Seeker], n_seats: int, now_ms: int, mutes: MutedPairs = ()
) -> Iterator[tuple[Seeker, ...]]:
    """Yield the groups of seekers in a pool that can play now; no seeker is in two groups."""
    waiting = sorted(seekers, key=lambda seeker: (seeker.since_ms, seeker.user_id))
    while waiting:
        first, waiting = waiting[0], waiting[1:]
        group = _group(first, waiting, n_seats, now_ms, mutes)
        if len(group) == n_seats:
            waiting = [seeker for seeker in waiting if seeker not in group]
            yield group


def reach(seeker: Seeker, now_ms: int) -> int:
    """Return by how much the ratings of a seeker's opponents may now differ from the seeker's own."""
    return REACH + REACH_GROWS * max(0, now_ms - seeker.since_ms) // 1000


def are_muted(one: str, other: str, mutes: MutedPairs) -> bool:
    """Return whether one of two users has muted the other."""
    return (one, other) in mutes or (other, one) in mutes


def _group(
    first: Seeker, others: Sequence[Seeker], n_seats: int, now_ms: int, mutes: MutedPairs
) -> tuple[Seeker, ...]:
    """Gather the nearest seekers who can all play each other; too few if there are no more."""
    group = [first]
    for other in sorted(others, key=lambda seeker: (abs(seeker.points - first.points), seeker.since_ms)):
        if len(group) < n_seats and all(_fit(one, other, now_ms, mutes) for one in group):
            group.append(other)
    return tuple(group)


def _fit(one: Seeker, other: Seeker, now_ms: int, mutes: MutedPairs) -> bool:
    apart = abs(one.points - other.points)
    are_near = apart <= min(reach(one, now_ms), reach(other, now_ms))
    return are_near and not are_muted(one.user_id, other.user_id, mutes)
