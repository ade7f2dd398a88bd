"""The decoder on evidence that is made here: exact without noise, and independent of what must not matter."""

import numpy as np
import pytest

from tantrix.eye.geometry import OPTIONS
from tantrix.hexes import Cell, rotate
from tests.eye.support.tables import decoded, evidence_of, grown, places_of


def reading_of(edges: list[int]) -> int:
    return int(np.flatnonzero((edges == OPTIONS).all(1))[0])


@pytest.mark.parametrize("first", range(1, 57, 8))
def test_a_group_of_any_size_is_recovered_from_evidence_without_noise(first: int):
    for n_tiles in range(first, first + 8):
        group = grown(np.random.default_rng(n_tiles), n_tiles)
        options = list(group.values())

        assert decoded(evidence_of(options), places_of(list(group))) == options


def test_tiles_that_no_evidence_tells_apart_are_told_by_their_neighbours():
    group = grown(np.random.default_rng(1), 12)
    options = list(group.values())
    evidence = evidence_of(options)
    inner = max(range(12), key=lambda i: sum(abs(a.q - b.q) <= 1 for a in group for b in [list(group)[i]]))
    evidence[inner, 0] = evidence[inner, 0].mean()

    read = decoded(evidence, places_of(list(group)))

    assert [read[i] for i in range(12) if i != inner] == [options[i] for i in range(12) if i != inner]
    assert (OPTIONS[read[inner], 1:] == OPTIONS[options[inner], 1:]).all()


def test_the_order_of_tiles_does_not_matter():
    group = grown(np.random.default_rng(2), 20)
    evidence, places = evidence_of(list(group.values()), noise=4.0), places_of(list(group))
    order = np.random.default_rng(3).permutation(20)

    assert decoded(evidence[order], places[order]) == np.array(decoded(evidence, places))[order].tolist()


def test_a_group_that_is_turned_is_read_as_turned():
    group = grown(np.random.default_rng(4), 15)
    evidence = evidence_of(list(group.values()), noise=4.0)

    read = decoded(evidence, places_of(list(group)))
    turned = decoded(np.roll(evidence, 1, axis=1), places_of([rotate(cell, 1) for cell in group]))

    assert turned == [reading_of(np.roll(OPTIONS[option], 1).tolist()) for option in read]


def test_other_names_of_the_colours_give_the_same_with_other_names():
    group = grown(np.random.default_rng(5), 15)
    evidence = evidence_of(list(group.values()), noise=4.0)
    renamed = np.array([2, 0, 3, 1])

    read = decoded(evidence, places_of(list(group)))
    others = decoded(evidence[:, :, np.argsort(renamed)], places_of(list(group)))

    assert others == [reading_of(renamed[OPTIONS[option]].tolist()) for option in read]


def test_a_contact_that_does_not_match_is_read_as_it_is():
    options = [reading_of([0, 0, 1, 1, 3, 3]), reading_of([0, 1, 0, 3, 1, 3])]

    read = decoded(evidence_of(options), places_of([Cell(0, 0), Cell(1, 0)]))

    assert OPTIONS[read[0], 0] != OPTIONS[read[1], 3]
    assert read == options


def test_a_tile_that_lies_twice_is_read_twice():
    places = np.array([(0, 0, 0, 0), (1, 0, 0, 0)])

    assert decoded(evidence_of([18, 19]), places) == [18, 19]
