"""Nothing that is sent may reveal the next tiles in the bag: the same game with the rest of the bag in
another order sends the same bytes, up to the first draw that differs (R2.2).

The tests play such games on two servers and compare everything sent about them to players, spectators and
programs: socket messages, pages, pictures and files. `test_hidden_text.py` does it without a server.
"""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from tantrix.deal import Deal, commitment, deal
from tantrix.rules import Rules
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.several_clients import SeatedBrowsers, open_seat
from tests.server.support.table import Json, Table, of_type, person, place, receive_until, robot

MAX_DRAWS = 24  # that both games have in common


def test_nothing_that_is_sent_depends_on_tiles_not_yet_drawn(tmp_path: Path) -> None:
    _compare(tmp_path, range(20))


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_nothing_that_is_sent_depends_on_tiles_not_yet_drawn_in_a_thousand_games(tmp_path: Path) -> None:
    _compare(tmp_path, range(1000))


def test_the_bag_really_differs_afterwards(tmp_path: Path) -> None:
    draws = []
    for n in range(2):
        with TestClient(create_app(_settings(tmp_path / str(n), n, range(1)))) as client:
            table = Table.open(client)
            table.play(_n_draws(0) + 20)
            draws.append([laid["draw"] for laid in table.look()["laid"]])

    assert draws[0][: _n_draws(0)] == draws[1][: _n_draws(0)]
    assert draws[0] != draws[1]


def _compare(folder: Path, seeds: range) -> None:
    sent = [_everything_sent(_settings(folder / str(n), n, seeds), seeds) for n in range(2)]
    for seed, *two in zip(seeds, *sent, strict=True):
        assert two[0] == two[1], f"game {seed}"
        assert len(two[0]) >= 10


def _n_draws(seed: int) -> int:
    return random.Random(f"draws {seed}").randint(2, MAX_DRAWS)


def _settings(data_dir: Path, n: int, seeds: range) -> Settings:
    """Deal each game by its seed, and shuffle the rest of the bag with the server's own secret."""
    secrets = {random.Random(f"{seed} {n}").randbytes(32): seed for seed in seeds}
    ids, next_secret = (f"{number:012d}" for number in count()), iter(secrets)

    def dealt(rules: Rules, secret: bytes) -> Deal:
        seed = secrets[secret]
        common = deal(rules, random.Random(seed).randbytes(32))
        rest = list(common.bag[_n_draws(seed) :])
        random.Random(secret).shuffle(rest)
        return replace(common, bag=(*common.bag[: _n_draws(seed)], *rest))

    return Settings(
        migrated_folder(data_dir),
        now_ms=count(1_700_000_000_000, 0).__next__,  # a running clock would make the bytes depend on timing
        make_secret=next_secret.__next__,
        make_id=ids.__next__,
        make_rng=lambda: random.Random(1),
        deal=dealt,
        max_stream_s=0,
    )


def _everything_sent(settings: Settings, seeds: range) -> list[list[str]]:
    """Play part of each game; return everything sent about each, with its commitment removed."""
    with TestClient(create_app(settings)) as client:
        sent = []
        for seed in seeds:
            company = _company(client, seed)
            texts = [*_live(company, seed), *_pages(company)]
            known = company.table.look()["game"]["commitment"]
            sent.append([re.sub(known, "COMMITMENT", text) for text in texts])
            assert re.fullmatch("[0-9a-f]{64}", known) and known != commitment(bytes(32))
    return sent


def _company(client: TestClient, seed: int) -> SeatedBrowsers:
    """Return two people, each in their own browser, or one and a robot, with clocks or without."""
    others = [robot("B")] if seed % 4 == 3 else [open_seat("B")]
    control = "5+3" if seed % 2 else None
    # A robot plays on while others play the next game, so the lists may not show how far it is.
    listing = "private" if seed % 4 == 3 else "open"
    return SeatedBrowsers.gather(client, person("R", "Ann"), *others, control=control, listing=listing)


def _live(company: SeatedBrowsers, seed: int) -> Iterator[str]:
    """Play as many tiles as both games have in common; return the messages that everybody received."""
    with company.at(0) as ann, company.at(len(company.cookies) - 1) as other, company.at(None) as spectator:
        lines = {0: ann, len(company.cookies) - 1: other}
        position, n_draws = company.become(0).look()["position"], _n_draws(seed)
        while position["ply"] < n_draws:
            if (line := lines.get(position["to_play"])) is not None:
                line.send_json(place(position, f"ply-{position['ply']}"))
            placed = receive_until(ann, of_type("placed"))[-1]
            position = placed["position"]
        if len(company.cookies) == 1:
            return  # the robot keeps playing, so the result depends on timing
        for line in (ann, other, spectator):
            yield from map(json.dumps, _said(line))


def _said(line: WebSocketTestSession) -> list[Json]:
    """Return all events that a connection received, then those it receives in reply to a full sync."""
    line.send_json({"type": "sync", "version": 0})
    line.send_json({"type": "ping", "sent_ms": 1})
    heard = receive_until(line, of_type("pong"))
    # The timing of presence messages and round-trip probes varies.
    return [m for m in heard if m["type"] not in ("presence", "probe", "ack", "pong", "thinking")]


def _pages(company: SeatedBrowsers) -> Iterator[str]:
    """Return what players and other users get from every address of a game."""
    ply = company.table.look()["position"]["ply"]
    if len(company.cookies) == 1:
        ply = 2  # the robot may have played further
    for n in (0, None):
        client = company.become(n).client
        for path in _paths(company.table.id, ply, has_robot=len(company.cookies) == 1):
            answer = client.get(path)
            assert answer.status_code in (200, 403, 409), path
            yield f"{path} {answer.status_code} {_steady(answer.content)!r}"
        with client.websocket_connect("/analysis/socket") as advice:
            for message in _QUESTIONS:
                advice.send_json(message | {"game": company.table.id})
                yield json.dumps(advice.receive_json())


_QUESTIONS: tuple[Json, ...] = ({"type": "analyse"}, {"type": "suggest_at", "id": "one", "ply": 1})


def _paths(game_id: str, ply: int, has_robot: bool) -> Iterator[str]:
    yield from (f"/api/games/{game_id}/positions/{past}" for past in range(ply + 1))
    yield f"/games/{game_id}.svg?ply={ply}"
    if not has_robot:
        files = ("", "/record", "/share", ".png?width=64", f".gif?width=64&from={ply}")
        yield from (f"/games/{game_id}{file}" for file in files)
        yield from (f"/embed/{game_id}", f"/api/games/{game_id}", f"/api/games/{game_id}/chat")
        yield from ("/api/lobby", "/lobby", "/games", "/api/account/events")
        yield from (f"/api/games/{game_id}/events", f"/api/games/{game_id}/events?version=1")


def _steady(content: bytes) -> bytes:
    """Return the content without presence, whose timing varies."""
    return b"\n".join(line for line in content.splitlines() if not line.startswith(b'{"type":"presence"'))
