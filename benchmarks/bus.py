"""What a message on the bus costs: its sender, each server that receives it, and Redis or PostgreSQL.

Run `python -m benchmarks.bus` from the repository; it starts a Redis or PostgreSQL of its own (`--bus`). The
sender and each receiver are separate processes, each with the bus as servers use it. Messages are sent one by
one, as placements of a quiet server are, or as many at a time as `--burst` says. Figures are microseconds of
processor time a message; the same pauses without messages are subtracted. No two messages are equal, because
PostgreSQL would deliver only one of several equal ones in a transaction.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count, islice
from os import sysconf
from pathlib import Path
from typing import Any

import psycopg
import redis

from benchmarks.reference import reference_ms
from tantrix.server.cluster.bus import Bus
from tantrix.server.cluster.bus_postgres import postgres_bus
from tantrix.server.cluster.bus_redis import redis_bus
from tests.server.support.external_servers import postgres_server, redis_server

Json = dict[str, Any]

PAUSE_S = 0.005
LONGEST_S = 600


def bus_at(name: str, address: str) -> Bus:
    return (redis_bus if address.startswith("redis") else postgres_bus)(name, address)


async def send(address: str, n_messages: int, burst: int) -> Json:
    """Send messages until a line comes in; return the processor time of each in this process."""
    bus, connected = bus_at("sender", address), asyncio.Event()
    await bus.start(lambda _text: None, connected.set)
    await connected.wait()
    rounds = n_messages // burst
    texts = (f"game f{number:011}" for number in count())
    idle_s = await _paced(rounds, lambda: None)
    began = time.process_time()
    await _paced(rounds, lambda: _publish(bus, islice(texts, burst)))
    await asyncio.to_thread(sys.stdin.readline)  # all have been received
    busy_s = time.process_time() - began
    await bus.close()
    return {"us": (busy_s - idle_s) * 1e6 / n_messages, "reference_ms": reference_ms()}


def _publish(bus: Bus, texts: Iterable[str]) -> None:
    for text in texts:
        bus.publish(text)


async def _paced(rounds: int, act: Callable[[], object]) -> float:
    began = time.process_time()
    for _ in range(rounds):
        act()
        await asyncio.sleep(PAUSE_S)
    return time.process_time() - began


async def receive(address: str, n_messages: int) -> Json:
    """Receive messages; return the processor time of each in this process."""
    bus, connected, done = bus_at(f"receiver{time.time_ns()}", address), asyncio.Event(), asyncio.Event()
    n_received = 0

    def receive_one(_text: str) -> None:
        nonlocal n_received
        n_received += 1
        if n_received == n_messages:
            done.set()

    await bus.start(receive_one, connected.set)
    await connected.wait()
    print("connected", flush=True)
    began = time.process_time()
    await asyncio.wait_for(done.wait(), LONGEST_S)
    took_s = time.process_time() - began
    await bus.close()
    return {"us": took_s * 1e6 / n_messages, "reference_ms": reference_ms()}


def redis_s(address: str) -> float:
    """Return the processor time of a Redis since its start."""
    with redis.Redis.from_url(address) as client:
        used = client.info("cpu")
    return float(used["used_cpu_sys"] + used["used_cpu_user"])


def postgres_s(address: str) -> float:
    """Return the processor time of a PostgreSQL since its start; processes that have ended count, too."""
    with psycopg.connect(address) as connection:
        main = int(_fields(connection.info.backend_pid)[1])
    children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
    used = [*_fields(main)[11:15], *(each for pid in children for each in _fields(int(pid))[11:13])]
    return sum(map(int, used)) / sysconf("SC_CLK_TCK")


def _fields(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


@contextmanager
def server(kind: str) -> Iterator[tuple[str, Callable[[str], float]]]:
    """Run a bus; yield its address, and what reads its processor time."""
    with ExitStack() as stack:
        if kind == "postgres":
            yield stack.enter_context(postgres_server()), postgres_s
        else:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            yield stack.enter_context(redis_server(folder)), redis_s


def measure(kind: str, n_messages: int, burst: int, n_receivers: int) -> Json:
    """Send messages to some receivers; return the cost of a message at each of those that take part."""
    n_messages -= n_messages % burst
    program = [sys.executable, "-m", "benchmarks.bus", "--messages", str(n_messages), "--burst", str(burst)]
    pipe = subprocess.PIPE
    with server(kind) as (address, used_s):
        receivers = [
            subprocess.Popen([*program, "--receive", address], stdout=pipe, text=True)
            for _ in range(n_receivers)
        ]
        for each in receivers:
            assert each.stdout is not None
            while each.stdout.readline() != "connected\n":
                pass
        sender = subprocess.Popen([*program, "--send", address], stdin=pipe, stdout=pipe, text=True)
        before_s = used_s(address)
        received = [_last_line(each) for each in receivers]
        took_s = used_s(address) - before_s
        sent = _last_line(sender)
    return {
        "bus": kind,
        "messages": n_messages,
        "burst": burst,
        "receivers": n_receivers,
        "sender_us": round(sent["us"], 1),
        "receiver_us": round(sum(each["us"] for each in received) / n_receivers, 1),
        "server_us": round(took_s * 1e6 / n_messages, 1),
        "reference_ms": round(sorted([sent["reference_ms"], *(r["reference_ms"] for r in received)])[0], 2),
    }


def _last_line(process: "subprocess.Popen[str]") -> Json:
    last_words = None if process.stdin is None else "\n"
    found: Json = json.loads(process.communicate(last_words, timeout=LONGEST_S)[0].splitlines()[-1])
    return found


def main() -> int:
    """Print one line for each bus, size of bursts and number of receivers."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--bus", choices=("redis", "postgres"), action="append")
    parser.add_argument("--messages", type=int, default=5_000)
    parser.add_argument("--burst", type=int, action="append")
    parser.add_argument("--receivers", type=int, action="append")
    parser.add_argument("--send", help=argparse.SUPPRESS)
    parser.add_argument("--receive", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.send:
        print(json.dumps(asyncio.run(send(options.send, options.messages, options.burst[0]))))
        return 0
    if options.receive:
        print(json.dumps(asyncio.run(receive(options.receive, options.messages))))
        return 0
    for kind in options.bus or ("redis", "postgres"):
        for burst in options.burst or (1, 16):
            for n_receivers in options.receivers or (1, 4):
                print(json.dumps(measure(kind, options.messages, burst, n_receivers)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
