"""Deals made by the thousand are the deals that a secret promises."""

from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Colour, Rules
from tantrix.deal import deal, shuffle
from tantrix.lab.simulation.dealing import arrays_of, deal_many, shuffle_many
from tantrix.lab.simulation.shuffling import do_shuffle
from tantrix.rules import Start
from tests.support.play import RULE_SETS

ALL_SETS = (
    *RULE_SETS,
    Rules(start=Start.HIGHEST_IN_HAND, hand_size=3),
    Rules(colours=(Colour.RED, Colour.GREEN, Colour.BLUE), start=Start.DRAW_RETURN, tile_set=64),
)
secrets = st.lists(st.binary(min_size=32, max_size=32), min_size=1, max_size=20)


def test_all_start_options_are_tried():
    assert {rules.start for rules in ALL_SETS} == set(Start)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ALL_SETS), secrets)
def test_many_deals_are_the_single_deals(rules: Rules, chosen: list[bytes]):
    many = deal_many(rules, chosen)

    single = arrays_of(rules, [deal(rules, secret) for secret in chosen])
    assert all((a == b).all() and a.dtype == b.dtype for a, b in zip(many, single, strict=True))


@pytest.mark.parametrize("n_tiles", [56, 64])
def test_a_thousand_orders_are_those_of_the_published_shuffle(n_tiles: int):
    chosen = [sha256(bytes([number % 256, number // 256])).digest() for number in range(1000)]

    order = shuffle_many(chosen, n_tiles)

    assert (order + 1).tolist() == [list(shuffle(secret, range(1, n_tiles + 1))) for secret in chosen]


def test_a_word_that_would_favour_small_numbers_is_skipped():
    order = np.zeros((1, 3), np.int64)

    assert do_shuffle(np.array([[2**32 - 1, 1, 0]]), order)  # 2**32 - 1 is no multiple of three below 2**32
    assert order.tolist() == [[2, 0, 1]]  # tile 2 goes to place 1, then place 1 to place 0


def test_words_that_do_not_suffice_are_reported():
    assert not do_shuffle(np.array([[2**32 - 1, 1]]), np.zeros((1, 3), np.int64))
