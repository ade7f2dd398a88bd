"""Accounts: signing up, in and out, passwords, sessions, and renaming and closing an account.

A visitor without an account is a guest, identified by the hash of the token in their cookie. Signing up gives
the guest a name and a password. The account keeps the hash as its `user_id`, so the guest's games stay
theirs; the token itself is replaced. Tokens and passwords are stored only as hashes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.server.accounts.browser import Browser
from tantrix.server.accounts.device_store import Device, delete_device, delete_devices
from tantrix.server.accounts.factor_store import delete_steps
from tantrix.server.accounts.former_names import SHOWN_MS, FormerName, close_names, keep_name
from tantrix.server.accounts.names import NewName, account_name, closed_skeleton, skeleton
from tantrix.server.accounts.network_tiers import NetworkTiers
from tantrix.server.accounts.password_rules import MAX_LENGTH, MIN_LENGTH, fault_of
from tantrix.server.accounts.passwords import PasswordService
from tantrix.server.accounts.profiles import ProfileChoices
from tantrix.server.accounts.robot_names import is_robot_name
from tantrix.server.accounts.sessions import make_token, user_id_of
from tantrix.server.accounts.store import (
    Account,
    AccountStore,
    Audit,
    PasswordReset,
    SessionRow,
    check_name_is_free,
    close_account,
    delete_resets,
    end_session,
    mark_robot,
    set_banned,
    set_mail,
    set_name,
    set_password,
    set_profile,
    use_reset,
    use_session,
)
from tantrix.server.accounts.token_store import delete_tokens
from tantrix.server.database.writer import Conflict, NotSaved, Writer
from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.http.networks import is_exempt, network_of
from tantrix.server.http.rate_limits import RateLimiter, widened
from tantrix.server.protocol.times import print_day
from tantrix.server.settings import Settings
from tantrix.server.subscribers import Subscribers
from tantrix.server.wording.seats import is_given

_PSEUDONYM = "deleted-"  # and the first letters of the user id; nobody can choose such a name
ROBOT_TITLE = "BOT"  # prefixed to the names of robot accounts
RESET_MS = 24 * 3600 * 1000
CONFIRM_RATE = "5/minute"  # password confirmations, per session
SIGN_UP_RATE = "40/minute"  # per IP address: a class
ALL_SIGN_UPS_RATE = "200/minute"  # from all addresses that are neither known nor a member's
ATTEMPT_RATE = "20/minute"  # per IP address
PROFILE_RATE = "20/minute"  # per account
MAIL_RATE = "10/hour"  # per IP address
MAIL_RATE_PER_ACCOUNT = "3/hour"  # per account
SEEN_PRECISION_MS = 5 * MINUTE_MS  # how precisely the last use of a session is known


@dataclass(frozen=True, slots=True)
class Identity:
    """The sender of a request. `token` is the hash of the session's token.

    For a request with a personal token, `token` is the hash of that token, and `scopes` are its scopes.
    `seen_ms`: the last recorded use of an account's session.
    """

    token: str | None = None
    user_id: str | None = None
    account: Account | None = None
    scopes: frozenset[str] | None = None
    seen_ms: int | None = None


ANONYMOUS = Identity()


class Accounts:
    """All accounts and their sessions. Accounts are cached in memory, because every seat looks one up.

    `session_ended` is called with the hash of each token that is no longer valid, and `secured` with an
    account before and after its password or mail address changed. What `left` returns is awaited before
    closing, banning or renaming an account is answered. The writes that `on_close` makes for a user id are
    saved in the transaction that closes the account; those of `replace_name`, for a new name and what
    replaces each old one, also when it is renamed. `is_moderator` reads the database.
    """

    def __init__(
        self,
        settings: Settings,
        store: AccountStore,
        writer: Writer,
        on_close: Sequence[Callable[[str], Write]] = (),
        replace_name: Callable[[NewName, Mapping[str, str]], Sequence[Write]] = lambda _new, _names: (),
        is_moderator: Callable[[str], bool] = lambda _user_id: False,
    ) -> None:
        self.is_moderator = is_moderator
        self.session_ended: Subscribers[[str], None] = Subscribers()
        self.secured: Subscribers[[Account, Account], None] = Subscribers()
        self.left: Subscribers[[Account], Awaitable[None]] = Subscribers()
        self._settings = settings
        self._store = store
        self._writer = writer
        self._on_close = on_close
        self._replace_name = replace_name
        self._former = store.former_names
        self._passwords = PasswordService(settings.hasher)
        self._rates = RateLimiter()
        self.tiers = NetworkTiers(settings.known_networks)
        self._n_audits = -1
        self._accounts: dict[str, Account] = {}
        self._by_skeleton: dict[str, str] = {}
        self.refresh()

    def refresh(self) -> list[Account]:
        """Reload the accounts if any process has changed one; return the closed, banned and renamed ones.

        Reads the database.
        """
        could_play, names = set[str](), dict[str, str]()
        # Repeat if a user signed up in the meantime: these rows may have been read before that.
        while (n_audits := self._store.n_audits()) != self._n_audits:
            self._n_audits = n_audits
            could_play |= {user_id for user_id in tuple(self._accounts) if self.may_play(user_id)}
            names = {each.user_id: each.name for each in tuple(self._accounts.values())} | names
            self._former.refresh()
            read = self._store.accounts()
            # Updated in place: the event loop may have added an account that is newer than these rows.
            self._accounts.update({account.user_id: account for account in read})
            self._by_skeleton.update({account.skeleton: account.user_id for account in read})
            for name, user_id in list(self._by_skeleton.items()):
                account = self._accounts.get(user_id)
                if account is None or account.skeleton != name:
                    self._by_skeleton.pop(name, None)  # changed, or not saved yet: `sign_up` adds it again
        changed = {user_id for user_id in could_play if not self.may_play(user_id)}
        changed |= {user_id for user_id, name in names.items() if self._accounts[user_id].name != name}
        return [self._accounts[user_id] for user_id in changed]

    def is_taken(self, name: str, user_id: str | None = None) -> bool:
        """Return whether a name looks like one that an account has or had: only `user_id` may bear it."""
        shape = skeleton(name)
        if self._bearer(shape) not in (None, user_id):
            return True
        closed = closed_skeleton(shape)
        return closed in self._by_skeleton or self._former.holder(closed) is not None

    def name_of(self, user_id: str | None) -> str | None:
        """Return the name of an account; None for guests and closed accounts."""
        account = self._accounts.get(user_id or "")
        return account.name if account and account.closed_ms is None else None

    def lasting_name(self, user_id: str | None) -> str | None:
        """Return the name of an account, or the pseudonym it got when it was closed; None for guests."""
        account = self._accounts.get(user_id or "")
        return account.name if account else None

    def shown_name(self, user_id: str | None) -> str | None:
        """Return an account's name as shown at tables, robots with their title; None as in `name_of`."""
        name = self.name_of(user_id)
        return f"{ROBOT_TITLE} {name}" if name and self.is_robot(user_id) else name

    def changed_name(self, user_id: str | None) -> str | None:
        """Return the name of an account that had another one, the pseudonym if it is closed; else None."""
        account = self._accounts.get(user_id or "")
        is_changed = account and (account.closed_ms is not None or self._former.of(account.user_id))
        return account.name if account and is_changed else None

    def new_name_of(self, user_id: str) -> NewName | None:
        """Return what replaces the old names of a closed or renamed account; None for all others."""
        account = self._accounts.get(user_id)
        if account is None or account.closed_ms is not None:
            return NewName(user_id, account.name) if account else None
        former = [each.name for each in self._former.of(user_id) if each.name != account.name]
        return NewName(user_id, account.name, _titled(former, account.name)) if former else None

    def former_name(self, user_id: str) -> str | None:
        """Return the name by which friends knew an account until lately."""
        return self._former.shown(user_id, self._settings.now_ms())

    def renamable_ms(self, user_id: str) -> int:
        """Return from when the user of an account may change its name."""
        changed_ms = self._former.changed_ms(user_id)
        return 0 if changed_ms is None else changed_ms + self._settings.rename_days * DAY_MS

    def face_of(self, user_id: str | None) -> str | None:
        """Return the face that the user of an account has composed; None if there is none."""
        account = self._accounts.get(user_id or "")
        return None if account is None else account.face

    def colour_preferences_of(self, user_id: str | None) -> str:
        """Return the letters of the colours that an account prefers, best first; empty without any."""
        account = self._accounts.get(user_id or "")
        return (account and account.colour_preferences) or ""

    def account_of(self, user_id: str) -> Account | None:
        """Find an account, open or closed; the name of a closed one is a pseudonym."""
        return self._accounts.get(user_id)

    def find(self, user_id: str) -> Account | None:
        """Return the open account with a user id; None if there is none."""
        account = self._accounts.get(user_id)
        return account if account is not None and account.closed_ms is None else None

    def is_session_open(self, token: str) -> bool:
        """Return whether the session with this token hash is still open. Reads the database."""
        session = self._store.session(token)
        return session is not None and session.ended_ms is None

    def language_of(self, user_id: str) -> str:
        """Return the language of the newest session of an account. Reads the database."""
        newest = self._store.newest_session(user_id, self._settings.now_ms() + 1)
        return "en" if newest is None else newest.language

    def is_robot(self, user_id: str | None) -> bool:
        """Return whether an account is marked as a robot."""
        account = self._accounts.get(user_id or "")
        return account is not None and account.is_robot

    def may_play(self, user_id: str | None) -> bool:
        """Return whether a user may play and chat: guests, and accounts neither banned nor closed."""
        account = self._accounts.get(user_id or "")
        return account is None or (account.banned_ms is None and account.closed_ms is None)

    def named(self, name: str) -> Account | None:
        """Find an open account by its name or one that looks the same, or by a name that it had."""
        account = self._accounts.get(self._bearer(skeleton(name)) or "")
        return account if account and account.closed_ms is None else None

    def closed_as(self, pseudonym: str) -> Account | None:
        """Find a closed account by its pseudonym."""
        if not pseudonym.startswith(_PSEUDONYM):
            return None
        closed = (each for each in tuple(self._accounts.values()) if each.closed_ms is not None)
        return next((each for each in closed if each.name == pseudonym), None)

    async def find_named(self, name: str) -> Account | None:
        """Find an open account like `named`, including one that another server has just created."""
        account = self.named(name)
        if account is None:
            self._add(await asyncio.to_thread(self._store.account_with_skeleton, skeleton(name)))
            account = self.named(name)
        return account

    def read_account(self, user_id: str) -> Account | None:
        """Find an account, including a closed one or one that another server has just created.

        Reads the database if the account is not cached.
        """
        if user_id not in self._accounts:
            self._add(self._store.account(user_id))
        return self._accounts.get(user_id)

    def last_seen_ms(self, user_id: str) -> int:
        """Return when an account was last on the site, to within some minutes. Reads the database."""
        return self._store.last_seen_ms(user_id)

    async def found(self, text: str, limit: int) -> list[Account]:
        """List open accounts whose names contain a text; names that begin with it come first."""
        part, named = skeleton(text), self.named(text)
        found = await asyncio.to_thread(self._store.accounts_containing, part, limit) if part else []
        return found if named is None or named in found else [named, *found[: limit - 1]]

    def identity(self, token: str) -> Identity:
        """Return the identity of the holder of a session, given the hash of its token. Reads the database."""
        session = self._store.session(token)
        if session is not None:
            account = self.read_account(session.user_id)
            if session.ended_ms is not None or account is None or account.closed_ms is not None:
                return ANONYMOUS
            # Banned accounts may watch, but not take a seat.
            user_id = None if account.banned_ms is not None else account.user_id
            return Identity(token, user_id, account, seen_ms=session.seen_ms)
        # The guest token of a user who signed up is void: the account got a new one.
        return ANONYMOUS if token in self._accounts else Identity(token, token)

    async def record_use(self, identity: Identity, client_address: str) -> None:
        """Save the last use of a session, every few minutes at most; if that fails, a later use is saved."""
        now_ms, account = self._settings.now_ms(), identity.account
        if account is not None and account.created_ms < now_ms - DAY_MS:
            self.tiers.saw(account.user_id, client_address)
        is_due = identity.seen_ms is not None and now_ms - identity.seen_ms >= SEEN_PRECISION_MS
        if is_due and identity.token is not None:
            with suppress(NotSaved):
                await self._writer.append(use_session(identity.token, now_ms, client_address))

    async def sign_up(self, name: str, password: str, identity: Identity, browser: Browser) -> str:
        """Create an account for a guest or a new visitor; return the token of its first session.

        A server without a public address has no limit for its own machine, as for new games.
        """
        if not is_exempt(browser.client_address, is_public=self._settings.address is not None):
            address, rates = browser.client_address, self._rates
            if not self.tiers.take(rates, "up", address, SIGN_UP_RATE, ALL_SIGN_UPS_RATE):
                raise Refusal("too_often")
        if identity.account is not None:
            raise Refusal("signed_in")
        if identity.user_id in self._accounts:
            identity = ANONYMOUS
        name = _checked_name(name)
        if self.is_taken(name) or is_robot_name(name) or is_given(name):
            raise Refusal("name_taken")
        hashed = await self._hash(password, name)
        user_id, now_ms = identity.user_id or user_id_of(make_token()), self._settings.now_ms()
        account = Account(user_id, name, skeleton(name), hashed, now_ms)
        is_kept = await asyncio.to_thread(self._store.is_kept, account.skeleton)
        if is_kept or account.skeleton in self._by_skeleton:  # taken while the password was hashed
            await self.find_named(name)
            raise Refusal("name_taken")
        token, session = self._session(user_id, browser)
        self._by_skeleton[account.skeleton] = user_id
        try:
            known = Device(browser.device_hash, user_id, now_ms)
            is_free = check_name_is_free(user_id, account.skeleton)
            audit = Audit(now_ms, name, "sign up", name)
            await self._writer.append(account, is_free, session, known, audit)
        except Conflict:  # another server took the name first
            self._forget_name(account)
            if await self.find_named(name) is not None:
                raise Refusal("name_taken") from None
            raise
        except BaseException:
            self._forget_name(account)
            raise
        self._accounts[user_id] = account
        self._by_skeleton[account.skeleton] = user_id
        return token

    async def is_right(self, account: Account | None, password: str) -> bool:
        """Return whether a password is right for an account; if None, return False after the same time."""
        return await self._passwords.is_right(account.password if account else None, password)

    async def start_session(
        self, account: Account, identity: Identity, browser: Browser, *more: Write
    ) -> str:
        """Start a session and return its token; the session of the request ends.

        The device becomes known to the account.
        """
        token, session = self._session(account.user_id, browser)
        ended = (
            [end_session(identity.token, session.made_ms)]
            if identity.account is not None and identity.token
            else []
        )
        device = Device(browser.device_hash, account.user_id, session.made_ms)
        forgotten = delete_device(device.token, device.user_id)
        await self._writer.append(session, forgotten, device, *ended, *more)
        return token

    async def confirm(self, identity: Identity, password: str) -> Account:
        """Return the account of a session after checking its password. Raises Refusal if it is wrong.

        Attempts are limited per session, so other clients cannot use them up.
        """
        account = _signed_in(identity)
        self._limit(f"again {identity.token}", CONFIRM_RATE)
        if not await self.is_right(account, password):
            raise Refusal("account:wrong_password")
        return account

    async def sign_out(self, identity: Identity) -> None:
        """End the session of a request."""
        if identity.account is not None and identity.token is not None:
            await self.end_session(identity, identity.token)

    def sessions_of(self, identity: Identity) -> list[SessionRow]:
        """List the open sessions of an account. Reads the database."""
        return [] if identity.account is None else self._store.sessions_of(identity.account.user_id)

    async def end_session(self, identity: Identity, token: str) -> None:
        """End a session of an account and close its sockets."""
        session = self._store.session(token)
        if identity.account is None or session is None or session.user_id != identity.account.user_id:
            raise Refusal("no_session")
        await self._writer.append(end_session(token, self._settings.now_ms()))
        self.session_ended.call(token)

    async def end_other_sessions(self, identity: Identity, browser: Browser) -> None:
        """End all other sessions of the account, and forget all its other devices."""
        account, now_ms = _signed_in(identity), self._settings.now_ms()
        others = [each for each in self.sessions_of(identity) if each.token != identity.token]
        ended = [end_session(each.token, now_ms) for each in others]
        audit = Audit(now_ms, account.name, "sign out others", account.name)
        await self._writer.append(*self._only(account, browser, now_ms), *ended, audit)
        for each in others:
            self.session_ended.call(each.token)

    async def change_password(self, identity: Identity, old: str, new: str, browser: Browser) -> None:
        """Change the password and end all other sessions."""
        account = await self.confirm(identity, old)
        await self._set_password(account, new, identity.token, browser)

    def make_reset(self, name: str) -> tuple[str, PasswordReset]:
        """Return a reset token for an account, and the row that must be saved to make it valid."""
        account = self.named(name)
        if account is None:
            raise Refusal("no_account")
        token = make_token()
        return token, PasswordReset(user_id_of(token), account.user_id, self._settings.now_ms() + RESET_MS)

    def account_to_reset(self, token: str) -> Account | None:
        """Return the account whose password a token can set; None if it is used. Reads the database."""
        found = self._store.reset(user_id_of(token))
        is_valid = found is not None and found.until_ms >= self._settings.now_ms()
        return self._accounts.get(found.user_id) if found is not None and is_valid else None

    async def reset(self, token: str, password: str, browser: Browser) -> Account:
        """Set a new password with a reset token and end all sessions; return the account."""
        width = self.tiers.width(browser.client_address)
        self._limit(f"reset {browser.network}", widened(ATTEMPT_RATE, width))
        account = self.account_to_reset(token)
        if account is None:
            raise Refusal("bad_reset")
        try:
            await self._set_password(account, password, None, browser, use_reset(user_id_of(token)))
        except Conflict:  # the link was used, or died with a change, while the password was hashed
            raise Refusal("bad_reset") from None
        return self._accounts[account.user_id]

    async def close(self, identity: Identity, password: str) -> None:
        """Close an account permanently: a pseudonym replaces its name, which stays taken."""
        account = await self.confirm(identity, password)
        now_ms, pseudonym = self._settings.now_ms(), f"{_PSEUDONYM}{account.user_id[:8]}"
        shape = closed_skeleton(account.skeleton)
        sessions = self._store.sessions_of(account.user_id)
        ended = [end_session(session.token, now_ms) for session in sessions]
        audit = Audit(now_ms, pseudonym, "close", pseudonym)
        user_id = account.user_id
        names = [account.name, *(each.name for each in self._former.of(user_id))]
        await self._writer.append(
            close_account(user_id, pseudonym, shape, now_ms),
            delete_tokens(user_id),
            delete_resets(user_id),
            *(drop(user_id) for drop in self._on_close),
            *self._replace_name(NewName(user_id, pseudonym), _titled(names, pseudonym, pseudonym)),
            close_names(user_id, pseudonym),
            *ended,
            audit,
        )
        closed = replace(account, name=pseudonym, skeleton=shape, password="", mail=None, closed_ms=now_ms)
        closed = replace(closed, face=None, country=None, about=None, written_by=None)
        await asyncio.to_thread(self._former.refresh)
        self._keep(account, closed)
        for session in sessions:
            self.session_ended.call(session.token)
        await self._leave(user_id)

    async def rename(self, identity: Identity, text: str, password: str) -> None:
        """Let a user change the name of their account, once in a while. Raises Refusal."""
        account = await self.confirm(identity, password)
        if account.banned_ms is not None:
            raise Refusal("banned")
        if (from_ms := self.renamable_ms(account.user_id)) > self._settings.now_ms():
            raise Refusal("renamed_lately", day=print_day(from_ms))
        if fault_of(password, (_checked_name(text),)) == "name_in_password":
            raise Refusal("name_in_password")
        await self._rename(account, text, None)

    async def rename_for(self, name: str, text: str, actor: str) -> None:
        """Change the name of an account at once, and tell nobody how it was called. Raises Refusal."""
        account = self.named(name)
        if account is None:
            raise Refusal("no_account")
        await self._rename(account, text, actor)

    async def _rename(self, account: Account, text: str, actor: str | None) -> None:
        name, user_id, now_ms = _checked_name(text), account.user_id, self._settings.now_ms()
        is_of_another = self.is_taken(name, user_id) or is_robot_name(name) or is_given(name)
        if name == account.name or is_of_another:
            raise Refusal("name_taken")
        shape = skeleton(name)
        shown_ms = now_ms + SHOWN_MS if actor is None else None
        former = FormerName(account.skeleton, account.name, user_id, now_ms, shown_ms)
        names = _titled([account.name, *(each.name for each in self._former.of(user_id))], name)
        names.pop(name, None)
        try:
            await self._writer.append(
                set_name(user_id, name, shape),
                *keep_name(former, shape),
                check_name_is_free(user_id, shape),
                *self._replace_name(NewName(user_id, name, names), names),
                Audit(now_ms, actor or account.name, "rename", account.name),
                Audit(now_ms, actor or name, "new name", name),
            )
        except Conflict:  # another server took the name first
            raise Refusal("name_taken") from None
        await asyncio.to_thread(self._former.refresh)
        self._keep(account, replace(self._accounts[user_id], name=name, skeleton=shape))
        await self._leave(user_id)

    def title_of(self, user_id: str | None) -> str | None:
        """Return the name of a robot account as shown at tables; None for all other users."""
        return self.shown_name(user_id) if self.is_robot(user_id) else None

    def has_played(self, account: Account) -> bool:
        """Return whether an account has ever sat at a table. Reads the database."""
        return self._store.has_played(account.user_id)

    async def mark_robot(self, account: Account, actor: str) -> None:
        """Mark an account permanently as a robot. Raises Refusal if it has ever sat at a table."""
        if account.is_robot:
            return
        if await asyncio.to_thread(self._store.has_played, account.user_id):
            raise Refusal("has_played")
        now_ms = self._settings.now_ms()
        await self._writer.append(
            mark_robot(account.user_id, now_ms), Audit(now_ms, actor, "robot", account.name)
        )
        self._keep(account, replace(self._accounts[account.user_id], robot_ms=now_ms))

    async def save_mail(self, account: Account, mail: str | None, *more: Write) -> None:
        """Save a confirmed mail address, or remove it. Links for a new password sent before become void.

        Raises Conflict if another account has this address, or if one of `more` does not match.
        """
        audit = Audit(self._settings.now_ms(), account.name, "mail address", account.name)
        resets = delete_resets(account.user_id)
        await self._writer.append(*more, set_mail(account.user_id, mail), resets, audit)
        self._keep_secured(replace(self._accounts[account.user_id], mail=mail))

    async def change_profile(self, account: Account, profile: ProfileChoices) -> None:
        """Save the face and the profile of an account."""
        self._limit(f"profile {account.user_id}", PROFILE_RATE)
        now_ms = self._settings.now_ms()
        audit = Audit(now_ms, account.name, "profile", account.name)
        await self._writer.append(set_profile(account.user_id, *profile), audit)
        before = self._accounts[account.user_id]
        self._keep(account, replace(before, **profile._asdict()))

    def count_mail(self, client_address: str) -> None:
        """Count a request for an email. Raises Refusal if there were too many from one network."""
        rate = widened(MAIL_RATE, self.tiers.width(client_address))
        self._limit(f"mail {network_of(client_address)}", rate)

    async def reset_by_mail(self, name: str) -> tuple[str, str] | None:
        """Return the mail address of an account and a reset token; None if no mail should be sent.

        The response must not reveal which. An account gets at most three mails an hour.
        """
        account = self.named(name)
        if account is None or account.mail is None or account.banned_ms is not None:
            return None
        if not self._rates.take(f"mail for {account.skeleton}", MAIL_RATE_PER_ACCOUNT):
            return None
        token, row = self.make_reset(name)
        now_ms = self._settings.now_ms()
        await self._writer.append(row, Audit(now_ms, account.name, "reset by mail", account.name))
        saved = await asyncio.to_thread(self._store.account, account.user_id)
        return (account.mail, token) if saved and saved.mail == account.mail else None  # changed meanwhile

    async def ban(self, name: str, is_banned: bool, actor: str) -> None:
        """Ban an account from playing, or lift the ban."""
        account = self.named(name)
        if account is None:
            raise Refusal("no_account")
        now_ms = self._settings.now_ms()
        action = "ban" if is_banned else "allow"
        banned_ms = now_ms if is_banned else None
        audit = Audit(now_ms, actor, action, account.name)
        await self._writer.append(set_banned(account.user_id, banned_ms), audit)
        self._keep(account, replace(account, banned_ms=banned_ms))
        if is_banned:
            for session in self._store.sessions_of(account.user_id):
                self.session_ended.call(session.token)
            await self._leave(account.user_id)

    async def _set_password(
        self, account: Account, password: str, keep: str | None, browser: Browser, *more: Write
    ) -> None:
        hashed = await self._hash(password, account.name, account.mail or "")
        now_ms = self._settings.now_ms()
        ended = [each for each in self._store.sessions_of(account.user_id) if each.token != keep]
        await self._writer.append(
            *more,
            set_password(account.user_id, hashed),
            delete_resets(account.user_id),
            delete_steps(account.user_id),
            *(self._only(account, browser, now_ms) if keep else [delete_devices(account.user_id)]),
            *(end_session(session.token, now_ms) for session in ended),
            Audit(now_ms, account.name, "new password", account.name),
        )
        self._keep_secured(replace(self._accounts[account.user_id], password=hashed))
        for session in ended:
            self.session_ended.call(session.token)

    def _only(self, account: Account, browser: Browser, now_ms: int) -> list[Write]:
        """Return the writes that make this the only known device of an account."""
        return [delete_devices(account.user_id), Device(browser.device_hash, account.user_id, now_ms)]

    async def _hash(self, password: str, *words: str) -> str:
        if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
            raise Refusal("bad_password")
        fault = await asyncio.to_thread(fault_of, password, words)
        if fault is not None:
            raise Refusal(fault)
        return await self._passwords.hash(password)

    def _session(self, user_id: str, browser: Browser) -> tuple[str, SessionRow]:
        token, now_ms = make_token(), self._settings.now_ms()
        row = SessionRow(
            user_id_of(token),
            user_id,
            browser.agent,
            now_ms,
            host=browser.client_address,
            seen_ms=now_ms,
            language=browser.language,
        )
        return token, row

    def _forget_name(self, account: Account) -> None:
        """Free a name that was not saved, unless a refresh has removed it already."""
        if self._by_skeleton.get(account.skeleton) == account.user_id:
            del self._by_skeleton[account.skeleton]

    async def _leave(self, user_id: str) -> None:
        """Let the rest of the server rename an account, or end what a closed or banned one holds."""
        for each in self.left.call(self._accounts[user_id]):
            await each

    def _bearer(self, shape: str) -> str | None:
        """Return the user id of the account that has a name, or once had it."""
        return self._by_skeleton.get(shape) or self._former.holder(shape)

    def _add(self, account: Account | None) -> None:
        """Cache an account that was read, unless it is cached already."""
        if account is not None and account.user_id not in self._accounts:
            self._accounts[account.user_id] = account
            self._by_skeleton[account.skeleton] = account.user_id

    def _keep(self, before: Account, after: Account) -> None:
        self._accounts[after.user_id] = after
        if before.skeleton != after.skeleton:
            self._by_skeleton.pop(before.skeleton, None)  # a refresh may have been faster
            self._by_skeleton[after.skeleton] = after.user_id

    def _keep_secured(self, after: Account) -> None:
        before = self._accounts[after.user_id]
        self._keep(before, after)
        self.secured.call(before, after)

    def _limit(self, key: str, rate: str) -> None:
        if not self._rates.take(key, rate):
            raise Refusal("too_often")


def _titled(names: Sequence[str], name: str, robot: str | None = None) -> dict[str, str]:
    """Return what replaces names, also behind the title of robots."""
    title = robot or f"{ROBOT_TITLE} {name}"
    return {each: name for each in names} | {f"{ROBOT_TITLE} {each}": title for each in names}


def _signed_in(identity: Identity) -> Account:
    if identity.account is None:
        raise Refusal("signed_out")
    return identity.account


def _checked_name(text: str) -> str:
    try:
        return account_name(text)
    except ValueError as error:
        raise Refusal("bad_name", str(error)) from error
