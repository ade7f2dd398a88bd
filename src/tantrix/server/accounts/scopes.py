"""The scopes of personal tokens, and which scope each operation and socket needs.

An operation that is not listed here cannot be used with a token, so new operations are closed to tokens by
default. A test finds documented operations that are not listed.
"""

import re
from enum import StrEnum

from tantrix.server.wording.catalogues import gettext_noop


class TokenScope(StrEnum):
    """A set of operations that a token permits. `read` only reads; the other scopes change something."""

    READ = "read"
    PLAY = "play"
    CHALLENGE = "challenge"
    CHAT = "chat"
    RECORDS = "records"
    TOURNAMENT = "tournament"


SENTENCES = {
    TokenScope.READ: gettext_noop(
        "See what this account can see: games, streams, chat, ratings, the archive."
    ),
    TokenScope.PLAY: gettext_noop(
        "Play: place tiles, resign, make and answer offers, at tables and over sockets."
    ),
    TokenScope.CHALLENGE: gettext_noop("Open games, take seats, challenge and invite."),
    TokenScope.CHAT: gettext_noop("Chat at tables, follow, mute and report players."),
    TokenScope.RECORDS: gettext_noop("Import game records into the archive."),
    TokenScope.TOURNAMENT: gettext_noop("Enter tournaments, arrange matches, and run your own."),
}

# The first pattern that matches the whole path of a route is used. GET always needs `read`.
_CHANGES = (
    (r"/api/archive/import", TokenScope.RECORDS),
    (r"/api/tournaments(/\{tournament_id\}/(commands|race|invitations))?", TokenScope.TOURNAMENT),
    (r"/api/series/\{series_id\}/stop", TokenScope.TOURNAMENT),
    (r"/api/tournaments/\{tournament_id\}/chat(/.*)?|/api/lobby/chat(/.*)?", TokenScope.CHAT),
    (
        r"/api/games/\{game_id\}/chat(/.*)?|/api/players/\{name\}/(follow|mute|reports)|/api/mutes/.*",
        TokenScope.CHAT,
    ),
    (r"/api/games|/api/games/\{game_id\}(/seats)?|/api/gobble", TokenScope.CHALLENGE),
    (r"/api/(challenges(/.*)?|pairing)", TokenScope.CHALLENGE),
    (r"/api/gobble/\{rush_id\}/(seats|stand|robots|settings|host|start|rematch)", TokenScope.CHALLENGE),
    (r"/api/games/\{game_id\}/(placements|commands|plan)|/api/account/robot", TokenScope.PLAY),
    (r"/api/games/\{game_id\}/plan/position", TokenScope.READ),  # saves nothing
    (
        r"/api/account/(notices/read|notice-settings|preferences|vacation)|/api/games/\{game_id\}/note",
        TokenScope.PLAY,
    ),
    (r"/api/solitaire/(daily|open)|/api/account/puzzles|/api/puzzle-runs(/.*)?", TokenScope.PLAY),
    (r"/api/analysis/.*|/api/puzzles/\{puzzle_name\}/(check|hint)", TokenScope.READ),  # saves nothing
)
_SOCKETS = {
    "/games/{game_id}/socket": TokenScope.PLAY,
    "/gobble/{rush_id}/socket": TokenScope.PLAY,
    "/lobby/socket": TokenScope.CHALLENGE,
}
_FILES = re.compile(
    r"/games/\{game_id\}(/record|[./].*(svg|png|gif))|/archive/records"
    r"|/gobble/\{rush_id\}/(record|highlight\.gif|picture\.svg)"
)


def scope_of(method: str, path: str) -> TokenScope | None:
    """Return the scope that an operation needs, by its route; None if tokens cannot use it."""
    if method in ("GET", "HEAD"):
        is_open = path.startswith("/api/") or path in ("/healthz", "/readyz") or _FILES.fullmatch(path)
        return TokenScope.READ if is_open else None
    return next((scope for pattern, scope in _CHANGES if re.fullmatch(pattern, path)), None)


def socket_scope(path: str) -> TokenScope | None:
    """Return the scope that a socket needs, by its route; None if tokens cannot use it."""
    return _SOCKETS.get(path)
