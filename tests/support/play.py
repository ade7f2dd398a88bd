"""Games for tests: random deals, random play, robots at the seats."""

from collections.abc import Iterator, Sequence
from random import Random

from tantrix import ORIGIN, Colour, Deadlock, ForcedSides, Game, Placement, Rules, Start
from tantrix.robots import Robot

R, Y, G, B = Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE

# Every rule set that plays differently: seats, doubles, tiles, forced sides, deadlock, start, hands.
RULE_SETS = (
    *(
        Rules(colours=colours, tile_set=tile_set, forced_sides=forced_sides, deadlock=deadlock, teams=teams)
        for colours, teams in (
            ((R, B), False),
            ((G, Y, B), False),
            ((Y, R, B, G), False),
            ((R, B, R, B), True),
        )
        for tile_set in (56, 64)
        for forced_sides in ForcedSides
        for deadlock in Deadlock
    ),
    Rules(start=Start.RANDOM_OPENING),
    Rules(colours=(G, Y, R), start=Start.RANDOM_OPENING, tile_set=64),
    Rules(hand_size=1),
    Rules(colours=(Y, R, B, G), hand_size=12),
)


def random_start(rules: Rules, rng: Random) -> tuple[Game, list[int]]:
    """Deal at random; return the game and the order of the bag, the next draw last."""
    tiles = list(rules.tiles)
    rng.shuffle(tiles)
    opening = Placement(tiles.pop(), ORIGIN, 0) if rules.start is Start.RANDOM_OPENING else None
    size = rules.hand_size
    hands = [tuple(tiles[size * seat : size * (seat + 1)]) for seat in range(rules.n_seats)]
    return Game.start(rules, hands, rng.randrange(rules.n_seats), opening), tiles[size * rules.n_seats :]


def random_play(rules: Rules, rng: Random) -> Iterator[Game]:
    """Yield every position of a random game, the start first and the end last."""
    game, order = random_start(rules, rng)
    yield game
    while not game.is_over:
        game = game.play(rng.choice(list(game.placements())), order.pop() if order else None)
        yield game


def play_out(game: Game, order: Sequence[int], robots: Sequence[Robot], rng: Random) -> Game:
    """Let robots finish a game."""
    left = list(order)
    while not game.is_over:
        chosen = robots[game.to_play].choose(game, rng)
        assert chosen in game.placements()
        game = game.play(chosen, left.pop() if left else None)
    return game
