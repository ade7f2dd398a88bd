"""Why a command of a Gobble is refused."""

from enum import IntEnum


class Ruling(IntEnum):
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
    Ruling.ACCEPTED: "Accepted.",
    Ruling.GAME_OVER: "The rush is over.",
    Ruling.PLAYER_OUT: "You have no tiles left: you are out of this rush.",
    Ruling.TIME_OVER: "The time of this rush is up.",
    Ruling.NOT_HELD: "You have not flipped this tile.",
    Ruling.OCCUPIED: "Somebody was faster: this space is taken.",
    Ruling.TOO_FEW_SIDES: "A tile must touch at least two others.",
    Ruling.PENALTY_ONLY_FORCED: "A penalty tile may only fill a forced space, one of three sides or more.",
    Ruling.MISMATCH: "The colours of touching edges do not match.",
    Ruling.STOCK_EMPTY: "Your stock is empty.",
    Ruling.ALREADY_TURNED: "Place the tile you flipped, or put it aside, before you flip another.",
    Ruling.NOTHING_TURNED: "You have not flipped a tile.",
    Ruling.NOTHING_OWED: "You have no tile to give away.",
    Ruling.NO_OPPONENT: "A tile can only be given to an opponent who still plays.",
    Ruling.NOT_IN_PILE: "This tile is not in your penalty pile.",
    Ruling.NOTHING_DUE: "Nothing happens at this moment.",
}


class RefusedCommand(ValueError):
    """A command broke a rule; `ruling` names it."""

    def __init__(self, command: object, ruling: Ruling, at_ms: int) -> None:
        super().__init__(f"{command} at {at_ms} ms is refused as {ruling.name}: {ruling.sentence}")
        self.command = command
        self.ruling = ruling
