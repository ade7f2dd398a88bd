"""The settings of a server: its data folder, and its sources of time, chance and deals."""

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher

from tantrix.deal import Deal, deal
from tantrix.robots import Robot, find
from tantrix.rules import Rules
from tantrix.server.database.database import Database
from tantrix.server.database.replica import INTERVAL_S

_ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # without l, o, 0 and 1: an id may be read aloud
ID_LENGTH = 12
# OWASP's minimum for argon2id; a tenth of a second.
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


# The wall clock at the start; with the monotonic clock, which nobody can set, it makes the clock of games.
_BEGAN_NS = time.time_ns() - time.monotonic_ns()


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


def _steady_ms() -> int:
    return (_BEGAN_NS + time.monotonic_ns()) // 1_000_000


def _make_secret() -> bytes:
    return secrets.token_bytes(32)


def random_id() -> str:
    """Return a game id that cannot be guessed."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(ID_LENGTH))


def _make_rng() -> random.Random:
    return random.Random(secrets.randbits(64))


def ignore(_line: str) -> None:
    """Report nothing."""


@dataclass(frozen=True, slots=True)
class ComputingLimits:
    """How long computations may take, in seconds. Tests lift the limits, so that speed decides nothing.

    `search_s`: the processor time of a hint or a list of solutions; `suggestion_s`: the time of a suggestion.
    `client_s`: the processor time that a client may use in a minute, and `client_analysis_s` for analyses in
    ten minutes. A call that takes longer than `call_s` is given up, and its process is killed: the first call
    on a machine has to compile. `analysis_call_s` and `ahead_call_s`: the same for analyses and for work done
    in advance. `pause_s`: how long a robot that need not think waits at a table where a player looks on.
    """

    search_s: float = 2.0
    suggestion_s: float = 20.0
    client_s: float = 10.0
    client_analysis_s: float = 240.0
    call_s: float = 60.0
    analysis_call_s: float = 300.0
    ahead_call_s: float = 900.0
    pause_s: float = 1.0


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server, including its sources of time and chance, which a test may replace.

    `report` is called with lines about the progress of the start. `database` is the address of a PostgreSQL
    database that several servers share, None for a file in the folder; `bus` is the address of their Redis.
    `worker`: which of the processes behind one port this is, from 1 on.

    `address`: the public address of the server, for links in mails; `lan_url`: its address for other machines
    in the local network; `hosts`: the only accepted host names,
    all if empty. `known_networks`: addresses and networks of many people, like a school's, which have wider
    limits. `mail_command`: a program that sends the mail on its standard input; `smtp`: alternatively
    the address of a mail server, with `mail_from` as the sender of all mail. Without one of these, or without
    `address`, no mail is sent. `keep_alive_s`: how often a stream of lines sends a heartbeat;
    `max_stream_s`: after how long a stream ends. `replica`: a folder for copies of the file, made every
    `replica_s` seconds. `has_own_process`: the process ends with the server, which compiles everything ahead,
    and objects that exist once it is ready are never collected. `has_own_series`: the server
    creates its own regular events. `has_exhibition`: robots play for spectators. `visitor_page_ms`: for how
    long a page is sent to all visitors without a cookie as it was made for the first; 0 for never.
    `vacation_days`: for how
    many days in a year the clocks of a player's correspondence games may stand still.`rename_days`: how long
    a user has to keep a name before they may change it again. `computing`: how long computations may take.
    `hasher`: hashes passwords. `may_push_to`: whether push messages may go to a network address, all public
    ones by default. `now_ms`: the calendar, which follows the system's clock; `play_clock`: the clock of
    games (`play_ms`), by default the same if `now_ms` is replaced. `wait`: waits for a number of seconds; the
    robots and clocks of Gobble and the maker of the puzzles of the day use it.
    """

    data_dir: Path
    database: str | None = None
    bus: str | None = None
    worker: int = 1
    address: str | None = None
    lan_url: str | None = None
    mail_command: str | None = None
    smtp: str | None = None
    mail_from: str | None = None
    hosts: tuple[str, ...] = ()
    known_networks: tuple[str, ...] = ()
    replica: Path | None = None
    replica_s: float = INTERVAL_S
    keep_alive_s: float = 10.0
    max_stream_s: float = 3600.0
    has_own_process: bool = False
    has_own_series: bool = False
    has_exhibition: bool = False
    visitor_page_ms: int = 0
    vacation_days: int = 30
    rename_days: int = 90
    computing: ComputingLimits = ComputingLimits()
    now_ms: Callable[[], int] = field(default=_wall_ms)
    play_clock: Callable[[], int] | None = None
    hasher: PasswordHasher = HASHER
    may_push_to: Callable[[Any], bool] | None = None
    wait: Callable[[float], Awaitable[Any]] = field(default=asyncio.sleep)
    make_secret: Callable[[], bytes] = field(default=_make_secret)
    make_id: Callable[[], str] = field(default=random_id)
    make_rng: Callable[[], random.Random] = field(default=_make_rng)
    find_robot: Callable[[str], Robot] = field(default=find)
    deal: Callable[[Rules, bytes], Deal] = field(default=deal)
    report: Callable[[str], None] = field(default=ignore)
    connect_writer: Callable[[Database], sa.Connection] = field(default=Database.connect_writer)

    def play_ms(self) -> int:
        """Return the time of the clock of games, which no correction of the system's clock moves.

        It measures whatever players have a limited time for, and nothing that has a date.
        """
        if self.play_clock is not None:
            return self.play_clock()
        return _steady_ms() if self.now_ms is _wall_ms else self.now_ms()

    @property
    def ahead_ms(self) -> int:
        """Return how far the calendar is ahead of the clock of games, since the start of the server."""
        return self.now_ms() - self.play_ms()
