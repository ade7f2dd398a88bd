"""The pools of quick pairing, in which users wait for a game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuickPool:
    """A number of players and a time control; `name` is its key."""

    name: str
    n_seats: int
    control: str
    is_rated: bool


_KINDS = ((2, "3+2"), (2, "5+3"), (2, "15 tournament"), (3, "5+3"), (4, "5+3"))
POOLS = {
    pool.name: pool
    for n_seats, control in _KINDS
    for is_rated in (False, True)
    for pool in [
        QuickPool(
            f"{n_seats}-{control.split()[0].replace('+', '-')}{'-rated' if is_rated else ''}",
            n_seats,
            control,
            is_rated,
        )
    ]
}
