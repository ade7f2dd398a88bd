"""Lists in which the rows of one user cannot crowd out the rows of others."""

from typing import Any

import sqlalchemy as sa

RECENT = 1000  # only this many of the newest rows are considered


def in_turns(
    table: sa.Table, rows: "sa.Select[Any]", newest: "tuple[Any, ...]", per_owner: int, limit: int
) -> "sa.Select[Any]":
    """Select the newest row of every owner, then the second newest of each, and so on, up to `per_owner`.

    `rows` selects the columns of `table`, which has an `owner` and `created_ms`; `newest` orders them.
    """
    recent = rows.order_by(*newest).limit(RECENT).subquery()
    within = recent.c.created_ms.desc(), recent.c.id
    turn = sa.func.row_number().over(partition_by=recent.c.owner, order_by=within)
    ranked = sa.select(recent, turn.label("turn")).subquery()
    columns = [ranked.c[column.name] for column in table.c]
    chosen = sa.select(*columns).where(ranked.c.turn <= per_owner)
    return chosen.order_by(ranked.c.turn, ranked.c.created_ms.desc(), ranked.c.id).limit(limit)
