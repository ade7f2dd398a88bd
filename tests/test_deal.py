"""The dealer: known answers, fairness, and every way to start (R2.3)."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.deal import commitment, deal, next_draw, parse_secret, print_secret, shuffle, start
from tantrix.hexes import ORIGIN
from tantrix.rules import Rules, Start
from tantrix.tiles import Colour

R, Y, G, B = Colour
ZERO = bytes(32)
COUNTING = bytes(range(32))

secrets = st.binary(min_size=32, max_size=32)
rule_sets = st.builds(
    Rules,
    colours=st.sampled_from([(R, B), (Y, G, B), (R, Y, G, B)]),
    tile_set=st.sampled_from([56, 64]),
    start=st.sampled_from(Start),
    hand_size=st.integers(1, 12),
)


def by_hand(secret, tiles):
    """Deal by the documented algorithm, implemented again from its description, slowly."""
    words = []
    for counter in range(200):
        block = hashlib.sha256(secret + counter.to_bytes(8, "big")).digest()
        words += [int(block[n : n + 4].hex(), 16) for n in range(0, 32, 4)]
    left, order = list(tiles), [0] * len(tiles)
    for n in range(len(left), 1, -1):
        while words[0] >= 2**32 // n * n:
            words.pop(0)
        pick = words.pop(0) % n
        order[n - 1] = left[pick]
        left[pick] = left[n - 1]
        left.pop()
    order[0] = left[0]
    return tuple(order)


@given(secrets, st.integers(1, 64))
def test_the_shuffle_is_the_stated_algorithm(secret, n_tiles):
    tiles = range(1, n_tiles + 1)

    assert shuffle(secret, tiles) == by_hand(secret, tiles)


def test_known_secrets_give_known_bags():
    assert shuffle(ZERO, range(1, 11)) == (9, 5, 1, 4, 3, 10, 7, 8, 6, 2)
    assert shuffle(COUNTING, range(1, 11)) == (9, 7, 1, 8, 10, 6, 5, 4, 2, 3)


def test_every_tile_lands_in_every_place_equally_often():
    n_tiles, n_shuffles = 8, 4000
    seen = Counter()
    for n in range(n_shuffles):
        order = shuffle(n.to_bytes(32, "big"), range(n_tiles))
        seen.update(enumerate(order))

    expected = n_shuffles / n_tiles
    chi_square = sum(
        (seen[place, tile] - expected) ** 2 / expected for place in range(8) for tile in range(8)
    )
    assert chi_square < 85.4  # 49 degrees of freedom, exceeded by chance once in a thousand


def test_every_order_of_four_tiles_is_equally_likely():
    seen = Counter(shuffle(n.to_bytes(32, "big"), range(4)) for n in range(4800))

    chi_square = sum((count - 200) ** 2 / 200 for count in seen.values())
    assert len(seen) == 24
    assert chi_square < 49.7  # 23 degrees of freedom, exceeded by chance once in a thousand


@given(rule_sets, secrets)
def test_every_tile_is_dealt_once(rules, secret):
    dealt = deal(rules, secret)

    opening = [dealt.opening.tile] if dealt.opening else []
    held = [tile for hand in dealt.hands for tile in hand]
    assert sorted([*opening, *held, *dealt.bag]) == list(rules.tiles)
    assert [len(hand) for hand in dealt.hands] == [rules.hand_size] * rules.n_seats


@given(rule_sets, secrets)
def test_a_deal_starts_a_game_whose_draws_come_in_the_order_of_the_bag(rules, secret):
    dealt = deal(rules, secret)
    game = start(rules, dealt)
    drawn = []

    for _ in range(3):
        drawn.append(next_draw(dealt, game))
        game = game.play(next(iter(game.placements())), drawn[-1])

    assert tuple(drawn) == dealt.bag[:3]


def test_the_player_who_draws_the_highest_starts_and_keeps_the_tile():
    # R2.3, draw-keep: one tile each in seat order, then the rest seat by seat.
    rules = Rules((R, Y, G), start=Start.DRAW_KEEP)
    order = shuffle(COUNTING, rules.tiles)

    dealt = deal(rules, COUNTING)

    assert dealt.drawn == order[:3]
    assert dealt.to_play == order.index(max(order[:3]))
    assert dealt.hands[1] == (order[1], *order[8:13])
    assert dealt.bag == order[18:]


def test_tiles_drawn_for_the_start_go_back_before_six_are_drawn():
    # R2.3, draw-return: the bag is shuffled again, from a secret derived from the first.
    rules = Rules(start=Start.DRAW_RETURN)
    again = shuffle(hashlib.sha256(COUNTING + b"again").digest(), rules.tiles)

    dealt = deal(rules, COUNTING)

    assert dealt.drawn == shuffle(COUNTING, rules.tiles)[:2]
    assert dealt.to_play == dealt.drawn.index(max(dealt.drawn))
    assert dealt.hands == (again[:6], again[6:12])


def test_the_holder_of_the_highest_number_starts():
    # R2.3, highest-in-hand.
    for n in range(20):
        dealt = deal(Rules((R, Y, G, B), start=Start.HIGHEST_IN_HAND), n.to_bytes(32, "big"))

        assert max(dealt.hands[dealt.to_play]) == max(tile for hand in dealt.hands for tile in hand)
        assert dealt.drawn == ()


def test_a_random_opening_lies_before_the_first_turn_and_the_first_seat_is_by_lot():
    # R2.3, random-opening.
    rules = Rules((R, Y, G), start=Start.RANDOM_OPENING)
    dealt = [deal(rules, n.to_bytes(32, "big")) for n in range(60)]

    assert all(one.opening.cell == ORIGIN and one.opening.rotation == 0 for one in dealt)
    assert set(Counter(one.to_play for one in dealt)) == {0, 1, 2}
    assert start(rules, dealt[0]).ply == 1


def test_an_empty_bag_gives_no_draw():
    rules = Rules((R, B), hand_size=12)
    dealt = deal(rules, ZERO)
    game = start(rules, dealt)
    while game.bag and not game.is_over:
        game = game.play(next(iter(game.placements())), next_draw(dealt, game))

    assert game.bag or next_draw(dealt, game) is None


def test_the_commitment_is_the_sha_256_of_the_secret():
    assert commitment(ZERO) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


@given(secrets)
def test_a_secret_is_read_as_it_is_written(secret):
    assert parse_secret(f"  {print_secret(secret).upper()}\n") == secret


@pytest.mark.parametrize("text", ["", "ab", "g" * 64, "0" * 63, "0" * 65, "é" * 64])
def test_a_text_that_is_not_a_secret_is_refused(text):
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        parse_secret(text)


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_a_secret_of_another_length_is_refused(secret):
    for use in (commitment, print_secret, lambda s: shuffle(s, [1]), lambda s: deal(Rules(), s)):
        with pytest.raises(ValueError, match="32 bytes"):
            use(secret)
