"""What is kept of somebody's talk, for the download of one's data."""

import asyncio
from dataclasses import asdict

from fastapi import Request

from tantrix.server.community.chat import Chat
from tantrix.server.community.chat_store import ChatStore
from tantrix.server.community.moderation_store import ModerationStore

N_WORDS = 100_000


async def talk_of(request: Request, user_id: str) -> dict[str, object]:
    """Return the words that somebody said, whom he has muted, and what he has reported."""
    chat: Chat = request.app.state.chat
    return {
        "words": await asyncio.to_thread(_words, request.app.state.chat_store, user_id),
        "muted": [row.name for row in await chat.mutes_of(user_id)],
        "reports": await asyncio.to_thread(_reports, request.app.state.moderation_store, user_id),
    }


def _words(store: ChatStore, user_id: str) -> list[dict[str, object]]:
    return [
        {"game": one.game_id, "at_ms": one.at_ms, "text": one.body, "phrase": one.preset}
        for one in store.words_of(user_id, N_WORDS)
    ]


def _reports(store: ModerationStore, user_id: str) -> list[dict[str, object]]:
    kept = ("accused_name", "reason", "note", "words", "game_id", "at_ms")
    return [{name: asdict(one)[name] for name in kept} for one in store.reports_by(user_id)]
