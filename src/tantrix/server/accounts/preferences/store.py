"""Preferences in the database, one row for each account and name."""

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import Store
from tantrix.server.protocol.preferences import Preference

_PREFERENCES = sa.Table(
    "preferences",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
_COLUMNS = _PREFERENCES.c


def delete_older(user_id: str, newer: tuple[Preference, ...]) -> sa.Delete:
    """Delete what newer preferences replace.

    What another server has changed later in the meantime stays, so that the new row finds a conflict.
    """
    is_older = (sa.and_(_COLUMNS.name == one.name, _COLUMNS.at_ms <= one.at_ms) for one in newer)
    return _PREFERENCES.delete().where(_COLUMNS.user_id == user_id, sa.or_(sa.false(), *is_older))


def add_preferences(user_id: str, added: tuple[Preference, ...]) -> sa.Insert:
    """Add values of preferences that have no row."""
    return _PREFERENCES.insert().values([{"user_id": user_id, **one.model_dump()} for one in added])


def delete_preferences(user_id: str) -> sa.Delete:
    """Delete all preferences of an account that is closed."""
    return _PREFERENCES.delete().where(_COLUMNS.user_id == user_id)


class PreferenceStore(Store):
    """Queries of preferences. Every method reads the database."""

    def all_of(self, user_id: str) -> list[Preference]:
        """List the preferences of an account, by name."""
        return self._found(_COLUMNS.user_id == user_id)

    def value_of(self, user_id: str, name: str) -> str | None:
        """Return the value of one preference; None if there is none."""
        found = self._found(_COLUMNS.user_id == user_id, _COLUMNS.name == name)
        return found[0].value if found else None

    def _found(self, *conditions: "sa.ColumnElement[bool]") -> list[Preference]:
        columns = (_COLUMNS.name, _COLUMNS.value, _COLUMNS.at_ms)
        query = sa.select(*columns).where(*conditions).order_by(_COLUMNS.name)
        return [Preference(name=name, value=value, at_ms=at) for name, value, at in self.read_all(query)]
