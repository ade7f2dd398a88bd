"""Known devices of accounts and failed sign-ins, in the database."""

from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import read_all
from tantrix.server.database.writes import columns_of

_DEVICES = sa.Table(
    "devices",
    METADATA,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("made_ms", sa.BigInteger, nullable=False),
)

_FAILED = sa.Table(
    "failed_sign_ins",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.Text, nullable=False, index=True),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("agent", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Device:
    """A device from which an account was signed in to, identified by the hash of its token."""

    token: str
    user_id: str
    made_ms: int

    def statement(self) -> sa.Insert:
        return _DEVICES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class DeleteDevice:
    """A device is no longer known to an account."""

    token: str
    user_id: str

    def statement(self) -> sa.Delete:
        return _DEVICES.delete().where(_DEVICES.c.token == self.token, _DEVICES.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class DeleteDevices:
    """No device is known to an account any longer."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _DEVICES.delete().where(_DEVICES.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class FailedSignIn:
    """A wrong password or code was tried for an account, from an address and with a browser."""

    user_id: str
    host: str
    agent: str
    at_ms: int

    def statement(self) -> sa.Insert:
        return _FAILED.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class DeleteFailedSignIns:
    """The failed sign-ins to an account up to a time are deleted."""

    user_id: str
    until_ms: int

    def statement(self) -> sa.Delete:
        is_old = _FAILED.c.at_ms <= self.until_ms
        return _FAILED.delete().where(_FAILED.c.user_id == self.user_id, is_old)


class DeviceStore:
    """Reads known devices and failed sign-ins."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def knows(self, user_id: str, token: str) -> bool:
        """Return whether a device, identified by the hash of its token, is known to an account."""
        found = sa.select(_DEVICES.c.token).where(_DEVICES.c.token == token, _DEVICES.c.user_id == user_id)
        return bool(read_all(self._readers, found))

    def failed(self, user_id: str, since_ms: int, limit: int) -> list[FailedSignIn]:
        """List the failed sign-ins to an account after a time, newest first."""
        query = sa.select(*list(_FAILED.c)[1:]).where(
            _FAILED.c.user_id == user_id, _FAILED.c.at_ms > since_ms
        )
        return [
            FailedSignIn(*row)
            for row in read_all(self._readers, query.order_by(_FAILED.c.id.desc()).limit(limit))
        ]

    def n_failed(self, user_id: str, since_ms: int) -> int:
        """Count the failed sign-ins to an account after a time."""
        query = sa.select(sa.func.count()).where(_FAILED.c.user_id == user_id, _FAILED.c.at_ms > since_ms)
        return int(read_all(self._readers, query)[0][0])
