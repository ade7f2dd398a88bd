"""Entering people without accounts, as commands of the organiser."""

from typing import Any

import pytest

from tantrix.competition.events.actions import (
    Action,
    Enter,
    LogEntry,
    NameStaff,
    OpenEntries,
    SetTerms,
    Withdraw,
)
from tantrix.competition.events.entrants import Member
from tantrix.competition.events.tournament import Tournament, replay
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.tournaments import EnterTournament, TournamentOptions
from tantrix.server.tournaments.commands import Actor, Decision, decide
from tantrix.server.tournaments.terms import terms_of

ORGANISER = Actor(Member("Ann", "ann"))


def club_evening(kind: str, *later: Action) -> Tournament:
    terms = terms_of(TournamentOptions.model_validate({"preset": kind, "name": "Club", "is_by_hand": True}))
    actions = (SetTerms(terms), NameStaff(("ann",)), OpenEntries(), *later)
    return replay([LogEntry(number, 0, "ann", action) for number, action in enumerate(actions, 1)])


def enter(now: Tournament, **fields: Any) -> Decision:
    return decide(now, (), EnterTournament(type="enter", **fields), ORGANISER, 0)


def entered(decision: Decision) -> Enter:
    assert not isinstance(decision, Refusal), decision
    [action] = decision
    assert isinstance(action, Enter)
    return action


def test_a_pair_is_entered_by_the_names_of_both() -> None:
    entrant = entered(enter(club_evening("doubles"), members=["Joe", "Kim"])).entrant

    assert (entrant.name, [member.name for member in entrant.members]) == ("Joe & Kim", ["Joe", "Kim"])
    assert entrant.user_ids == frozenset()


def test_a_team_is_entered_by_its_name_and_the_names_of_all() -> None:
    names = ["Joe", "Kim", "Lee", "Max", "Nan"]

    entrant = entered(enter(club_evening("teams"), name="Owls", members=names)).entrant

    assert (entrant.name, [member.name for member in entrant.members]) == ("Owls", names)


def test_a_name_that_was_withdrawn_by_mistake_comes_back_as_the_same_entrant() -> None:
    joe = entered(enter(club_evening("open"), name="Joe"))

    again = entered(enter(club_evening("open", joe, Withdraw("1")), name="joe"))

    assert again == joe


@pytest.mark.parametrize("name", ["Joe", "JOE"])
def test_a_name_that_is_entered_already_is_refused(name: str) -> None:
    joe = entered(enter(club_evening("open"), name="Joe"))

    refused = enter(club_evening("open", joe), name=name)

    assert isinstance(refused, Refusal)
    assert refused.code == "entered_twice"
