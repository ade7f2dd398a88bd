"""Second factors, recovery codes, passkeys and unfinished sign-ins in the database.

Recovery codes and tokens are stored as hashes. The secret of a second factor cannot be hashed: the server
computes the code from it at each sign-in. Like the secrets of the bags, it is protected by file permissions:
only the server's user can read the data folder, the database and its copies. Encryption would not help: an
attacker who reads the folder would find a key stored there too, and losing a key stored elsewhere would lock
out every account with a second factor.
"""

from dataclasses import dataclass
from typing import ClassVar

import sqlalchemy as sa

from tantrix.server.database.metadata import METADATA
from tantrix.server.database.reading import read_all
from tantrix.server.database.writes import columns_of

_FACTORS = sa.Table(
    "second_factors",
    METADATA,
    sa.Column("user_id", sa.Text, primary_key=True),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("made_ms", sa.BigInteger, nullable=False),
    sa.Column("used_step", sa.BigInteger, nullable=False),
)

_CODES = sa.Table(
    "recovery_codes",
    METADATA,
    sa.Column("code", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Text, nullable=False, index=True),
)

_PASSKEYS = sa.Table(
    "passkeys",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Text, nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("n_signed", sa.BigInteger, nullable=False),
    sa.Column("made_ms", sa.BigInteger, nullable=False),
    sa.Column("used_ms", sa.BigInteger),
)

_STEPS = sa.Table(
    "sign_in_steps",
    METADATA,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("user_id", sa.Text),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("challenge", sa.Text),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)


@dataclass(frozen=True, slots=True)
class SecondFactor:
    """The secret that an account shares with an authenticator app, and the last time step that was used."""

    user_id: str
    secret: str
    made_ms: int
    used_step: int

    def statement(self) -> sa.Insert:
        return _FACTORS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class UseStep:
    """The code of a time step was used and cannot be used again."""

    user_id: str
    step: int
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        is_unused = _FACTORS.c.used_step < self.step
        return (
            _FACTORS.update().where(_FACTORS.c.user_id == self.user_id, is_unused).values(used_step=self.step)
        )


@dataclass(frozen=True, slots=True)
class DeleteFactor:
    """The second factor of an account is switched off."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _FACTORS.delete().where(_FACTORS.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class RecoveryCode:
    """A code that replaces one of the app, once; stored as a hash."""

    code: str
    user_id: str

    def statement(self) -> sa.Insert:
        return _CODES.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class UseRecoveryCode:
    """A recovery code was used and cannot be used again."""

    code: str
    user_id: str
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Delete:
        return _CODES.delete().where(_CODES.c.code == self.code, _CODES.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class DeleteRecoveryCodes:
    """All recovery codes of an account are deleted."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _CODES.delete().where(_CODES.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class Passkey:
    """A key for signing in to an account without a password.

    `id` and `public_key` are in base64url; `n_signed` is the signature counter of the key, 0 if it has none.
    """

    id: str
    user_id: str
    name: str
    public_key: str
    n_signed: int
    made_ms: int
    used_ms: int | None = None

    def statement(self) -> sa.Insert:
        return _PASSKEYS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class UsePasskey:
    """A passkey was used to sign in."""

    id: str
    n_signed: int
    at_ms: int
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Update:
        used = _PASSKEYS.update().where(_PASSKEYS.c.id == self.id)
        return used.values(n_signed=self.n_signed, used_ms=self.at_ms)


@dataclass(frozen=True, slots=True)
class DeletePasskey:
    """A passkey of an account is removed."""

    id: str
    user_id: str
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Delete:
        return _PASSKEYS.delete().where(_PASSKEYS.c.id == self.id, _PASSKEYS.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class DeletePasskeys:
    """All passkeys of an account are removed."""

    user_id: str

    def statement(self) -> sa.Delete:
        return _PASSKEYS.delete().where(_PASSKEYS.c.user_id == self.user_id)


@dataclass(frozen=True, slots=True)
class SignInStep:
    """The first half of a sign-in or of adding a passkey, identified by the hash of its token.

    `kind`: "code" (a password was right), "passkey" (a challenge to sign in) or "new passkey"; `user_id` is
    None while the user is not yet known.
    """

    token: str
    user_id: str | None
    kind: str
    challenge: str | None
    until_ms: int

    def statement(self) -> sa.Insert:
        return _STEPS.insert().values(**columns_of(self))


@dataclass(frozen=True, slots=True)
class EndStep:
    """A step is finished and cannot be finished again."""

    token: str
    must_match: ClassVar[bool] = True

    def statement(self) -> sa.Delete:
        return _STEPS.delete().where(_STEPS.c.token == self.token)


@dataclass(frozen=True, slots=True)
class DeleteOldSteps:
    """Steps that were not finished in time are deleted."""

    until_ms: int

    def statement(self) -> sa.Delete:
        return _STEPS.delete().where(_STEPS.c.until_ms < self.until_ms)


class FactorStore:
    """Reads second factors, passkeys and unfinished sign-ins."""

    def __init__(self, readers: sa.Engine) -> None:
        self._readers = readers

    def factor(self, user_id: str) -> SecondFactor | None:
        """Find the second factor of an account."""
        rows = read_all(self._readers, sa.select(_FACTORS).where(_FACTORS.c.user_id == user_id))
        return SecondFactor(*rows[0]) if rows else None

    def n_recovery_codes(self, user_id: str) -> int:
        """Count the recovery codes that an account has left."""
        query = sa.select(sa.func.count()).select_from(_CODES).where(_CODES.c.user_id == user_id)
        return int(read_all(self._readers, query)[0][0])

    def has_recovery_code(self, user_id: str, code: str) -> bool:
        """Return whether an account has an unused recovery code with this hash."""
        is_it = _CODES.c.code == code, _CODES.c.user_id == user_id
        return bool(read_all(self._readers, sa.select(_CODES.c.code).where(*is_it)))

    def passkeys_of(self, user_id: str) -> list[Passkey]:
        """List the passkeys of an account, newest first."""
        query = sa.select(_PASSKEYS).where(_PASSKEYS.c.user_id == user_id)
        return [Passkey(*row) for row in read_all(self._readers, query.order_by(_PASSKEYS.c.made_ms.desc()))]

    def passkey(self, passkey_id: str) -> Passkey | None:
        """Find a passkey."""
        rows = read_all(self._readers, sa.select(_PASSKEYS).where(_PASSKEYS.c.id == passkey_id))
        return Passkey(*rows[0]) if rows else None

    def step(self, token: str, kind: str, now_ms: int) -> SignInStep | None:
        """Find an unfinished step by its kind and the hash of its token, unless it is too old."""
        is_it = _STEPS.c.token == token, _STEPS.c.kind == kind, _STEPS.c.until_ms >= now_ms
        rows = read_all(self._readers, sa.select(_STEPS).where(*is_it))
        return SignInStep(*rows[0]) if rows else None
