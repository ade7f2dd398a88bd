"""The entrants of a tournament: single players, pairs and teams."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tantrix._tools.languages import gettext_noop
from tantrix.competition.events.invalid_value import InvalidValue

MAX_TEAM = 8
FILLER = "0"  # the id of the robot that plays the player who would have a bye

_ONE_MEMBER = gettext_noop("Enter one player, not {value}.")
_TWO_MEMBERS = gettext_noop("Enter the 2 members of a pair, not {value}.")
_TEAM_MEMBERS = gettext_noop("A team has {least} to {most} members, not {value}.")
_ONCE = gettext_noop("Name each member only once, unlike {value}.")


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


def joint_name(members: Iterable[Member]) -> str:
    """Return the name of an entrant that is called after its members."""
    return " & ".join(member.name for member in members)


@dataclass(frozen=True, slots=True)
class Entrant:
    """One side in matches: a player, a pair, or a team, whose first member is its captain.

    `id` is a number as text, in the order of entry. `rating` seeds the entrant; None for a newcomer.
    `country`: two letters, or empty. `categories`: those that it has chosen, or a controller has.
    """

    id: str
    name: str
    members: tuple[Member, ...]
    rating: int | None = None
    country: str = ""
    categories: tuple[str, ...] = ()

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
    """Raise InvalidValue unless an entrant has as many members as its kind needs, each once."""
    sentence, least, most = {
        EntrantKind.SINGLE: (_ONE_MEMBER, 1, 1),
        EntrantKind.PAIR: (_TWO_MEMBERS, 2, 2),
        EntrantKind.TEAM: (_TEAM_MEMBERS, n_boards, MAX_TEAM),
    }[kind]
    if not least <= len(members) <= most:
        raise InvalidValue(sentence, "members", least=least, most=most, value=len(members))
    accounts = [member.user_id for member in members if member.user_id is not None]
    names = [member.name.casefold() for member in members]
    if len(set(accounts)) < len(accounts) or len(set(names)) < len(names):
        raise InvalidValue(_ONCE, "members", value=", ".join(member.name for member in members))
