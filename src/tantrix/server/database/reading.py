"""Reading rows, each time on a connection of the pool."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa


def read_all(readers: sa.Engine, query: sa.Select[Any]) -> Sequence[Any]:
    """Return all rows of a query."""
    with readers.connect() as connection:
        return connection.execute(query).all()
