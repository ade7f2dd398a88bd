"""Quick pairing, a pure function: no player is paired twice, with a muted player or out of reach,
and no two players who could play each other are left over.
"""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tantrix.clock import parse_control
from tantrix.competition.quick_pairing import REACH, REACH_GROWS, Seeker, are_muted, match_seekers, reach
from tantrix.server.lobby.pools import POOLS

NOW_MS = 1_000_000
NAMES = [f"player {number}" for number in range(9)]

seekers = st.lists(
    st.builds(Seeker, st.sampled_from(NAMES), st.integers(1000, 2200), st.integers(NOW_MS - 120_000, NOW_MS)),
    unique_by=lambda seeker: seeker.user_id,
)
mutes = st.frozensets(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)))


def fit(one: Seeker, other: Seeker, muted: frozenset[tuple[str, str]]) -> bool:
    apart = abs(one.points - other.points)
    are_near = apart <= reach(one, NOW_MS) and apart <= reach(other, NOW_MS)
    return are_near and not are_muted(one.user_id, other.user_id, muted)


@given(seekers, st.integers(2, 4), mutes)
def test_all_members_of_a_group_fit_each_other_and_nobody_is_in_two_groups(
    waiting: list[Seeker], n_seats: int, muted: frozenset[tuple[str, str]]
) -> None:
    groups = list(match_seekers(waiting, n_seats, NOW_MS, muted))

    assert all(len(group) == n_seats for group in groups)
    chosen = [seeker for group in groups for seeker in group]
    assert len(set(chosen)) == len(chosen)
    assert set(chosen) <= set(waiting)
    assert all(fit(one, other, muted) for group in groups for one, other in combinations(group, 2))


@given(seekers, mutes)
def test_two_unpaired_players_could_not_have_met(
    waiting: list[Seeker], muted: frozenset[tuple[str, str]]
) -> None:
    chosen = {seeker for group in match_seekers(waiting, 2, NOW_MS, muted) for seeker in group}

    left = [seeker for seeker in waiting if seeker not in chosen]
    assert not any(fit(one, other, muted) for one, other in combinations(left, 2))


@given(seekers)
def test_the_player_who_has_waited_longest_plays_the_nearest_in_range(waiting: list[Seeker]) -> None:
    ordered = sorted(waiting, key=lambda seeker: (seeker.since_ms, seeker.user_id))
    near = [other for other in ordered[1:] if fit(ordered[0], other, frozenset())]

    groups = list(match_seekers(waiting, 2, NOW_MS))

    if near:
        first, opponent = groups[0]
        assert first == ordered[0]
        assert abs(opponent.points - first.points) == min(abs(other.points - first.points) for other in near)


@given(seekers, st.integers(2, 4), mutes)
def test_the_order_in_which_they_are_listed_does_not_matter(
    waiting: list[Seeker], n_seats: int, muted: frozenset[tuple[str, str]]
) -> None:
    groups = list(match_seekers(waiting, n_seats, NOW_MS, muted))

    assert groups == list(match_seekers(reversed(waiting), n_seats, NOW_MS, muted))


def test_reach_widens_with_every_second() -> None:
    seeker = Seeker("ann", 1500, NOW_MS)

    assert reach(seeker, NOW_MS) == REACH
    assert reach(seeker, NOW_MS + 12_000) == REACH + 12 * REACH_GROWS


def test_every_pool_has_a_unique_name_and_a_valid_time_control() -> None:
    assert len(POOLS) == 10
    for pool in POOLS.values():
        assert parse_control(pool.control).kind.value != "days"
        assert pool.name.endswith("-rated") is pool.is_rated
