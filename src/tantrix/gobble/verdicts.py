"""Why a command of a Gobble is refused."""

from enum import IntEnum


class RushVerdict(IntEnum):
    """Whether a command is accepted, or why it is refused; only ACCEPTED is falsy."""

    ACCEPTED = 0
    GAME_OVER = 1
    PLAYER_OUT = 2
    TIME_OVER = 3
    NOT_HELD = 4
    OCCUPIED = 5
    TOO_FEW_SIDES = 6
    PENALTY_ONLY_FORCED = 7
    MISMATCH = 8
    STOCK_EMPTY = 9
    ALREADY_TURNED = 10
    NOTHING_TURNED = 11
    NOTHING_OWED = 12
    NO_OPPONENT = 13
    NOT_IN_PILE = 14
    NOTHING_DUE = 15

    @property
    def sentence(self) -> str:
        """The reason as an English sentence, which is also the key of its translation."""
        return SENTENCES[self]


SENTENCES = {
    RushVerdict.ACCEPTED: "Accepted.",
    RushVerdict.GAME_OVER: "The rush is over.",
    RushVerdict.PLAYER_OUT: "You have no tiles left: you are out of this rush.",
    RushVerdict.TIME_OVER: "The time of this rush is up.",
    RushVerdict.NOT_HELD: "You have not flipped this tile.",
    RushVerdict.OCCUPIED: "Somebody was faster: this space is taken.",
    RushVerdict.TOO_FEW_SIDES: "A tile must touch at least two others.",
    RushVerdict.PENALTY_ONLY_FORCED: (
        "A penalty tile may only fill a forced space, one of three sides or more."
    ),
    RushVerdict.MISMATCH: "The colours of touching edges do not match.",
    RushVerdict.STOCK_EMPTY: "Your stock is empty.",
    RushVerdict.ALREADY_TURNED: "Place the tile you flipped, or put it aside, before you flip another.",
    RushVerdict.NOTHING_TURNED: "You have not flipped a tile.",
    RushVerdict.NOTHING_OWED: "You have no tile to give away.",
    RushVerdict.NO_OPPONENT: "A tile can only be given to an opponent who still plays.",
    RushVerdict.NOT_IN_PILE: "This tile is not in your penalty pile.",
    RushVerdict.NOTHING_DUE: "Nothing is happening right now.",
}


class RefusedCommand(ValueError):
    """A command broke a rule; `verdict` names it."""

    def __init__(self, command: object, verdict: RushVerdict, at_ms: int) -> None:
        super().__init__(f"{command} at {at_ms} ms is refused as {verdict.name}: {verdict.sentence}")
        self.command = command
        self.verdict = verdict
        self.at_ms = at_ms

    def __reduce__(self) -> tuple[type["RefusedCommand"], tuple[object, RushVerdict, int]]:
        return RefusedCommand, (self.command, self.verdict, self.at_ms)
