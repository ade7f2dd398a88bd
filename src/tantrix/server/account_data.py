"""The data that all packages store about an account: export, deletion, and whether it has ever played."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from tantrix.record import print_record
from tantrix.server.account_names import replace_mentions, replace_seats
from tantrix.server.account_rows import DELETE_ROWS, export_rows
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.addresses.service import MailAddresses
from tantrix.server.accounts.device_store import delete_devices, delete_failed_sign_ins
from tantrix.server.accounts.factor_store import delete_factor, delete_passkeys, delete_recovery_codes
from tantrix.server.accounts.pages import (
    failed_row,
    passkey_row,
    second_factor_row,
    session_row,
    token_row,
)
from tantrix.server.accounts.passkeys import Passkeys
from tantrix.server.accounts.preferences.service import Preferences
from tantrix.server.accounts.preferences.store import delete_preferences
from tantrix.server.accounts.requests import identity_of, own_account
from tantrix.server.accounts.sign_in import SignIns
from tantrix.server.accounts.store import AccountStore
from tantrix.server.accounts.tokens import Tokens
from tantrix.server.archive.archive import Archive
from tantrix.server.community.chat import Chat
from tantrix.server.community.chat_store import ChatStore
from tantrix.server.community.inbox.service import Inbox
from tantrix.server.community.inbox.store import delete_conversations, delete_orphans
from tantrix.server.community.moderation_store import ModerationStore
from tantrix.server.community.notes.service import GameNotes
from tantrix.server.community.notes.store import delete_notes
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.database.writes import Write
from tantrix.server.friends.service import Friends
from tantrix.server.friends.store import delete_follows
from tantrix.server.games.hub import Hub
from tantrix.server.games.plans.service import GamePlans
from tantrix.server.games.plans.store import delete_plans
from tantrix.server.games.room import record_of
from tantrix.server.games.store import SEATED as TABLE_SEATED
from tantrix.server.games.vacations.service import VacationService
from tantrix.server.games.vacations.store import check_games, delete_vacations
from tantrix.server.gobble.store import SEATED as GOBBLE_SEATED
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of
from tantrix.server.notices.push import PushService
from tantrix.server.notices.push_store import delete_subscriptions
from tantrix.server.notices.service import NoticeService
from tantrix.server.notices.store import delete_deliveries, delete_notice_settings, delete_notices
from tantrix.server.protocol.times import print_time
from tantrix.server.puzzles.progress.pages import export_progress
from tantrix.server.puzzles.progress.store import delete_progress
from tantrix.server.puzzles.runs.service import RunService
from tantrix.server.puzzles.runs.store import delete_runs
from tantrix.server.settings import Settings

N_GAMES = 10_000
GAMES_PER_PAGE = 20  # how many games are read and sent at a time
N_MESSAGES = 100_000
_EVER_MS = 2**62
DELETE_SIGN_IN: tuple[Callable[[str], Write], ...] = (
    delete_factor,
    delete_recovery_codes,
    delete_passkeys,
    delete_devices,
    lambda user_id: delete_failed_sign_ins(user_id, _EVER_MS),
)
DELETE_NOTICES: tuple[Callable[[str], Write], ...] = (
    delete_notices,
    delete_deliveries,
    delete_notice_settings,
    delete_subscriptions,
)

router = APIRouter(include_in_schema=False)


def open_accounts(settings: Settings, database: Database, writer: Writer) -> Accounts:
    """Return the accounts of a database."""
    return Accounts(
        settings,
        account_store(database),
        writer,
        on_close=[
            delete_preferences,
            delete_progress,
            delete_runs,
            delete_notes,
            delete_plans,
            delete_follows,
            delete_orphans,
            delete_conversations,
            check_games,
            delete_vacations,
            *DELETE_NOTICES,
            *DELETE_SIGN_IN,
            *DELETE_ROWS,
        ],
        replace_name=lambda new, names: (replace_seats(new), replace_mentions(names)),
        is_moderator=ModerationStore(database.readers).is_moderator,
    )


def account_store(database: Database) -> AccountStore:
    """Return the store of accounts, which knows the tables of all games that an account can have played."""
    return AccountStore(database.readers, (*TABLE_SEATED, *GOBBLE_SEATED))


@router.get("/account/export")
async def export_account(request: Request) -> Response:
    """Download everything that is stored about an account, as JSON with games as records."""
    account, identity = own_account(request), identity_of(request)
    exported = {
        "name": account.name,
        "profile": {
            "face": account.face,
            "country": account.country,
            "about": account.about,
            "colour_preferences": account.colour_preferences,
            "seen_by": account.seen_by,
            "written_by": account.written_by,
        },
        "created": print_time(account.created_ms),
        "sessions": [
            session_row(session, identity) for session in service(request, Accounts).sessions_of(identity)
        ],
        "second_factor": second_factor_row(request, account),
        "passkeys": [passkey_row(key) for key in service(request, Passkeys).passkeys_of(account)],
        "failed_sign_ins": [failed_row(each) for each in service(request, SignIns).failed(account)],
        "mail": account.mail,
        "unconfirmed_mail": service(request, MailAddresses).unconfirmed(account),
        "is_robot": account.is_robot,
        "tokens": [token_row(token) for token in service(request, Tokens).tokens_of(account)],
        "preferences": await service(request, Preferences).export(account.user_id),
        "puzzles": await export_progress(request, account.user_id),
        "puzzle_runs": await service(request, RunService).export(account.user_id),
        "push": await service(request, PushService).export(account.user_id),
        **await service(request, NoticeService).export(account.user_id, language_of(request)),
        "vacations": await service(request, VacationService).export(account.user_id),
        "conversations": await service(request, Inbox).export(account.user_id),
        "game_plans": await service(request, GamePlans).export(account.user_id),
        "game_notes": await service(request, GameNotes).export(account.user_id),
        **await service(request, Friends).export(account.user_id),
        **await _export_chat(request, account.user_id),
        **await export_rows(service(request, Database).readers, account.user_id),
    }
    headers = {
        "Content-Disposition": 'attachment; filename="tantrix-account.json"',
        "Cache-Control": "no-store",
    }
    records = _records(service(request, Hub), service(request, Archive), account.user_id)
    return StreamingResponse(_printed(exported, records), media_type="application/json", headers=headers)


async def _printed(exported: dict[str, object], records: AsyncIterator[list[str]]) -> AsyncIterator[str]:
    """Yield the export piece by piece, games last: ten thousand of them take thirty megabytes."""
    yield await asyncio.to_thread(lambda: json.dumps(exported, ensure_ascii=False)[:-1] + ', "games": [')
    is_first = True
    async for some in records:
        if some:
            yield ("" if is_first else ", ") + json.dumps(some, ensure_ascii=False)[1:-1]
            is_first = False
    yield "]}"


async def _records(hub: Hub, archive: Archive, user_id: str) -> AsyncIterator[list[str]]:
    """Iterate over the records of a user's newest games, in batches.

    The archive has the records of finished games; the others are replayed one by one, 5 ms each.
    """
    await hub.ready.wait()
    after: tuple[int, str] | None = None
    for _page in range(N_GAMES // GAMES_PER_PAGE):
        listings, after = await hub.page_of_games(user_id, GAMES_PER_PAGE, after)
        game_ids = [each.setup.id for each in listings if not each.setup.is_waiting]
        stored = await archive.records_by_id(game_ids)
        yield [
            stored.get(game_id) or print_record(record_of(await hub.stored_room(game_id)))
            for game_id in game_ids
        ]
        if after is None:
            return


async def _export_chat(request: Request, user_id: str) -> dict[str, object]:
    """Return a user's messages, mutes and reports."""
    chat = service(request, Chat)
    return {
        "chat_messages": await asyncio.to_thread(_chat_messages, service(request, ChatStore), user_id),
        "muted": [row.name for row in await chat.mutes_of(user_id)],
        "reports": await asyncio.to_thread(_reports, service(request, ModerationStore), user_id),
    }


def _chat_messages(store: ChatStore, user_id: str) -> list[dict[str, object]]:
    return [
        {"game": one.game_id, "at_ms": one.at_ms, "text": one.body, "phrase": one.preset}
        for one in store.messages_of(user_id, N_MESSAGES)
    ]


def _reports(store: ModerationStore, user_id: str) -> list[dict[str, object]]:
    exported = ("accused_name", "reason", "note", "message_text", "game_id", "at_ms")
    return [{name: asdict(one)[name] for name in exported} for one in store.reports_by(user_id)]
