"""Berger tables against those of FIDE, which caissify-pairings makes."""

import pytest

from tantrix.competition.round_robin import berger

caissify = pytest.importorskip(
    "caissify_pairings.engines.round_robin", reason="the extra tantrix[pairing-oracle] is missing"
)


@pytest.mark.parametrize("n", range(4, 17, 2))
def test_berger_tables_are_those_of_fide(n: int) -> None:
    published = [[(a - 1, b - 1) for a, b in pairs] for pairs in caissify.berger_schedule(n)]

    assert [sorted(pairs) for pairs in berger(n)] == [sorted(pairs) for pairs in published]
