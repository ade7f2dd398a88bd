"""Positions that each show one rule, as plain data: no names from the package, no `Game`.

A board is `12@3,-1^4` texts, a cell `(q, r)`, verdicts and phases are those of the oracle. A case
says nothing about a field of `Expected` that is None. Board, hands and bag together are the whole tile set.
The comment above a case is the reasoning by which it was checked.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

Cell = tuple[int, int]
Hands = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Expected:
    """What is true in a position; `scores` by seat, `forced` and `controlled` exactly these cells."""

    to_play: int
    phase: str
    termination: str | None = None
    verdicts: Mapping[str, str] = field(default_factory=dict)
    forced: frozenset[Cell] | None = None
    controlled: frozenset[Cell] | None = None
    scores: tuple[int, ...] | None = None
    n_placements: int | None = None


@dataclass(frozen=True)
class CaseStep:
    """A placement by the seat to play, the tile drawn for it, and what is true afterwards."""

    placement: str
    draw: int | None
    after: Expected


@dataclass(frozen=True)
class Case:
    """A position with `to_play` before or after its free placement, what is true, and what follows."""

    name: str
    rule: str
    board: tuple[str, ...]
    hands: Hands
    before: Expected
    steps: tuple[CaseStep, ...] = ()
    to_play: int = 0
    free_done: bool = False
    colours: str = "RB"
    tile_set: int = 56
    forced_sides: str = "three-or-more"
    deadlock: str = "draw"

    @property
    def bag(self) -> frozenset[int]:
        """Return the tiles that are neither on the table nor in a hand."""
        used = {int(text.split("@")[0]) for text in self.board} | {
            tile for hand in self.hands for tile in hand
        }
        return frozenset(range(1, self.tile_set + 1)) - used


# A triangle of side 4 with a tile in the middle of two of its sides. 24 at (-1, 2) is the third: then each
# side has a forced space left and right of its middle tile, and their rays reach every other space.
STAR = """
    23@0,0^5 4@1,0^3 52@0,1^2 26@2,0^0 21@1,1^5 38@0,2^3 36@3,0^0 39@2,1^1 30@1,2^2 34@0,3^5 37@2,-1^2
    28@2,2^0
"""

# (0, -1) is forced. Westward its row is (-1, -1), (-2, -1), (-3, -1) of two sides and (-4, -1) of one;
# north-east (1, -2) of two and (2, -3) of one; north-west of it (0, -2) touches nothing. In play no ray
# ends at a tile: a row with a wall at both ends would itself lead to a fourth side.
ROW = """
    17@0,0^5 24@-1,0^5 15@1,-1^5 16@2,-2^2 40@-2,0^2 26@-3,0^1 31@-4,0^5
"""
BARRED = """
    28@0,0^5 3@-1,1^3 43@-2,2^1 17@1,0^5
"""
BEFORE_LOOP = """
    29@0,0^2 8@-1,0^2 15@-1,-1^5 20@0,-1^4 47@-2,1^1 14@-2,0^4 5@-1,1^3
"""
LAST_DRAW_FREE = """
    39@0,0^3 8@-1,0^4 11@-1,-1^5 14@0,-1^5 2@-2,1^2 16@-1,1^5 3@1,-2^4 13@0,-2^4 52@1,-1^1 6@2,-1^0
    12@2,-2^0 1@-2,0^5 25@3,-1^0 7@3,-2^0 43@-3,0^4 41@-2,-1^2 10@-1,-2^0 55@1,0^2 20@4,-1^0 45@4,-2^4
    18@2,-3^0 46@3,-3^4 30@4,-3^0 5@-3,1^0 48@-4,1^1 42@2,0^0 31@-5,2^5 21@-4,2^3 53@-6,3^4 35@-5,3^3
    17@-3,2^4 32@-4,3^3 36@0,1^2 27@-7,4^2 40@1,-3^3 49@3,0^5 29@-2,2^5 34@-1,2^1 4@-3,3^3 19@-2,3^2
    33@1,1^0 9@0,2^1 37@0,-3^1
