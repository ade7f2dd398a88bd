"""The cost of many open correspondence games of one person.

Run `python -m benchmarks.correspondence` from the repository. For a person with few and with hundreds of open
games it opens a server in this process, without sockets, and measures the processor time of the whole process
for the pages and answers that depend on those games, and for a placement in one after the other of them.
"""

import argparse
import asyncio
import gc
import json
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from benchmarks.asgi import get, processor_ms, request
from benchmarks.crowded_folder import CrowdPerson, Extent, fill
from benchmarks.lists import figures_of
from benchmarks.reference import reference_ms
from tantrix.server.accounts.sessions import COOKIE
from tantrix.server.app import create_app
from tantrix.server.games.hub import Hub
from tantrix.server.notices.service import NoticeService
from tantrix.server.protocol.game import Welcome
from tantrix.server.services import Services
from tantrix.server.settings import Settings

WARM_UP = 3  # the first requests compile templates and fill caches
SETTLE_S = 10  # templates are compiled after the rules
ADDRESSES = {
    "start page": "/",
    "correspondence page": "/games",
    "all for programs": "/api/account/correspondence",
    "the next game": "/api/account/correspondence?limit=20",
}
Work = Callable[[], Awaitable[None]]


class Desk:
    """A person's open games on a server in this process."""

    def __init__(self, app: FastAPI, person: CrowdPerson) -> None:
        services: Services = app.state.services
        self.hub: Hub = services.hub
        self.notices: NoticeService = services.notices
        self._app = app
        self._person = person
        self._headers = [(b"cookie", f"{COOKIE}={person.token}".encode())]

    async def urls(self) -> list[str]:
        """Return the addresses of the games that wait for the person."""
        games = await self.hub.correspondence_of(self._person.user_id)
        return [game.url for game in games if game.is_my_turn]

    def page(self, address: str) -> Work:
        """Return the work of requesting a page."""
        return lambda: get(self._app, address, self._headers)

    async def badge(self) -> None:
        """Count what the bell and the badge show."""
        await self.notices.bell_of(self._person.user_id)

    async def placement(self, url: str) -> Work:
        """Return the work of laying a tile in a game that waits for the person."""
        game_id = url.rpartition("/")[2]
        welcome = await self.hub.welcome(game_id, self._person.user_id)
        assert isinstance(welcome, Welcome)
        position = welcome.position
        message = {"id": "1", "ply": position.ply, "placement": position.placements[0]}
        body = json.dumps(message).encode()
        return lambda: request(self._app, "POST", f"/api{url}/placements", self._headers, body)


async def measured(works: Callable[[int], Awaitable[Work]], n: int) -> dict[str, Any]:
    """Return the figures of the processor time of pieces of work."""
    costs, reference = [], []
    for number in range(n + WARM_UP):
        cost = await processor_ms(await works(number))
        if number >= WARM_UP:
            costs.append(cost)
            reference.append(reference_ms())
    return figures_of(costs, reference)


async def run(folder: Path, person: CrowdPerson, n_requests: int) -> None:
    """Print the figures of a person's pages, badge and placements."""
    app = create_app(Settings(folder))
    async with app.router.lifespan_context(app):
        await app.state.services.hub.ready.wait()
        await asyncio.sleep(SETTLE_S)
        desk = Desk(app, person)
        waiting = await desk.urls()
        print(f"{len(await desk.hub.correspondence_of(person.user_id))} open, {len(waiting)} wait")

        async def repeated(work: Work) -> dict[str, Any]:
            async def same(_number: int) -> Work:
                return work

            return await measured(same, n_requests)

        for name, address in ADDRESSES.items():
            print(f"{name:24}", json.dumps(await repeated(desk.page(address))), flush=True)
        print(f"{'bell and badge':24}", json.dumps(await repeated(desk.badge)), flush=True)

        async def next_placement(number: int) -> Work:
            return await desk.placement(waiting[number])

        n = min(n_requests, len(waiting) - WARM_UP)
        print(f"{'placement':24}", json.dumps(await measured(next_placement, n)), flush=True)


def main() -> None:
    """Print the figures for each number of games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=[20, 300])
    parser.add_argument("--requests", type=int, default=60)
    options = parser.parse_args()
    gc.freeze()  # as the command does
    for n_games in options.games:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            extent = Extent(n_finished=400, n_correspondence=n_games, n_accounts=2, n_journals=0)
            person = fill(folder, extent, time.time_ns() // 1_000_000)[0]
            asyncio.run(run(folder, person, options.requests))


if __name__ == "__main__":
    main()
