"""The tournaments in play of an account."""

from contextlib import closing

from tantrix.server.database.database import Database
from tantrix.server.tournaments.store import Participant, TournamentRow, TournamentStore


def test_only_the_newest_tournaments_in_play_of_an_account_are_listed(database: Database) -> None:
    states = ["running"] * 4 + ["over"]
    with closing(database.connect_writer()) as connection, connection.begin():
        for number, state in enumerate(states):
            connection.execute(_row(number, state).statement())
            for user_id in ("ann", "bea")[: 1 + (number == 3)]:
                connection.execute(Participant(str(number), user_id).statement())
    store = TournamentStore(database.readers)

    assert store.in_play_of("ann") == ["3", "2", "1", "0"]
    assert store.in_play_of("ann", limit=2) == ["3", "2"]
    assert store.in_play_of("bea") == ["3"]
    assert store.in_play_of("cyd") == []


def _row(number: int, state: str) -> TournamentRow:
    return TournamentRow(
        str(number), "Cup", "open", state, "org", "secret", None, True, 2, number, None, None, version=1
    )
