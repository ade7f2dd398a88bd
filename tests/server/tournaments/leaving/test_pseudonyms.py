"""The names of entrants in the log after one of their members has closed the account."""

import pytest

from tantrix.competition.events.actions import Enter
from tantrix.competition.events.entrants import Entrant, Member
from tantrix.server.tournaments.leaving.pseudonyms import with_pseudonyms

MEMBERS = (Member("Ann", "a"), Member("Al", "b"))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann & Al", "Ann & Closed 7"),
        ("Al and friends", "Closed 7 and friends"),
        ("Friends of AL", "Friends of Closed 7"),
        ("Always Alert", "Always Alert"),
        ("Owls", "Owls"),
    ],
)
def test_a_name_has_the_pseudonym_of_a_member_whose_account_is_closed(name: str, shown: str) -> None:
    entered = Enter(Entrant("1", name, MEMBERS))

    after = with_pseudonyms(entered, {"b": "Closed 7"}.get)

    assert isinstance(after, Enter)
    assert after.entrant.name == shown
    assert [member.name for member in after.entrant.members] == ["Ann", "Closed 7"]