"""
LAST_DRAW_FILL = """
    44@0,0^3 16@0,-1^1 8@0,1^4 52@0,2^0 31@0,-2^5 56@1,2^0 6@1,1^5 51@1,0^4 49@0,-3^0 25@2,2^4 24@2,1^1
    29@2,0^1 30@-1,2^3 17@-1,1^5 42@-1,0^2 15@-1,-1^2 27@-1,-2^0 37@-2,-1^4 2@1,-1^2 4@2,-1^2 39@1,-2^4
    33@-2,0^5 54@-2,1^3 41@2,-2^3 38@-2,2^3 55@-3,0^1 22@1,-3^3 5@-3,1^0 50@-3,2^4 45@0,3^3 46@-1,3^0
    14@1,3^2 13@-2,3^1 47@-3,3^4 36@1,4^0 28@2,3^5 11@0,4^2 48@1,5^4 10@0,5^3 43@2,4^2 3@0,-4^4
    53@1,-4^0 9@0,-5^5
"""
ALONE = """
    24@0,0^1 47@-1,0^2 37@1,-1^3 36@0,-1^3 53@-2,1^3 56@-1,1^2 35@2,-1^0 55@1,0^2 5@-3,2^1 26@-2,2^5
    49@0,1^2 16@0,-2^0 30@1,-2^3 50@-1,2^1 46@2,-2^1 34@3,-1^5 15@2,0^2 32@-1,-1^4 14@3,-2^2 18@-2,0^1
    1@-3,1^5 29@-3,0^0 48@-2,-1^0 3@-1,-2^0 33@2,-3^5 45@3,-3^3 20@1,-3^4 17@0,-3^2 9@-4,0^3 44@-4,1^2
    23@-4,2^2 8@-5,0^3 28@-5,1^0 43@-6,0^4 6@-6,1^3 2@4,-1^3 10@3,0^2 22@4,-2^0 11@4,-3^0 7@-3,3^0
    19@-4,3^0 51@1,1^3 25@-2,3^4 31@2,1^0 52@0,2^4 21@-1,3^0 12@1,2^5 38@0,3^4 54@0,4^5 39@-1,4^5
"""
HOLES = """
    34@0,0^3 47@1,0^4 51@2,0^2 53@2,1^2 24@2,-1^1 27@1,-1^2 18@3,1^4 9@0,-1^1 40@3,2^3 12@2,2^5 56@1,1^4
    22@1,2^5 1@4,1^0 50@0,1^3 46@0,-2^3 33@-1,-1^3 55@3,0^2 3@1,-2^4 6@-1,1^1 29@2,-2^0 2@5,1^2 49@4,2^4
    21@6,1^0 39@5,2^1 48@1,3^3 44@7,1^0 5@0,2^4 16@6,2^3 36@-1,2^2 4@8,1^4 41@0,3^0 30@-1,3^1 45@2,3^1
    42@3,3^5 19@7,2^2 17@-2,-1^2 31@-1,-2^0 13@-2,0^1 28@4,3^2 14@5,3^5 52@3,-1^0 23@3,-2^5 43@9,1^0
    37@8,2^5 11@6,3^4 7@7,3^2 35@-3,-1^4 15@-3,0^2 32@-3,-2^2 25@-3,-3^1 38@5,0^0 10@6,0^0 8@7,-1^1
    26@6,-1^3
