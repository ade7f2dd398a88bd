"""The shuffle of `tantrix.deal`, compiled, for the words of many secrets."""

from tantrix._compile.jit import jit
from tantrix._compile.records import Numbers

BLOCK_WORDS = 8  # words of 32 bits in a block of SHA-256


@jit
def do_shuffle(words: Numbers, order: Numbers) -> bool:
    """Shuffle 0, 1, 2 ... by the words of each game; return whether they sufficed.

    words: int64[games, n], each below 2**32. order: int64[games, tiles], filled.
    """
    n_words = words.shape[1]
    for game in range(len(order)):
        used = 0
        n_tiles = order.shape[1]
        for place in range(n_tiles):
            order[game, place] = place
        for place in range(n_tiles - 1, 0, -1):
            limit = (1 << 32) - (1 << 32) % (place + 1)
            while used < n_words and words[game, used] >= limit:
                used += 1
            if used == n_words:
                return False
            other = words[game, used] % (place + 1)
            used += 1
            order[game, place], order[game, other] = order[game, other], order[game, place]
    return True
