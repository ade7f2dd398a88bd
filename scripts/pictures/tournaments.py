"""Take the pictures of docs/play/tournaments.md: tournaments of several kinds, and what people do in them."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from io import BytesIO
from itertools import islice
from typing import Any

from PIL import Image
from playwright.sync_api import APIRequestContext, Browser

from scripts.pictures.chromium import DESKTOP, PHONE
from scripts.pictures.scenes import command, open_games
from scripts.pictures.studio import DARK, LIGHT, PICTURES, answer_of, picturing

PASSWORD = "correct horse battery"
PEOPLE = ("Ottilie", "Maria", "Łukasz", "Иван")
CLUB = ("Una", "Viktor", "Wilhelmina", "Xaver", "Yara", "Zofia", "Anselm", "Berta")
WIDTH = 900
QUALITY = 80
SHOTS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "open": ("open", {**DESKTOP, **LIGHT}),
    "bracket": ("championship", {**DESKTOP, **LIGHT}),
    "match-phone": ("league", {**PHONE, **DARK}),
    "control-phone": ("control", {**PHONE, **LIGHT}),
    "arena": ("arena", {**DESKTOP, **DARK}),
    "boards": ("boards", {**DESKTOP, **LIGHT}),
    "race-phone": ("race", {**PHONE, **LIGHT}),
    "team-phone": ("team", {**PHONE, **DARK}),
    "sheet": ("sheet", {**DESKTOP, **LIGHT}),
}
PLACES = {
    "open": "h2#swiss, .standings",
    "championship": "svg.bracket",
    "league": ".my-match",
    "control": "h1",
    "arena": "h1",
    "boards": "h1",
    "race": ".run-tiles svg",
    "team": ".line-up",
    "sheet": "h1",
}
WITHOUT_ACCOUNT = {"arena", "boards"}  # their players would be told of their own games
N_ARENA_GAMES = 6
N_TILES = 14  # on each board of the simul


def main() -> None:
    """Hold tournaments on a real server, and take the pictures."""
    with picturing() as (browser, url):
        people = signed_up(browser, url)
        paths = held(people)
        for name, (what, device) in SHOTS.items():
            context = browser.new_context(base_url=url, reduced_motion="reduce", **device)
            if what not in WITHOUT_ACCOUNT:
                sign_in(context.request, PEOPLE[0])
            page = context.new_page()
            page.goto(paths[what])
            page.locator(PLACES[what]).first.wait_for()
            page.evaluate("document.querySelectorAll('.line-up').forEach(each => { each.open = true })")
            page.locator(PLACES[what]).first.scroll_into_view_if_needed()
            page.evaluate("document.fonts.ready")
            save(page.screenshot(), name)
            context.close()


def signed_up(browser: Browser, url: str) -> dict[str, APIRequestContext]:
    """Create accounts, each in a browser of its own; return their requests by name."""
    people = {}
    for name in PEOPLE:
        request = browser.new_context(base_url=url).request
        form: dict[str, str | float | bool] = {"name": name, "password": PASSWORD, "next": "/help"}
        assert request.post("/sign-up", form=form).ok, name
        people[name] = request
    return people


def sign_in(request: APIRequestContext, name: str) -> None:
    """Sign in with a password."""
    form: dict[str, str | float | bool] = {"name": name, "password": PASSWORD, "next": "/help"}
    assert request.post("/sign-in", form=form).ok, name


def held(people: Mapping[str, APIRequestContext]) -> dict[str, str]:
    """Hold an Open and a championship by hand, and a league with an appointment; return their addresses."""
    organiser = people[PEOPLE[0]]
    groups = {"form": "groups", "n_games": 1}
    knockout = {"form": "knock-out", "n_games": 2, "has_third_place": True, "plate": "others"}
    paths = {
        "open": by_hand(organiser, "Friday Fifteen", CLUB, 14, preset="open", n_rounds=5),
        "championship": by_hand(
            organiser, "Winter Championship", CLUB, 1000, preset="championship", stages=[groups, knockout]
        ),
        "league": league(people),
    }
    _, second, third, fourth = PEOPLE
    players = {name: people[name] for name in (second, third, fourth)}
    sheet = by_hand(people[third], "Club evening", CLUB[:7], 4, preset="club-evening")
    return {
        **paths,
        "arena": arena(players, second),
        "boards": simul(players, second) + "/boards",
        "race": entered(people, third, "puzzle-race", "Race of ten minutes") + "/race",
        "team": team(people, fourth),
        "control": f"{paths['open']}/control",
        "sheet": f"{sheet}/sheet",
    }


def entered(
    people: Mapping[str, APIRequestContext], organiser: str, preset: str, name: str, **options: Any
) -> str:
    """Begin a tournament in which everybody takes part; return its address."""
    body = {"preset": preset, "name": name, "is_listed": False, **options}
    path = f"/tournaments/{answer_of(people[organiser], '/api/tournaments', body)['id']}"
    for person, their in people.items():
        if (preset, person) != ("simul", organiser):  # the host is in it
            command(their, path, type="enter")
    command(people[organiser], path, type="start")
    next_sections(people[organiser], path)
    return path


def arena(people: Mapping[str, APIRequestContext], organiser: str) -> str:
    """Hold an arena until some games are over; return its address."""
    path = entered(people, organiser, "arena", "Arena after supper")
    over: set[str] = set()
    for _, game in open_games(people[organiser], path):
        if game["url"] and game["url"] not in over:
            loser = people[organiser].get(f"/api{game['url']}").json()["game"]["seats"][0]
            resign = {"type": "resign", "id": "bye", "seat": loser["seat"]}
            answer_of(people[loser["name"]], f"/api{game['url']}/commands", resign)
            over.add(game["url"])
        if len(over) == N_ARENA_GAMES:
            break
    return path


def simul(people: Mapping[str, APIRequestContext], host: str) -> str:
    """Hold a simul until some tiles lie on each board; return its address."""
    path = entered(people, host, "simul", "Simul on Sunday")
    left = set(people) - {host}
    for _, game in open_games(people[host], path):
        if game["url"]:
            left -= lay_tiles(people, game["url"])
        if not left:
            break
    return path


def lay_tiles(people: Mapping[str, APIRequestContext], url: str) -> set[str]:
    """Lay the first tiles of a game; return its players."""
    while True:
        game = people[PEOPLE[1]].get(f"/api{url}").json()
        position, seats = game["position"], game["game"]["seats"]
        if position["ply"] >= N_TILES:
            return {seat["name"] for seat in seats}
        ply, placements = position["ply"], position["placements"]
        body = {"id": f"p{ply}", "ply": ply, "placement": placements[ply * 17 % len(placements)]}
        answer_of(people[seats[position["to_play"]]["name"]], f"/api{url}/placements", body)


def team(people: Mapping[str, APIRequestContext], organiser: str) -> str:
    """Open a tournament of teams, and enter one with a reserve; return its address."""
    captain, *others = PEOPLE
    body = {"preset": "teams", "name": "Team Trophy", "is_listed": False, "n_boards": 3}
    path = f"/tournaments/{answer_of(people[organiser], '/api/tournaments', body)['id']}"
    command(people[captain], path, type="enter", name="Night Owls", members=others)
    return path


def by_hand(
    organiser: APIRequestContext, name: str, entrants: Sequence[str], max_games: int, **options: Any
) -> str:
    """Hold a tournament at real tables until `max_games` games have a result; return its address."""
    body = {"name": name, "is_listed": False, "is_by_hand": True, **options}
    path = f"/tournaments/{answer_of(organiser, '/api/tournaments', body)['id']}"
    for entrant in entrants:
        command(organiser, path, type="enter", name=entrant)
    command(organiser, path, type="start")
    number = 0
    while number < max_games and organiser.get(f"/api{path}").json()["state"] != "over":
        for match, game in islice(open_games(organiser, path), max_games - number):
            scores = {"first": 12 + number * 7 % 17, "second": 14 + number * 3 % 11}
            board = {"match": match, "number": game["number"], "board": game["board"]}
            command(organiser, path, type="scores", **board, **scores)
            number += 1
    return path


def league(people: Mapping[str, APIRequestContext]) -> str:
    """Begin a round robin by a deadline, in which somebody proposes times; return the match's address."""
    organiser = people[PEOPLE[0]]
    body = {"preset": "all-play-all", "name": "League of four", "is_listed": False, "days": 14, "n_games": 2}
    path = f"/tournaments/{answer_of(organiser, '/api/tournaments', body)['id']}"
    for their in people.values():
        command(their, path, type="enter")
    command(organiser, path, type="start")
    section = next_sections(organiser, path)[0]
    names = {each["id"]: each["name"] for each in organiser.get(f"/api{path}").json()["entrants"]}
    matches = [match for paired in section["rounds"] for match in paired["matches"]]
    mine = next(match for match in matches if PEOPLE[0] in (names[match["first"]], names[match["second"]]))
    other = names[mine["second"] if names[mine["first"]] == PEOPLE[0] else mine["first"]]
    deadline = mine["times"]["deadline_at"]
    for hour in ("T18:00:00Z", "T20:30:00Z"):
        command(people[other], path, type="propose", match=mine["id"], at=day_before(deadline) + hour)
    return f"{path}/matches/{mine['id']}"


def next_sections(requests: APIRequestContext, path: str) -> list[dict[str, Any]]:
    """Return the sections of a tournament once its first round is drawn."""
    while not (found := requests.get(f"/api{path}").json()["sections"]):
        pass
    sections: list[dict[str, Any]] = found
    return sections


def day_before(moment: str) -> str:
    """Return the date of the day before a time, both as text."""
    return f"{datetime.fromisoformat(moment) - timedelta(days=1):%Y-%m-%d}"


def save(picture: bytes, name: str) -> None:
    """Save a screenshot as WebP."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    if image.width > WIDTH:
        image = image.resize((WIDTH, image.height * WIDTH // image.width))
    image.save(PICTURES / f"tournament-{name}.webp", quality=QUALITY)


if __name__ == "__main__":
    main()
