"""The entrants of a tournament: single players, pairs and teams."""

from dataclasses import dataclass
from enum import StrEnum

MAX_TEAM = 8
FILLER = "0"  # the id of the robot that plays whoever would be free in a round


class EntrantKind(StrEnum):
    """What an entrant is: one player, a pair that plays doubles, or a team with boards."""

    SINGLE = "single"
    PAIR = "pair"
    TEAM = "team"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an entrant. `user_id` is None for a person without an account, entered by hand.

    `robot`: the name of the robot that plays, None for a person.
    """

    name: str
    user_id: str | None = None
    robot: str | None = None


@dataclass(frozen=True, slots=True)
class Entrant:
    """One side in matches: a player, a pair, or a team with its members in the order of the boards.

    `id` is a number as text, in the order of entry. `rating` seeds the entrant; None for a newcomer.
    `country`: two letters, or empty.
    """

    id: str
    name: str
    members: tuple[Member, ...]
    rating: int | None = None
    country: str = ""

    @property
    def captain(self) -> Member:
        """The first member, who acts for all."""
        return self.members[0]

    @property
    def user_ids(self) -> frozenset[str]:
        """The accounts of the members."""
        return frozenset(member.user_id for member in self.members if member.user_id is not None)


def filler(robot: str) -> Entrant:
    """Return the entrant for a robot that fills an odd number; it has no place in the standings."""
    return Entrant(FILLER, robot, (Member(robot, robot=robot),))


def check_members(kind: EntrantKind, members: tuple[Member, ...], n_boards: int) -> None:
    """Raise ValueError unless an entrant has as many members as its kind needs, each once."""
    least, most = {
        EntrantKind.SINGLE: (1, 1),
        EntrantKind.PAIR: (2, 2),
        EntrantKind.TEAM: (n_boards, MAX_TEAM),
    }[kind]
    if not least <= len(members) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(f"expected {wanted} members of a {kind}, got {len(members)}")
    accounts = [member.user_id for member in members if member.user_id is not None]
    names = [member.name.casefold() for member in members]
    if len(set(accounts)) < len(accounts) or len(set(names)) < len(names):
        raise ValueError(f"expected each member once, got {', '.join(member.name for member in members)}")
