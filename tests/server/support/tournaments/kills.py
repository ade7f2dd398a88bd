"""Arenas, simuls, cups and puzzle races that are played while their server is killed again and again.

Every kill falls between the end of a game and the next draw, or between a draw and the start of its games.
After each kill an oracle reads the database, and after each restart the API.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx2

from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tests.server.support.external_servers import free_port
from tests.server.support.server_process import MANY_CLIENTS, LiveServer, open_socket, start, stop
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople
from tests.server.support.tournaments.oracle import EventOracle, points_shown
from tests.support.gap_solutions import solution_of

NAMES = ("Ann", "Bea", "Cyd", "Dan", "Eve")
DELAYS_S = (0.0, 0.0, 0.005, 0.02, 0.1, 0.5)
WAVE_S = 5.0  # how long an arena waits before it draws a wave


@dataclass(slots=True)
class GroupServer:
    """A server of the group: its folder, its port, its process and its name in the database."""

    data_dir: Path
    port: int
    server: LiveServer | None = None
    name: str = ""


@dataclass(slots=True)
class KilledServers:
    """One server, or two on one database; `kill` kills the one that looks after the tournament.

    `found`: how many kills came before the next draw or result was saved ("between"), and how many after it.
    """

    members: list[GroupServer]
    database: Database
    options: tuple[str, ...]
    rng: Random
    n_left: int
    people: EventPeople = field(init=False)
    found: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        for member in self.members:
            self._start(member)
        self.people = EventPeople.gather(self._client(self.members[0]), *NAMES)

    @property
    def oracle(self) -> EventOracle:
        return EventOracle(self.database)

    def kill(self, delays_s: tuple[float, ...] = DELAYS_S) -> None:
        """Kill the server after a random delay; check what it left, start it again, and check what it shows.

        Of two servers, people stay with the other one until the killed one has started again.
        """
        before = self._progress()
        time.sleep(self.rng.choice(delays_s))
        killed = self._leader()
        assert killed.server is not None
        killed.server.kill()
        stop(killed.server)
        self.n_left -= 1
        self._find_nothing_wrong()
        self.found["after" if self._progress() > before else "between"] += 1
        others = [member for member in self.members if member is not killed]
        if others:
            self.people.client = self._client(others[0])
        self._start(killed)
        self.check()

    def check(self) -> None:
        """Compare the standings that each server shows with the sums of the stored results."""
        for member in self.members:
            client = self._client(member)
            while True:
                before = self.oracle.points(self.people.id)
                shown = points_shown(client.get(f"/api/tournaments/{self.people.id}").json())
                is_settled = self.oracle.n_unsaved_tables() == 0
                if is_settled and before == self.oracle.points(self.people.id):
                    break
                time.sleep(0.1)
            assert shown == before, (shown, before)
        self._find_nothing_wrong()

    def _find_nothing_wrong(self) -> None:
        found = self.oracle.wrong(self.people.id)
        assert found == [], found  # as a script, too

    def address(self) -> str:
        return str(self.people.client.base_url).rstrip("/")

    def close(self) -> None:
        for member in self.members:
            if member.server is not None and member.server.process.poll() is None:
                stop(member.server)
        self.database.close()

    def _progress(self) -> tuple[int, int]:
        return self.oracle.n_rounds(self.people.id), self.oracle.n_results(self.people.id)

    def _leader(self) -> GroupServer:
        if len(self.members) == 1:
            return self.members[0]
        name = self.oracle.leader(self.people.id)
        return next((member for member in self.members if member.name == name), self.members[0])

    def _start(self, member: GroupServer) -> None:
        is_alone = len(self.members) == 1
        known = set() if is_alone else self.oracle.servers()
        member.server = start(member.data_dir, member.port, options=self.options)
        if not is_alone:
            [member.name] = self.oracle.servers() - known

    def _client(self, member: GroupServer) -> httpx2.Client:
        return httpx2.Client(base_url=f"http://127.0.0.1:{member.port}", timeout=600)


@contextmanager
def one_server(data_dir: Path, n_kills: int, rng: Random) -> Iterator[KilledServers]:
    """Run a server with an SQLite database."""
    data_dir.mkdir(parents=True, exist_ok=True)
    first = start(data_dir, port := free_port())  # makes the database
    stop(first)
    with ExitStack() as stack:
        servers = KilledServers(
            [GroupServer(data_dir, port)], Database(data_dir / DATABASE), MANY_CLIENTS, rng, n_kills
        )
        stack.callback(servers.close)
        yield servers


@contextmanager
def two_servers(folder: Path, database: str, bus: str, n_kills: int, rng: Random) -> Iterator[KilledServers]:
    """Run two servers with one PostgreSQL database and one Redis."""
    options = (*MANY_CLIENTS, "--database", database, "--bus", bus)
    first = start(folder / "one", port := free_port(), options=options)  # makes the schema
    stop(first)
    members = [GroupServer(folder / "one", port), GroupServer(folder / "two", free_port())]
    with ExitStack() as stack:
        servers = KilledServers(members, Database(database), options, rng, n_kills)
        stack.callback(servers.close)
        yield servers


def kill_arenas(servers: KilledServers, is_played_out: bool = False) -> None:
    """Play arenas; kill after the games of a wave, before or while the next wave is drawn.

    If `is_played_out`, the last arena is played to its end, and its server killed then, too.
    """
    people = servers.people
    while servers.n_left:
        _begin(servers, "arena", minutes=10, control="15 tournament")
        while servers.n_left:
            view = people.wait(lambda view: bool(people.games_in_play(view)) or view["state"] == "over")
            if view["state"] == "over":
                break
            for game in people.games_in_play(view):
                people.give_up(game)
            servers.kill((0.0, 0.01, servers.rng.uniform(0, WAVE_S), WAVE_S, WAVE_S + 0.1, WAVE_S + 0.5))
    if is_played_out:
        _play_out(servers)
    else:
        people.do(NAMES[0], "cancel", reason="the test is over")


def _play_out(servers: KilledServers) -> None:
    people = servers.people
    while (view := people.look())["state"] != "over":
        for game in people.games_in_play(view):
            people.give_up(game)
        time.sleep(0.2)
    servers.check()
    assert view["places"] == [row["entrant"] for row in view["sections"][0]["standings"]]


def kill_simuls(servers: KilledServers) -> None:
    """Play simuls; kill after the draw, before all games have begun, and after each game."""
    people = servers.people
    n_guests = len(NAMES) - 1
    while servers.n_left:
        _begin(servers, "simul", control="10+5", host_minutes=15)
        servers.kill()
        view = people.wait(lambda view: _n_begun(view) == n_guests)
        for game in people.games_in_play(view):
            people.give_up(game)
            if servers.n_left:
                servers.kill()
        view = people.wait(lambda view: view["state"] == "over")
        [section] = view["sections"]
        assert sum(section["host_tenths"]) == 150 * n_guests
        servers.check()


def kill_cups(servers: KilledServers) -> None:
    """Play cups; kill before and after the tables of a round are set up, and after each of them is over."""
    people = servers.people
    while servers.n_left:
        _begin(servers, "gobble-cup", n_rounds=2)
        for number in (1, 2):
            if servers.n_left:
                servers.kill()
            people.wait(lambda view, number=number: len(_tables(view, number)) == 2)
            urls = [table["url"] for table in _tables(people.look(), number)]
            if servers.n_left:
                servers.kill()
            for url in urls:
                _play_table(servers, url)
                if servers.n_left:
                    servers.kill()
        view = people.wait(lambda view: view["state"] == "over")
        points = [row["points"] for row in view["sections"][0]["standings"]]
        assert sum(points) == 2 * (90 + 60)  # a table of three and one of two
        servers.check()


def kill_races(servers: KilledServers) -> None:
    """Solve puzzles of a race; kill while an answer is on its way, which must count once or not at all."""
    people = servers.people
    while servers.n_left:
        _begin(servers, "puzzle-race", minutes=720)
        people.wait(lambda view: bool(view["sections"]))
        while servers.n_left:
            name = servers.rng.choice(NAMES)
            run = _race_run(people, name)
            body = {"n_asked": run["n_asked"], "placements": [str(one) for one in solution_of(run["gap"])]}
            with ThreadPoolExecutor(1) as pool:
                sent = pool.submit(_answer, servers.address(), people.cookies[name], run["id"], body)
                servers.kill((0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05))
                confirmed = sent.result()
            found = _race_run(people, name)
            n_new = found["n_asked"] - run["n_asked"]
            assert n_new == 1 if confirmed else n_new in (0, 1)
            while not _answer(servers.address(), people.cookies[name], run["id"], body):
                time.sleep(0.5)  # the browser tries again
            found = _race_run(people, name)
            assert (found["n_asked"], found["n_solved"]) == (run["n_asked"] + 1, run["n_solved"] + 1)
            servers.check()
        people.do(NAMES[0], "cancel", reason="the test is over")


KILLING: dict[str, Callable[[KilledServers], None]] = {
    "arena": kill_arenas,
    "simul": kill_simuls,
    "gobble-cup": kill_cups,
    "puzzle-race": kill_races,
}


def _race_run(people: EventPeople, name: str) -> Json:
    """Return the run of somebody in a race; the first call begins it. Asks again while the server is busy."""
    while True:
        answer = people.become(name).post(f"/api/tournaments/{people.id}/race", json={})
        if answer.status_code != 503:
            break
        time.sleep(0.5)
    assert answer.status_code == 200, answer.text
    run: Json = answer.json()
    return run


def _answer(address: str, cookies: Json, run_id: str, body: Json) -> bool:
    """Send an answer; return whether the server confirmed it before it was killed."""
    try:
        with httpx2.Client(base_url=address, cookies=cookies, timeout=600) as client:
            return client.post(f"/api/puzzle-runs/{run_id}/answers", json=body).status_code == 200
    except httpx2.HTTPError:
        return False


def _begin(servers: KilledServers, preset: str, **options: object) -> None:
    people = servers.people
    people.create(NAMES[0], preset=preset, **options)
    for name in NAMES:
        people.do(name, "enter")
    people.do(NAMES[0], "start")


def _n_begun(view: Json) -> int:
    matches = [
        match for section in view["sections"] for paired in section["rounds"] for match in paired["matches"]
    ]
    return sum(bool(game["url"]) for match in matches for game in match["games"])


def _tables(view: Json, number: int) -> list[Json]:
    """List the tables of a round that have been set up."""
    rounds = [paired for section in view["sections"] for paired in section["rounds"]]
    return [
        table for paired in rounds if paired["number"] == number for table in paired["tables"] if table["url"]
    ]


def _play_table(servers: KilledServers, url: str) -> None:
    """Let all players but one leave a table, once its countdown is over."""
    people = servers.people
    seats = people.client.get(f"/api{url}").json()["room"]["seats"]
    for seat in seats[1:]:
        cookies = "; ".join(f"{name}={value}" for name, value in people.cookies[seat["name"]].items())
        address = servers.address().replace("http", "ws", 1) + f"{url}/socket"
        with open_socket(address, cookies) as socket:
            for n in range(10_000):
                socket.send(json.dumps({"type": "leave", "id": f"bye-{n}"}))
                if _is_acknowledged(socket.recv, f"bye-{n}"):
                    break
                time.sleep(0.1)  # the countdown runs


def _is_acknowledged(receive: Callable[[], str | bytes], message_id: str) -> bool:
    """Read until the answer to a message; return whether it was accepted."""
    while True:
        answer = json.loads(receive())
        if answer.get("id") == message_id and answer["type"] in ("ack", "refused"):
            return bool(answer["type"] == "ack")
