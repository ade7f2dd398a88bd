"""Results of the solitaire of the day in the database: the first of each player, day by day."""

from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.store import columns_of

_RESULTS = sa.Table(
    "solitaire_results",
    sa.MetaData(),
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("owner", sa.Text, primary_key=True),
    sa.Column("name", sa.Text),
    sa.Column("length", sa.Integer),
    sa.Column("at_ms", sa.BigInteger),
)


@dataclass(frozen=True, slots=True)
class SolitaireResult:
    """What a player reached at the first try of a day; `name` is what the player is called."""

    day: str
    owner: str
    name: str
    length: int
    at_ms: int

    def statement(self) -> sa.Insert:
        """Return the insertion, which does nothing if the player has a result of this day."""
        values = columns_of(self)
        known = sa.exists().where(_RESULTS.c.day == self.day, _RESULTS.c.owner == self.owner)
        row = sa.select(*(sa.literal(value, _RESULTS.c[name].type) for name, value in values.items()))
        return _RESULTS.insert().from_select(list(values), row.where(~known))


class SolitaireStore:
    """Reads of results; `readers` is the engine of the whole store."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def best(self, day: str, limit: int) -> list[SolitaireResult]:
        """List the best results of a day, of equal ones the earlier first."""
        query = sa.select(_RESULTS).where(_RESULTS.c.day == day)
        ordered = query.order_by(_RESULTS.c.length.desc(), _RESULTS.c.at_ms, _RESULTS.c.owner).limit(limit)
        with self._readers.connect() as connection:
            return [SolitaireResult(*row) for row in connection.execute(ordered)]

    def of(self, day: str, owner: str) -> SolitaireResult | None:
        """Find a player's result of a day."""
        query = sa.select(_RESULTS).where(_RESULTS.c.day == day, _RESULTS.c.owner == owner)
        with self._readers.connect() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else SolitaireResult(*row)
