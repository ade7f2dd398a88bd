"""What contact sheets need beyond a seeded site: tournaments under way, notices, rooms, a session."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Page

from scripts.pictures.studio import answer_of
from scripts.seed import PASSWORD, PEOPLE

Json = dict[str, Any]
Requests = Mapping[str, APIRequestContext]
ME = PEOPLE[0]
GAME = {
    "seats": [
        {"colour": "R", "kind": "person", "name": "Nora"},
        {"colour": "B", "kind": "robot", "robot": "club"},
    ],
    "control": "5+3",
}
CLUB = ("Una", "Viktor", "Wilhelmina", "Xaver", "Yara", "Zofia")
TIME_OUT_MS = 60_000


def set_up_scenes(browser: Browser, url: str) -> tuple[dict[str, str], list[Any]]:
    """Start tournaments and games on a seeded server; return addresses by screen, and the cookies of `ME`."""
    with signed_in(browser, url) as (requests, context):
        mine = requests[ME]
        finished = mine.get("/api/archive", params={"player": ME}).json()["games"][0]["url"]
        series = mine.get("/api/series").json()["series"]
        addresses = {
            "end": finished,
            "share": f"{finished}/share",
            "review": f"/analysis?game={finished.rsplit('/', 1)[1]}&ply=30",
            "open": running(requests, "open", "Friday Fifteen", n_rounds=3),
            "championship": running(requests, "championship", "Winter Championship"),
            "arena": running(requests, "arena", "Hourly Arena"),
            "simul": running(requests, "simul", f"{ME} against everybody"),
            "cup": running(requests, "gobble-cup", "Gobble Cup"),
            "club": club_evening(requests[PEOPLE[1]]),
            "teams": team_match(requests),
            "gobble-room": answer_of(mine, "/api/gobble", {"name": ME, "settings": {"share": 12}})["url"],
        }
        held = mine.get(f"/api{addresses['club']}").json()["sections"][0]["rounds"][0]
        addresses["match"] = f"{addresses['club']}/matches/{held['matches'][0]['id']}"
        addresses["control"] = f"{addresses['open']}/control"
        addresses["log"] = f"{addresses['open']}/log"
        addresses["print"] = f"{addresses['club']}/sheet"
        addresses["series"] = f"/series/{series[0]['id']}" if series else "/tournaments"
        invite(requests)
        return addresses, list(context.cookies())


@contextmanager
def signed_in(browser: Browser, url: str) -> Iterator[tuple[Requests, BrowserContext]]:
    """Sign everybody in, each in a browser of their own; yield their requests and the context of `ME`."""
    contexts = {name: browser.new_context(base_url=url) for name in PEOPLE}
    for name, context in contexts.items():
        form: dict[str, str | float | bool] = {"name": name, "password": PASSWORD, "next": "/help"}
        assert context.request.post("/sign-in", form=form).ok, name
    yield {name: context.request for name, context in contexts.items()}, contexts[ME]
    for context in contexts.values():
        context.close()


def running(requests: Requests, preset: str, name: str, **options: Any) -> str:
    """Create a tournament that everybody enters, and start it; return its address."""
    body = {"preset": preset, "name": name, "is_listed": False, **options}
    answer = answer_of(requests[ME], "/api/tournaments", body)
    path = f"/tournaments/{answer['id']}"
    host = ME if preset == "simul" else ""  # enters by creating it
    for person, their in requests.items():
        if person != host:
            command(their, path, type="enter")
    command(requests[ME], path, type="start")
    return path


def club_evening(organiser: APIRequestContext) -> str:
    """Hold a club evening to its end, with results by hand; return its address."""
    body = {"preset": "club-evening", "name": "Club evening", "is_listed": False}
    answer = answer_of(organiser, "/api/tournaments", body)
    path = f"/tournaments/{answer['id']}"
    for name in CLUB:
        command(organiser, path, type="enter", name=name)
    command(organiser, path, type="start")
    for number, (match, game) in enumerate(open_games(organiser, path)):
        scores = {"first": 12 + number * 5 % 17, "second": 14 + number * 3 % 11}
        command(
            organiser, path, type="scores", match=match, number=game["number"], board=game["board"], **scores
        )
    return path


def team_match(requests: Requests) -> str:
    """Start a match of two teams at two boards; return the address of its tournament."""
    body = {"preset": "teams", "name": "Team match", "is_listed": False, "form": "knock-out", "n_boards": 2}
    answer = answer_of(requests[PEOPLE[1]], "/api/tournaments", {**body, "n_games": 1, "days": 0})
    path = f"/tournaments/{answer['id']}"
    for name, (captain, member) in {"Owls": PEOPLE[:2], "Cats": PEOPLE[2:4]}.items():
        command(requests[captain], path, type="enter", name=name, members=[member])
    command(requests[PEOPLE[1]], path, type="start")
    return path


def open_games(requests: APIRequestContext, path: str) -> Iterator[tuple[str, Json]]:
    """Yield the match and the game of all that is to be played, round by round, to its end."""
    while (view := requests.get(f"/api{path}").json())["state"] != "over":
        rounds = [paired for section in view["sections"] for paired in section["rounds"]]
        matches = [match for paired in rounds for match in paired["matches"]]
        yield from (
            (match["id"], game) for match in matches for game in match["games"] if not game["is_over"]
        )


def command(requests: APIRequestContext, path: str, **fields: Any) -> None:
    """Send a command to a tournament."""
    answer_of(requests, f"/api{path}/commands", fields)


def invite(requests: Requests) -> None:
    """Invite `ME` to a game, which makes a notice."""
    seats = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
    body = {"game": {"seats": seats, "control": "3 days"}, "to": ME}
    answer_of(requests[PEOPLE[1]], "/api/challenges", body)


def open_game(page: Page) -> None:
    """Go to a new game against a robot."""
    page.goto(answer_of(page.request, "/api/games", GAME)["url"])


def open_gobble(page: Page) -> None:
    """Play Gobble against a robot, up to the first tile that is turned."""
    settings = {"share": 12, "limit_s": 0}
    page.goto(answer_of(page.request, "/api/gobble", {"name": "Nora", "settings": settings})["url"])
    page.locator(".start-row button.primary").click()
    page.locator(".stock.ready").click(timeout=TIME_OUT_MS)


PREPARED: Mapping[str, Callable[[Page], None]] = {"game": open_game, "gobble-play": open_gobble}
