"""Accounts, sessions, reset tokens and the audit log in the database.

An account is identified by its `user_id`. A guest who signs up keeps theirs, and with it all their games.
Tokens of sessions are stored as SHA-256 hashes, passwords as argon2 hashes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from tantrix.server.accounts.former_names import FORMER_NAMES, FormerNames, holder_of
from tantrix.server.accounts.names import closed_skeleton, skeleton
from tantrix.server.accounts.token_store import TOKENS
from tantrix.server.database.reading import Store
from tantrix.server.database.rows import Row, table_of
from tantrix.server.database.writes import MustMatch


@dataclass(frozen=True, slots=True)
class Account(Row):
    """A user with a name. The `skeleton` of the name is unique.

    `robot_ms`: when it was marked as a robot; `mail`: the address that its owner has confirmed; `face`: as
    `http/faces.py` encodes it; `country`: two letters (ISO 3166); `about`: the text of the profile;
    `colour_preferences`: the letters of the preferred colours, best first. The last four are None if the user
    has not set them. `seen_by`: who sees that the user is online; `written_by`: who may write to the user;
    `friends` are the players that the user follows, `nobody` is nobody, and None is everyone.
    """

    user_id: str
    name: str
    skeleton: str
    password: str
    created_ms: int
    closed_ms: int | None = None
    banned_ms: int | None = None
    robot_ms: int | None = None
    mail: str | None = None
    face: str | None = None
    country: str | None = None
    about: str | None = None
    colour_preferences: str | None = None
    seen_by: str | None = None
    written_by: str | None = None

    @property
    def is_robot(self) -> bool:
        """Whether a program plays as this account."""
        return self.robot_ms is not None


_ACCOUNTS = table_of(Account, "accounts", key=("user_id",), unique=("skeleton",))


@dataclass(frozen=True, slots=True)
class SessionRow(Row):
    """A browser that is or was signed in.

    `host` and `seen_ms`: address and time of its last use, to within a few minutes; `language`: of its pages.
    """

    token: str
    user_id: str
    device: str
    made_ms: int
    ended_ms: int | None = None
    host: str = ""
    seen_ms: int = 0
    language: str = "en"


_SESSIONS = table_of(SessionRow, "sessions", key=("token",), indexed=("user_id",))


@dataclass(frozen=True, slots=True)
class PasswordReset(Row):
    """A token that lets its holder set a new password once."""

    token: str
    user_id: str
    until_ms: int


_RESETS = table_of(PasswordReset, "resets", key=("token",))


@dataclass(frozen=True, slots=True)
class Audit(Row):
    """An entry in the audit log: which actor did what to which account."""

    at_ms: int
    actor: str
    action: str
    subject: str


_AUDIT = table_of(Audit, "audit", key=("id",), numbered=True)


_NO_PROFILE = {
    "face": None,
    "country": None,
    "about": None,
    "colour_preferences": None,
    "seen_by": None,
    "written_by": None,
}
ROBOT_ACCOUNTS = sa.select(_ACCOUNTS.c.user_id).where(_ACCOUNTS.c.robot_ms.is_not(None))
ALL_ACCOUNTS = sa.select(_ACCOUNTS.c.user_id)
BANNED_ACCOUNTS = sa.select(_ACCOUNTS.c.user_id).where(_ACCOUNTS.c.banned_ms.is_not(None))


def end_session(token: str, at_ms: int) -> sa.Update:
    """End a session and forget its address."""
    ended = _SESSIONS.update().where(_SESSIONS.c.token == token)
    return ended.values(ended_ms=at_ms, host="")


def use_session(token: str, at_ms: int, host: str) -> sa.Update:
    """Save that a session was used, from an address."""
    is_open = _SESSIONS.c.token == token, _SESSIONS.c.ended_ms.is_(None)
    return _SESSIONS.update().where(*is_open).values(seen_ms=at_ms, host=host)


def set_password(user_id: str, password: str) -> sa.Update:
    """Change the password of an account."""
    return _ACCOUNTS.update().where(_ACCOUNTS.c.user_id == user_id).values(password=password)


def delete_resets(user_id: str) -> sa.Delete:
    """Delete the reset tokens of an account."""
    return _RESETS.delete().where(_RESETS.c.user_id == user_id)


def use_reset(token: str) -> MustMatch:
    """Delete a reset token that is used, which must still be there."""
    return MustMatch(_RESETS.delete().where(_RESETS.c.token == token))


def close_account(user_id: str, pseudonym: str, shape: str, at_ms: int) -> sa.Update:
    """Close an account permanently; a pseudonym replaces its name, and `shape` its skeleton."""
    values = {
        "name": pseudonym,
        "skeleton": shape,
        "password": "",
        "mail": None,
        **_NO_PROFILE,
    }
    closed = _ACCOUNTS.update().where(_ACCOUNTS.c.user_id == user_id)
    return closed.values(**values, closed_ms=at_ms)


def set_name(user_id: str, name: str, shape: str) -> sa.Update:
    """Change the name of an account and its skeleton."""
    return _ACCOUNTS.update().where(_ACCOUNTS.c.user_id == user_id).values(name=name, skeleton=shape)


def check_name_is_free(user_id: str, shape: str) -> MustMatch:
    """Return a write that fails if the name of an account was another's; it follows the one that takes it.

    The unique index keeps two servers from giving a name twice, but not from giving one up and away at once.
    """
    of_another = holder_of(shape).where(FORMER_NAMES.c.user_id != user_id)
    is_free = _ACCOUNTS.c.user_id == user_id, ~of_another.exists()
    return MustMatch(_ACCOUNTS.update().where(*is_free).values(skeleton=shape))


def set_banned(user_id: str, at_ms: int | None) -> sa.Update:
    """Ban an account from playing, or, with None, allow it to play again."""
    return _ACCOUNTS.update().where(_ACCOUNTS.c.user_id == user_id).values(banned_ms=at_ms)


def mark_robot(user_id: str, at_ms: int) -> sa.Update:
    """Mark an account permanently as a robot."""
    return _ACCOUNTS.update().where(_ACCOUNTS.c.user_id == user_id).values(robot_ms=at_ms)


def set_mail(user_id: str, mail: str | None) -> MustMatch:
    """Change the mail address of an account, unless another one has it, or remove it."""
    changed = _ACCOUNTS.update().where(_ACCOUNTS.c.user_id == user_id).values(mail=mail)
    if mail is not None:
        others = _ACCOUNTS.alias("others")
        has_it = sa.func.lower(others.c.mail) == mail.lower(), others.c.user_id != user_id
        changed = changed.where(~sa.exists().where(*has_it))
    return MustMatch(changed)


def set_profile(
    user_id: str,
    face: str | None,
    country: str | None,
    about: str | None,
    colour_preferences: str | None,
    seen_by: str | None,
    written_by: str | None,
) -> sa.Update:
    """Change what others see of an account, its preferred colours, and who may reach it."""
    changed = _ACCOUNTS.update().where(_ACCOUNTS.c.user_id == user_id)
    return changed.values(
        face=face,
        country=country,
        about=about,
        colour_preferences=colour_preferences,
        seen_by=seen_by,
        written_by=written_by,
    )


class AccountStore(Store):
    """Reads accounts, sessions and the audit log.

    `seated`: the columns, in tables of other packages, with the user ids of everyone who ever sat at a table.
    """

    def __init__(self, readers: sa.Engine, seated: Sequence["sa.Column[str]"]) -> None:
        super().__init__(readers)
        self._seated = seated
        self.former_names = FormerNames(readers)

    def accounts(self) -> list[Account]:
        """List all accounts, closed ones too."""
        return self.read_each(Account, sa.select(_ACCOUNTS))

    def account(self, user_id: str) -> Account | None:
        """Find an account, even a closed one."""
        return self.read_one(Account, sa.select(_ACCOUNTS).where(_ACCOUNTS.c.user_id == user_id))

    def is_kept(self, shape: str) -> bool:
        """Return whether a name is or was that of an account, open or closed."""
        shapes = shape, closed_skeleton(shape)
        is_it = sa.or_(_ACCOUNTS.c.skeleton.in_(shapes), _ACCOUNTS.c.user_id.in_(holder_of(shape)))
        return bool(self.read_all(sa.select(_ACCOUNTS.c.user_id).where(is_it)))

    def account_with_skeleton(self, shape: str) -> Account | None:
        """Find an account by the skeleton of its name, or of a name that it had."""
        is_it = sa.or_(_ACCOUNTS.c.skeleton == shape, _ACCOUNTS.c.user_id.in_(holder_of(shape)))
        return self.read_one(Account, sa.select(_ACCOUNTS).where(is_it))

    def accounts_containing(self, part: str, limit: int) -> list[Account]:
        """List open accounts whose skeletons contain a text; those that begin with it come first."""
        shape = _ACCOUNTS.c.skeleton
        return self.read_each(
            Account,
            sa.select(_ACCOUNTS)
            .where(shape.contains(part, autoescape=True), _ACCOUNTS.c.closed_ms.is_(None))
            .order_by(sa.case((shape.startswith(part, autoescape=True), 0), else_=1), shape)
            .limit(limit),
        )

    def session(self, token: str) -> SessionRow | None:
        """Find a session by the hash of its token, even one that has ended."""
        return self.read_one(SessionRow, sa.select(_SESSIONS).where(_SESSIONS.c.token == token))

    def sessions_of(self, user_id: str) -> list[SessionRow]:
        """List the sessions of an account that have not ended, newest first."""
        query = sa.select(_SESSIONS).where(_SESSIONS.c.user_id == user_id, _SESSIONS.c.ended_ms.is_(None))
        return self.read_each(SessionRow, query.order_by(_SESSIONS.c.made_ms.desc()))

    def last_seen_ms(self, user_id: str) -> int:
        """Return when a session or a token of an account was last used, 0 if it has none."""
        seen = sa.select(sa.func.max(_SESSIONS.c.seen_ms)).where(_SESSIONS.c.user_id == user_id)
        used = sa.select(sa.func.max(TOKENS.c.used_ms)).where(TOKENS.c.user_id == user_id)
        return max(int(self.read_all(query)[0][0] or 0) for query in (seen, used))

    def newest_session(self, user_id: str, before_ms: int) -> SessionRow | None:
        """Find the newest session of an account that began before a time, even one that has ended."""
        query = sa.select(_SESSIONS).where(_SESSIONS.c.user_id == user_id, _SESSIONS.c.made_ms < before_ms)
        return self.read_one(SessionRow, query.order_by(_SESSIONS.c.made_ms.desc()).limit(1))

    def reset(self, token: str) -> PasswordReset | None:
        """Find a reset by the hash of its token."""
        return self.read_one(PasswordReset, sa.select(_RESETS).where(_RESETS.c.token == token))

    def has_played(self, user_id: str) -> bool:
        """Return whether a user has ever sat at a table, of Tantrix or of Gobble."""
        queries = (sa.select(column).where(column == user_id) for column in self._seated)
        return any(self.read_all(query.limit(1)) for query in queries)

    def n_audits(self) -> int:
        """Return the number of the newest entry of the audit log."""
        return int(self.read_all(sa.select(sa.func.coalesce(sa.func.max(_AUDIT.c.id), 0)))[0][0])

    def audit(self, limit: int) -> list[Audit]:
        """List the newest entries of the audit log; accounts that are closed have their pseudonyms."""
        query = sa.select(*list(_AUDIT.c)[1:]).order_by(_AUDIT.c.id.desc()).limit(limit)
        closed = sa.select(_ACCOUNTS.c.skeleton, _ACCOUNTS.c.name).where(_ACCOUNTS.c.closed_ms.is_not(None))
        former = sa.select(FORMER_NAMES.c.skeleton, FORMER_NAMES.c.name)
        pseudonyms: dict[str, str] = {
            shape: name for each in (closed, former) for shape, name in self.read_all(each)
        }

        def shown(name: str) -> str:
            return pseudonyms.get(closed_skeleton(skeleton(name)), name)

        read = (Audit(*row) for row in self.read_all(query))
        return [replace(each, actor=shown(each.actor), subject=shown(each.subject)) for each in read]
