"""Second factors, recovery codes, passkeys, unfinished sign-ins and unconfirmed addresses in the database.

Recovery codes and tokens are stored as hashes. The secret of a second factor cannot be hashed: the server
computes the code from it at each sign-in. Like the secrets of the bags, it is protected by file permissions:
only the server's user can read the data folder, the database and its copies. Encryption would not help: an
attacker who reads the folder would find a key stored there too, and losing a key stored elsewhere would lock
out every account with a second factor.
"""

from dataclasses import dataclass
from typing import Annotated

import sqlalchemy as sa

from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writes import MustMatch


@dataclass(frozen=True, slots=True)
class SecondFactor(Row):
    """The secret that an account shares with an authenticator app, and the last time step that was used."""

    user_id: str
    secret: str
    made_ms: int
    used_step: Annotated[int, sa.BigInteger]


_FACTORS = table_of(SecondFactor, "second_factors", key=("user_id",))


@dataclass(frozen=True, slots=True)
class RecoveryCode(Row):
    """A code that replaces one of the app, once; stored as a hash."""

    code: str
    user_id: str


_CODES = table_of(RecoveryCode, "recovery_codes", key=("code",), indexed=("user_id",))


@dataclass(frozen=True, slots=True)
class Passkey(Row):
    """A key for signing in to an account without a password.

    `id` and `public_key` are in base64url; `n_signed` is the signature counter of the key, 0 if it has none.
    """

    id: str
    user_id: str
    name: str
    public_key: str
    n_signed: Annotated[int, sa.BigInteger]
    made_ms: int
    used_ms: int | None = None


_PASSKEYS = table_of(Passkey, "passkeys", key=("id",), indexed=("user_id",))


@dataclass(frozen=True, slots=True)
class SignInStep(Row):
    """The first half of a sign-in or of adding a passkey, identified by the hash of its token.

    `kind`: "code" (a password was right), "passkey" (a challenge to sign in), "new passkey" or "mail" (a link
    to confirm the mail address `challenge`); `user_id` is None while the user is not yet known. A step of the
    kind "mail" stays when its link has expired: the address is still unconfirmed.
    """

    token: str
    user_id: str | None
    kind: str
    challenge: str | None
    until_ms: int


_STEPS = table_of(SignInStep, "sign_in_steps", key=("token",))
MAIL = "mail"  # the kind of step that waits until a mail address is confirmed


def use_step(user_id: str, step: int) -> MustMatch:
    """Save that the code of a time step was used and cannot be used again."""
    is_unused = _FACTORS.c.used_step < step
    return MustMatch(_FACTORS.update().where(_FACTORS.c.user_id == user_id, is_unused).values(used_step=step))


def delete_factor(user_id: str) -> sa.Delete:
    """Switch off the second factor of an account."""
    return _FACTORS.delete().where(_FACTORS.c.user_id == user_id)


def use_recovery_code(code: str, user_id: str) -> MustMatch:
    """Delete a recovery code that was used, so that it cannot be used again."""
    return MustMatch(_CODES.delete().where(_CODES.c.code == code, _CODES.c.user_id == user_id))


def delete_recovery_codes(user_id: str) -> sa.Delete:
    """Delete all recovery codes of an account."""
    return _CODES.delete().where(_CODES.c.user_id == user_id)


def use_passkey(id: str, n_signed: int, at_ms: int) -> MustMatch:
    """Save that a passkey was used to sign in."""
    used = _PASSKEYS.update().where(_PASSKEYS.c.id == id)
    return MustMatch(used.values(n_signed=n_signed, used_ms=at_ms))


def delete_passkey(id: str, user_id: str) -> MustMatch:
    """Remove a passkey of an account."""
    return MustMatch(_PASSKEYS.delete().where(_PASSKEYS.c.id == id, _PASSKEYS.c.user_id == user_id))


def delete_passkeys(user_id: str) -> sa.Delete:
    """Remove all passkeys of an account."""
    return _PASSKEYS.delete().where(_PASSKEYS.c.user_id == user_id)


def end_step(token: str) -> MustMatch:
    """Finish a step, which cannot be finished again."""
    return MustMatch(_STEPS.delete().where(_STEPS.c.token == token))


def delete_steps(user_id: str) -> sa.Delete:
    """Delete all unfinished steps of an account."""
    return _STEPS.delete().where(_STEPS.c.user_id == user_id)


def delete_old_steps(until_ms: int) -> sa.Delete:
    """Delete steps that were not finished in time."""
    return _STEPS.delete().where(_STEPS.c.until_ms < until_ms, _STEPS.c.kind != MAIL)


def delete_unconfirmed(user_id: str) -> sa.Delete:
    """Forget the unconfirmed mail address of an account, and its link."""
    return _STEPS.delete().where(_STEPS.c.user_id == user_id, _STEPS.c.kind == MAIL)


def hold_address(mail: str) -> sa.Update:
    """Lock an address: of two servers that confirm it for two accounts, one waits for the other."""
    is_it = _STEPS.c.kind == MAIL, sa.func.lower(_STEPS.c.challenge) == mail.lower()
    return _STEPS.update().where(*is_it).values(kind=MAIL)


class FactorStore(Store):
    """Reads second factors, passkeys, unfinished sign-ins and unconfirmed addresses."""

    def factor(self, user_id: str) -> SecondFactor | None:
        """Find the second factor of an account."""
        return self.read_one(SecondFactor, sa.select(_FACTORS).where(_FACTORS.c.user_id == user_id))

    def n_recovery_codes(self, user_id: str) -> int:
        """Count the recovery codes that an account has left."""
        query = sa.select(sa.func.count()).select_from(_CODES).where(_CODES.c.user_id == user_id)
        return int(self.read_all(query)[0][0])

    def has_recovery_code(self, user_id: str, code: str) -> bool:
        """Return whether an account has an unused recovery code with this hash."""
        is_it = _CODES.c.code == code, _CODES.c.user_id == user_id
        return bool(self.read_all(sa.select(_CODES.c.code).where(*is_it)))

    def passkeys_of(self, user_id: str) -> list[Passkey]:
        """List the passkeys of an account, newest first."""
        query = sa.select(_PASSKEYS).where(_PASSKEYS.c.user_id == user_id)
        return self.read_each(Passkey, query.order_by(_PASSKEYS.c.made_ms.desc()))

    def passkey(self, passkey_id: str) -> Passkey | None:
        """Find a passkey."""
        return self.read_one(Passkey, sa.select(_PASSKEYS).where(_PASSKEYS.c.id == passkey_id))

    def step(self, token: str, kind: str, now_ms: int) -> SignInStep | None:
        """Find an unfinished step by its kind and the hash of its token, unless it is too old."""
        is_it = _STEPS.c.token == token, _STEPS.c.kind == kind, _STEPS.c.until_ms >= now_ms
        return self.read_one(SignInStep, sa.select(_STEPS).where(*is_it))

    def unconfirmed(self, user_id: str) -> str | None:
        """Find the mail address that an account has given and not confirmed."""
        query = sa.select(_STEPS.c.challenge).where(_STEPS.c.user_id == user_id, _STEPS.c.kind == MAIL)
        rows = self.read_all(query.order_by(_STEPS.c.until_ms.desc()).limit(1))
        return rows[0][0] if rows else None
