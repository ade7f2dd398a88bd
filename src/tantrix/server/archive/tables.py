"""The database tables of the archive: the record of each finished game, and the imports."""

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA

RECORDS = sa.Table(
    "records",
    METADATA,
    sa.Column("game_id", sa.Text, primary_key=True),
    sa.Column("day", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False, index=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Index(None, "day", "digest"),
)

IMPORTS = sa.Table(
    "imports",
    METADATA,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("game_id", sa.Text, nullable=False, unique=True),
    sa.Column("user_id", sa.Text, nullable=False, index=True),
    sa.Column("imported_ms", sa.BigInteger, nullable=False),
)