"""

STAR_FORCED = frozenset({(-1, 1), (-1, 3), (1, -1), (1, 3), (3, -1), (3, 1)})
ROW_CONTROLLED = frozenset({(-1, -1), (-2, -1), (-3, -1), (-4, -1), (1, -2), (2, -3)})
STUCK_HANDS: Hands = ((24, 1, 2, 3, 8, 9), (11, 12, 13, 14, 16, 17))

CASES: tuple[Case, ...] = (
    # Clockwise four of the six show R G G, the others B R G and Y R B; no tile of either hand has such a row.
    Case(
        name="deadlock ends the game",
        rule="R3.6",
        board=tuple(STAR.split()),
        hands=STUCK_HANDS,
        before=Expected(0, "free", n_placements=24, verdicts={"24@-1,2^4": "LEGAL"}),
        steps=(
            CaseStep(
                "24@-1,2^4",
                18,
                Expected(
                    1,
                    "over",
                    "deadlock",
                    forced=STAR_FORCED,
                    scores=(4, 5),
                    verdicts={"11@-1,0^0": "GAME_OVER"},
                ),
            ),
        ),
    ),
    Case(
        name="deadlock of all seats ends the game though turns may pass",
        rule="R3.6",
        board=tuple(STAR.split()),
        hands=(*STUCK_HANDS, (19, 20, 22, 25, 27, 29)),
        before=Expected(0, "free"),
        steps=(CaseStep("24@-1,2^4", 18, Expected(0, "over", "deadlock")),),
        colours="RBY",
        deadlock="pass",
    ),
    # Tile 15 (GGRYYR) has R G G in a row, which four of the six show.
    Case(
        name="a stuck seat passes to one that can fill",
        rule="R3.6",
        board=tuple(STAR.split()),
        hands=(*STUCK_HANDS, (15, 20, 22, 25, 27, 29)),
        before=Expected(0, "free"),
        steps=(
            CaseStep(
                "24@-1,2^4",
                18,
                Expected(
                    2,
                    "fill",
                    n_placements=4,
                    verdicts=dict.fromkeys(("15@-1,1^0", "15@-1,3^5", "15@3,-1^2", "15@3,1^3"), "LEGAL"),
                ),
            ),
        ),
        colours="RBY",
        deadlock="pass",
    ),
    # (0, 1) shows B B R from the west on, and 14 turned once has them. But it shows yellow to (-1, 2), where
    # tiles 3 and 43 show yellow already: no legal filling, so no obligation.
    Case(
        name="a filling barred by the triple binds nobody",
        rule="R4.1",
        board=tuple(BARRED.split()),
        hands=((14, 40, 6, 1, 34, 53), (55, 33, 54, 32, 27, 51)),
        before=Expected(
            0,
            "free",
            forced=frozenset({(0, 1)}),
            verdicts={
                "14@0,1^1": "TRIPLE",
                "1@-1,2^3": "TRIPLE",
                "34@-2,3^0": "CONTROLLED",
                "53@-1,2^3": "FOURTH_SIDE",
                "14@-1,0^2": "LEGAL",
            },
            n_placements=51,
        ),
    ),
    Case(
        name="rays of four and of two cells, each ending at a space of one side",
        rule="R4.3",
        board=tuple(ROW.split()),
        hands=((52, 20, 37, 41, 4, 44), (9, 27, 28, 2, 14, 21)),
        to_play=1,
        before=Expected(
            1,
            "free",
            forced=frozenset({(0, -1)}),
            controlled=ROW_CONTROLLED,
            verdicts={
                "52@-5,0^0": "NOT_IN_HAND",
                "14@0,0^0": "OCCUPIED",
                "14@0,-2^0": "DETACHED",
                "14@-5,0^1": "LEGAL",
                "27@-1,-1^3": "FOURTH_SIDE",
                "27@1,-2^1": "FOURTH_SIDE",
                "14@-2,-1^4": "CONTROLLED",
                "28@-3,-1^2": "CONTROLLED",
                "14@-4,-1^0": "CONTROLLED",
                "2@2,-3^0": "CONTROLLED",
            },
            n_placements=66,
        ),
    ),
    # Yellow runs over (-2, 1), (-1, 1), (-1, 0), (0, -1): a line of 4. Tile 43 joins the two yellow corners
    # of (-1, -1) and (-2, 0) into a loop of three tiles, worth 6.
    Case(
        name="a short loop beats a longer line",
        rule="R5.1",
        board=tuple(BEFORE_LOOP.split()),
        hands=((48, 27, 6, 36, 43, 45), (16, 42, 55, 21, 50, 3)),
        before=Expected(0, "free", scores=(4, 3)),
        steps=(CaseStep("43@-2,-1^2", 51, Expected(1, "free", scores=(6, 3))),),
        colours="YG",
    ),
    # 56 (BBYGYG) turned three times fits B B Y at (-6, 4), but shows a third green to (-5, 4). When the
    # last tile, 26, is drawn for a free placement, R4.1 falls, and the same seat must fill (-6, 4) at once.
    Case(
        name="the last draw turns a barred filling into a duty within the turn",
        rule="R4.4",
        board=tuple(LAST_DRAW_FREE.split()),
        hands=((51, 47, 38, 54, 22, 56), (24, 50, 23, 28, 44, 15)),
        before=Expected(0, "free", verdicts={"56@-6,4^3": "TRIPLE"}, n_placements=36),
        steps=(
            CaseStep(
                "47@-2,-2^3",
                26,
                Expected(
                    0,
                    "refill",
                    verdicts={"56@-6,4^3": "LEGAL", "22@-2,4^4": "FORCED_FIRST"},
                    controlled=frozenset(),
                    n_placements=1,
                ),
            ),
        ),
        colours="YG",
    ),
    Case(
        name="the last draw for a filling frees the free placement of that turn",
        rule="R4.4",
        board=tuple(LAST_DRAW_FILL.split()),
        hands=((21, 18, 23, 1, 26, 40), (32, 19, 35, 12, 7, 20)),
        before=Expected(0, "fill", verdicts={"18@-4,0^1": "FORCED_FIRST"}, n_placements=1),
        steps=(
            CaseStep(
                "40@1,-5^4",
                34,
                Expected(
                    0, "free", verdicts={"18@-4,0^1": "LEGAL"}, controlled=frozenset(), n_placements=112
                ),
            ),
        ),
    ),
    Case(
        name="a seat plays on alone when the other hand is empty",
        rule="R3.7",
        board=tuple(ALONE.split()),
        hands=((40, 13, 4, 27, 41, 42), ()),
        before=Expected(0, "free"),
        steps=(
            CaseStep(
                "40@-5,-1^5", None, Expected(0, "refill", verdicts={"41@-4,-1^3": "LEGAL"}, n_placements=1)
            ),
            CaseStep("41@-4,-1^3", None, Expected(0, "free")),
        ),
    ),
    # (-1, 0) has five sides, GB.YYB, and 54 (YYBGBG) fits; the others have four, and 20 (RRYGYG) fits YGRR.
    Case(
        name="spaces of four and five sides are forced in the endgame",
        rule="R3.4",
        board=tuple(HOLES.split()),
        hands=((54, 20), ()),
        before=Expected(
            0,
            "fill",
            forced=frozenset({(-2, -2), (-1, 0), (4, 0), (7, 0)}),
            verdicts={"20@-2,-2^2": "LEGAL", "54@-1,0^3": "LEGAL", "20@-1,-3^0": "FORCED_FIRST"},
            n_placements=2,
        ),
        steps=(
            CaseStep("54@-1,0^3", None, Expected(0, "fill", n_placements=1)),
            CaseStep("20@-2,-2^2", None, Expected(0, "over", "played-out")),
        ),
    ),
    Case(
        name="spaces of four and five sides are free where forced means exactly three",
        rule="R3.4",
        board=tuple(HOLES.split()),
        hands=((54, 20), ()),
        before=Expected(
            0,
            "free",
            forced=frozenset(),
            verdicts={"20@-2,-2^2": "LEGAL", "54@-1,0^3": "LEGAL", "20@-1,-3^0": "LEGAL"},
            n_placements=66,
        ),
        forced_sides="exactly-three",
    ),
)
