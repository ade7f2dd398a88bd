"""What PostgreSQL's NOTIFY costs if each of many games has a channel, instead of one for all of them.

Run `python -m benchmarks.channels.listen` from the repository; it starts a PostgreSQL of its own. One process
tells of changes of games, each in a transaction of its own: on the channel of all, or on those of the game
and its two players. Others listen to the channel of all, or also each to the channels of other games, so that
nothing concerns them. Prints microseconds of processor time for each change: at the sender, on average at a
listener, and at all processes of PostgreSQL together.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from typing import Any

import psycopg

from benchmarks.bus import postgres_s
from benchmarks.reference import reference_ms
from tantrix.server.cluster.bus import COMMON
from tests.server.support.external_servers import postgres_server

Json = dict[str, Any]

PAUSE_S = 0.002
END = "end"


async def connected(address: str) -> psycopg.AsyncConnection[Any]:
    return await psycopg.AsyncConnection.connect(address, autocommit=True)


async def listen(address: str, name: str, n_channels: int) -> float:
    """Listen to the channel of all and some others until the end; return the processor time in seconds."""
    connection = await connected(address)
    for channel in (COMMON, *(f"{name} {number:010}" for number in range(n_channels))):
        await connection.execute(f'LISTEN "{channel}"')
    print("listening", flush=True)
    began = time.process_time()
    async for notify in connection.notifies():
        if notify.payload == END:
            break
    return time.process_time() - began


async def send(address: str, n: int, has_channels: bool) -> float:
    """Tell of changes, and then of the end; return the processor time in seconds."""
    connection = await connected(address)
    began = time.process_time()
    for number in range(n):
        channels = [f"{name} {number:010}" for name in ("game", "one", "two")] if has_channels else [COMMON]
        async with connection.transaction():
            for channel in channels:
                await connection.execute("SELECT pg_notify(%s, %s)", (channel, f"game {number}"))
        await asyncio.sleep(PAUSE_S)
    used_s = time.process_time() - began
    await connection.execute("SELECT pg_notify(%s, %s)", (COMMON, END))
    return used_s


def measure(address: str, n: int, n_listeners: int, n_channels: int) -> Json:
    """Return the costs with some channels for each listener; 0: with one channel for all."""
    program = [sys.executable, "-m", "benchmarks.channels.listen", "--listen", address]
    listeners = [
        subprocess.Popen(
            [*program, "--name", f"listener-{number}", "--channels", str(n_channels)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(n_listeners)
    ]
    for each in listeners:
        assert each.stdout is not None and each.stdout.readline() == "listening\n"
    before_s = postgres_s(address)
    sent_s = asyncio.run(send(address, n, n_channels > 0))
    heard_s = [float(each.communicate()[0]) for each in listeners]
    return {
        "channels": n_channels,
        "listeners": n_listeners,
        "sender_us": round(sent_s * 1e6 / n, 1),
        "listener_us": round(sum(heard_s) * 1e6 / n / n_listeners, 1),
        "postgres_us": round((postgres_s(address) - before_s) * 1e6 / n, 1),
        "reference_ms": round(reference_ms(), 2),
    }


def main() -> int:
    """Print one line for each number of channels."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--changes", type=int, default=4_000)
    parser.add_argument("--listeners", type=int, default=4)
    parser.add_argument("--channels", type=int, action="append", help="of each listener; 0: one for all")
    parser.add_argument("--listen", help=argparse.SUPPRESS)
    parser.add_argument("--name", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.listen:
        print(asyncio.run(listen(options.listen, options.name, options.channels[0])), flush=True)
        return 0
    with postgres_server() as address:
        for n_channels in options.channels or (0, 10, 500, 2_000):
            print(json.dumps(measure(address, options.changes, options.listeners, n_channels)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
