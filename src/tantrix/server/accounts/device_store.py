"""Known devices of accounts and failed sign-ins, in the database."""

from dataclasses import dataclass

import sqlalchemy as sa

from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of


@dataclass(frozen=True, slots=True)
class Device(Row):
    """A device from which an account was signed in to, identified by the hash of its token."""

    token: str
    user_id: str
    made_ms: int


_DEVICES = table_of(Device, "devices", key=("token", "user_id"))


@dataclass(frozen=True, slots=True)
class FailedSignIn(Row):
    """A wrong password or code was tried for an account, from an address and with a browser."""

    user_id: str
    host: str
    agent: str
    at_ms: int


_FAILED = table_of(FailedSignIn, "failed_sign_ins", key=("id",), indexed=("user_id",), numbered=True)


def delete_device(token: str, user_id: str) -> sa.Delete:
    """Forget a device of an account."""
    return _DEVICES.delete().where(_DEVICES.c.token == token, _DEVICES.c.user_id == user_id)


def delete_devices(user_id: str) -> sa.Delete:
    """Forget all devices of an account."""
    return _DEVICES.delete().where(_DEVICES.c.user_id == user_id)


def delete_failed_sign_ins(user_id: str, until_ms: int) -> sa.Delete:
    """Delete the failed sign-ins to an account up to a time."""
    is_old = _FAILED.c.at_ms <= until_ms
    return _FAILED.delete().where(_FAILED.c.user_id == user_id, is_old)


class DeviceStore(Store):
    """Reads known devices and failed sign-ins."""

    def knows(self, user_id: str, token: str) -> bool:
        """Return whether a device, identified by the hash of its token, is known to an account."""
        found = sa.select(_DEVICES.c.token).where(_DEVICES.c.token == token, _DEVICES.c.user_id == user_id)
        return bool(self.read_all(found))

    def failed(self, user_id: str, since_ms: int, limit: int) -> list[FailedSignIn]:
        """List the failed sign-ins to an account after a time, newest first."""
        query = sa.select(*list(_FAILED.c)[1:]).where(
            _FAILED.c.user_id == user_id, _FAILED.c.at_ms > since_ms
        )
        return self.read_each(FailedSignIn, query.order_by(_FAILED.c.id.desc()).limit(limit))

    def n_failed(self, user_id: str, since_ms: int) -> int:
        """Count the failed sign-ins to an account after a time."""
        query = sa.select(sa.func.count()).where(_FAILED.c.user_id == user_id, _FAILED.c.at_ms > since_ms)
        return int(self.read_all(query)[0][0])
