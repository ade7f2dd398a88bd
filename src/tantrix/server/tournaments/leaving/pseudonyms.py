"""The names of closed accounts in the log of a tournament, which is never rewritten.

The log stores the names of members as they were on entering. Whoever reads it gets the pseudonym of a member
whose account is closed, and an entrant that is named after its members, or a team whose name has that of one,
has it too.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from tantrix.competition.events.actions import Action, Enter, ReplacePlayers
from tantrix.competition.events.entrants import Member, joint_name

PseudonymOf = Callable[[str | None], str | None]  # by user id; None for an account that is open


def nobody_closed(_user_id: str | None) -> None:
    """Know of no closed account."""


def with_pseudonyms(action: Action, pseudonym_of: PseudonymOf) -> Action:
    """Return an action as it is shown: members whose accounts are closed have their pseudonyms."""
    match action:
        case Enter(entrant):
            name, members = _shown(entrant.name, entrant.members, pseudonym_of)
            return Enter(replace(entrant, name=name, members=members))
        case ReplacePlayers():
            name, members = _shown(action.name, action.members, pseudonym_of)
            return replace(action, name=name, members=members)
        case _:
            return action


def _shown(name: str, members: Sequence[Member], pseudonym_of: PseudonymOf) -> tuple[str, tuple[Member, ...]]:
    after = tuple(replace(each, name=pseudonym_of(each.user_id) or each.name) for each in members)
    if name == joint_name(members):
        return joint_name(after), after
    for before, now in zip(members, after, strict=True):
        if before.name != now.name:
            whole = rf"(?<!\w){re.escape(before.name)}(?!\w)"
            name = now.name.join(re.split(whole, name, flags=re.IGNORECASE))
    return name, after
