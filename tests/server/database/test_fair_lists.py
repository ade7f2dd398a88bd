"""Lists in which nobody's rows crowd out those of others, compared with a plain computation."""

from collections import defaultdict

import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from tantrix.server.database.reading import in_turns

TABLES = sa.Table(
    "tables",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("owner", sa.Text),
    sa.Column("created_ms", sa.Integer),
)
PER_OWNER, LIMIT = 5, 12


def listed(owners: list[str]) -> list[int]:
    """Return the ids that are listed of rows with these owners, each row created after the one before."""
    rows = [{"id": n, "owner": owner, "created_ms": n} for n, owner in enumerate(owners)]
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        TABLES.create(connection)
        if rows:
            connection.execute(TABLES.insert(), rows)
        query = in_turns(
            TABLES, sa.select(TABLES), (TABLES.c.created_ms.desc(), TABLES.c.id), PER_OWNER, LIMIT
        )
        return [row.id for row in connection.execute(query)]


def by_hand(owners: list[str]) -> list[int]:
    turns: dict[int, list[int]] = defaultdict(list)
    n_seen: dict[str, int] = defaultdict(int)
    for number in reversed(range(len(owners))):
        turns[n_seen[owners[number]]].append(number)
        n_seen[owners[number]] += 1
    return [number for turn in range(PER_OWNER) for number in turns[turn]][:LIMIT]


@given(st.lists(st.sampled_from("abcdefgh"), max_size=60))
def test_everybody_has_a_turn_before_anybody_has_another(owners: list[str]) -> None:
    assert listed(owners) == by_hand(owners)


def test_sixty_tables_of_one_user_do_not_push_out_the_table_of_another() -> None:
    found = listed(["ann", *["crowd"] * 60])

    assert (0 in found, len(found)) == (True, 1 + PER_OWNER)
