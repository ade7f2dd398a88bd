"""Take every screen that has a mock-up, in the state and the window of its mock-up.

    python -m scripts.pictures.mock_ups FOLDER [NAME ...]

Writes `FOLDER/NAME.png` for each name, which is that of the mock-up; `beside.py` lays the two side by side.
A seeded server of its own runs meanwhile; boards and names are not those of the mock-ups.
"""

import argparse
import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError

from scripts.pictures.gobble import lay_one
from scripts.pictures.scenes import ME, Requests, running, signed_in
from scripts.pictures.studio import answer_of, picturing
from scripts.pictures.tournaments import next_sections
from scripts.seed import PEOPLE, seed
from tantrix.game import Game
from tantrix.hexes import rotate
from tantrix.placement import Placement
from tantrix.record import parse_record
from tantrix.robots import find
from tantrix.solver.goal import parse_goal
from tantrix.solver.pipeline import solve
from tests.browser.support.person import ME_AND_ROBOT, Fingers, Person, choose, middle, person
from tests.browser.support.puzzler import Puzzler, joined, link
from tests.browser.support.touch import below
from tests.support.gap_solutions import solution_of

WINDOWS: Mapping[str, Mapping[str, Any]] = {
    "": {"viewport": {"width": 1440, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
    "landscape": {"viewport": {"width": 844, "height": 390}, "is_mobile": True, "has_touch": True},
    "share": {"viewport": {"width": 1200, "height": 630}},
}
ON_PHONES = {"15-storm": "phone"}  # by name, where it does not say so
WHOLE = re.compile("01|03-end-phone|05-puzzles|06-lobby$|07|09|16")  # taller than their windows
OTHER = PEOPLE[1]
FORM = "15 tournament"
WAIT_MS = 60_000
IDLE_MS = 3_000
SETTLE_MS = 900
N_SOLVED = 6
Stop = Callable[[Game], bool]


@dataclass(frozen=True, slots=True)
class Sitting:
    """The picture to be taken: its name, and the server and the people that it is taken of."""

    name: str
    browser: Browser
    url: str
    people: Requests

    def open(self, path: str = "", who: str = ME) -> Page:
        """Open a page of somebody, or of a guest if `who` is empty, in the window of the mock-up."""
        ending = self.name.rpartition("-")[2]
        page = self.browser.new_context(
            base_url=self.url,
            color_scheme="dark" if ending == "dark" else "light",
            locale="ru-RU" if "-ru" in self.name else "en-GB",
            reduced_motion="reduce",
            storage_state=self.people[who].storage_state() if who else None,
            **WINDOWS.get(ON_PHONES.get(self.name, ending), WINDOWS[""]),
        ).new_page()
        page.set_default_timeout(WAIT_MS)
        if path:
            page.goto(path)
        return page

    def play(self, stop: Stop, names: Sequence[str] = (ME, OTHER), seed: int = 1, **options: Any) -> str:
        """Let people play the choices of a robot until `stop`; return the path of the game."""
        seats = [{"colour": "RBYG"[n], "kind": "open" if n else "person"} for n in range(len(names))]
        created = answer_of(self.people[names[0]], "/api/games", {"seats": seats, **options})
        for seat, name in enumerate(names[1:], 1):
            answer_of(self.people[name], f"/api/games/{created['id']}/seats", {"seat": seat})
        robot, rng = find("greedy"), Random(seed)
        while not (game := self.game(created["id"])).is_over and not stop(game):
            place = {"id": f"p{game.ply}", "ply": game.ply, "placement": str(robot.choose(game, rng))}
            path = f"/api/games/{created['id']}/placements"
            answer_of(self.people[names[game.to_play]], path, place)
        return str(created["url"])

    def game(self, id: str) -> Game:
        """Return a game as its record has it."""
        return parse_record(self.people[ME].get(f"/games/{id}/record").text()).game()

    def ended(self, is_wanted: Callable[[Game], bool]) -> str:
        """Play games until one has the wanted outcome; return its path."""
        for number in count():
            path = self.play(lambda _: False, seed=number, rated=number > 0, control=FORM)
            if is_wanted(self.game(path.rpartition("/")[2])):
                return path
        raise AssertionError


def in_play(sitting: Sitting) -> Page:
    """A game of two in the middle, my turn, with a space that I have to fill."""
    path = sitting.play(lambda game: game.ply > 25 and forces_me(game), control=FORM, rated=True)
    return seated(sitting, path)


def four(sitting: Sitting) -> Page:
    """A game of four, my turn."""
    path = sitting.play(lambda game: game.ply > 26 and game.to_play == 0, PEOPLE, control=FORM)
    return seated(sitting, path, PEOPLE)


def seated(sitting: Sitting, path: str, names: Sequence[str] = (ME, OTHER)) -> Page:
    """Open the game of people who are all at the table; return the page of the first."""
    pages = [sitting.open(path, who=name) for name in names]
    for page in pages:
        page.locator(".rack .slot").first.wait_for()
    return pages[0]


def forces_me(game: Game) -> bool:
    """Return whether the first seat is to play and has to fill a space."""
    return game.to_play == 0 and {each.cell for each in game.placements()} <= set(game.forced_spaces())


def won(sitting: Sitting) -> Page:
    """The end of a game that I won, with its accuracy."""
    return judged(sitting.open(sitting.ended(lambda game: winners(game) == (0,))))


def lost(sitting: Sitting) -> Page:
    """The end of a game that I lost."""
    return judged(sitting.open(sitting.ended(lambda game: winners(game) == (1,))))


def drawn(sitting: Sitting) -> Page:
    """The end of a draw."""
    return judged(sitting.open(sitting.ended(lambda game: len(winners(game)) != 1)))


def winners(game: Game) -> tuple[int, ...]:
    """Return the seats that won a game."""
    return game.outcome.winners if game.outcome else ()


def judged(page: Page) -> Page:
    """Wait for the analysis at the end of a game."""
    page.locator(".outcome").wait_for()
    page.locator(".accuracies b").get_by_text("%").first.wait_for()
    return page


def game_picture(sitting: Sitting) -> Page:
    """The picture of a game that is shared."""
    page = won(sitting)
    page.goto(f"{page.url}/preview.png")
    return page


def analysed(sitting: Sitting) -> Page:
    """The review of a game."""
    page = won(sitting)
    page.get_by_role("button", name="Review").or_(page.get_by_role("link", name="Review")).first.click()
    page.locator(".summary-cards .summary-card").first.wait_for()
    return page


def puzzles(sitting: Sitting) -> Page:
    """The home of the puzzles before today's is solved."""
    page = sitting.open("/puzzles", who="")
    while not page.locator(".todays-tiles").count():
        page.wait_for_timeout(SETTLE_MS)
        page.reload()
    return page


def solved(sitting: Sitting) -> Page:
    """The puzzle of today, solved by a new player."""
    page = puzzles(sitting)
    page.goto("/puzzles/daily")
    page.locator(".place").first.wait_for()
    goal = page.evaluate("JSON.parse(document.getElementById('puzzle').textContent).goal")
    found = solve(parse_goal(goal)).solution
    assert found
    *first, last = joined([Placement(tile, rotate(cell, 3), (n + 3) % 6) for tile, cell, n in found])
    page.goto(f"{page.url}#{link(first)}")
    page.reload()
    if sitting.name.endswith("phone"):
        Puzzler(page).swipe_and_tap(last)
    else:
        Puzzler(page).drag_and_turn(last)
    page.locator(".solved-card").wait_for()
    return page


def after_the_daily(sitting: Sitting) -> Page:
    """The home of the puzzles once today's is solved."""
    page = solved(sitting)
    page.goto("/puzzles")
    page.locator(".solved-day h2").wait_for()
    return page


def daily_picture(sitting: Sitting) -> Page:
    """The picture of today's result."""
    page = solved(sitting)
    page.get_by_role("button", name="Share").click()
    page.goto(page.locator(".share-dialog img").evaluate("(one) => one.src"))
    return page


def lobby(sitting: Sitting) -> Page:
    """The lobby, with somebody who waits and games that are on."""
    waiting = sitting.open("/lobby", who=OTHER)
    waiting.locator(".pool").nth(1).click()
    waiting.locator(".pool.seeking").wait_for()
    seats = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
    answer_of(sitting.people[PEOPLE[2]], "/api/challenges", {"game": {"seats": seats, "control": "5+3"}})
    sitting.play(lambda game: game.ply > 30, (PEOPLE[2], PEOPLE[3]), control=FORM, listing="open")
    return sitting.open("/lobby")


def creating(sitting: Sitting) -> Page:
    """The dialog that creates a game."""
    page = sitting.open("/lobby")
    page.locator(".create-button").click()
    page.locator("dialog[open]").wait_for()
    return page


def tournament(sitting: Sitting) -> Page:
    """A tournament after its rounds; I have a match in the semi-finals."""
    rounds = {"form": "round-robin", "n_through": 4}
    stages = [rounds, {"form": "knock-out", "n_games": 1, "days": 7}]
    path = running(sitting.people, "open", "Friday Fifteen", stages=stages)
    for number in range(3):
        resign_round(sitting, path, number)
    page = sitting.open(path)
    page.locator(".bracket").wait_for()
    return page


def between_rounds(sitting: Sitting) -> Page:
    """The second round of a tournament, about to start."""
    path = running(sitting.people, "open", "Friday Fifteen", n_rounds=3)
    resign_round(sitting, path, 0)
    page = sitting.open(path)
    page.locator("h1", has_text="Round 2").wait_for()
    return page


def resign_round(sitting: Sitting, path: str, number: int) -> None:
    """Wait for a round of a tournament, and let somebody resign each of its games."""
    games: list[dict[str, Any]] = [{"url": None}]
    while not all(game["url"] for game in games):
        rounds = next_sections(sitting.people[ME], path)[0]["rounds"]
        matches = [match for one in rounds[number : number + 1] for match in one["matches"]]
        games = [game for match in matches for game in match["games"]] or [{"url": None}]
    for game in games:
        seat = sitting.people[ME].get(f"/api{game['url']}").json()["game"]["seats"][0]
        resign = {"type": "resign", "id": "bye", "seat": seat["seat"]}
        answer_of(sitting.people[seat["name"]], f"/api{game['url']}/commands", resign)


def room(sitting: Sitting) -> Page:
    """A room of Gobble with people and a robot around its code."""
    path = answer_of(sitting.people[ME], "/api/gobble", {"name": ME, "settings": {"share": 12}})["url"]
    for name in PEOPLE[1:3]:
        guest = sitting.open(path, who=name)
        guest.get_by_role("button", name="Sit down").click()
        guest.get_by_role("button", name="Leave seat").wait_for()
    page = sitting.open(path)
    page.locator(".robot-buttons button").first.click()
    page.locator(".room-seat").nth(3).wait_for()
    return page


def rush(sitting: Sitting, share: int = 12) -> Page:
    """A rush against three robots, with a tile in my hand."""
    settings = {"share": share, "limit_s": 0}
    path = answer_of(sitting.people[ME], "/api/gobble", {"name": ME, "settings": settings})["url"]
    page = sitting.open(path)
    for n in range(3):
        page.locator(".robot-buttons button").nth(n % 2).click()
        page.locator(".room-seat").nth(n + 1).wait_for()
    page.locator(".start-row button.primary").click()
    page.locator(".stock.ready").wait_for()
    return page


def turned(sitting: Sitting) -> Page:
    """A rush with a tile turned."""
    page = rush(sitting)
    for _ in range(3):
        lay_one(page)
        if page.locator(".recipient").count():
            page.locator(".recipient").first.click()
            page.locator(".gift").wait_for(state="detached")
    page.locator(".stock").click()
    page.locator(".turned-slot[data-tile]").wait_for()
    return page


def rush_over(sitting: Sitting) -> Page:
    """The end of a short rush."""
    page = rush(sitting, 4)
    while not page.locator(".ranks-card, .rush-end").count():
        with suppress(TimeoutError):
            lay_one(page)
        if page.locator(".recipient").count():
            page.locator(".recipient").first.click()
    return page


def profile(sitting: Sitting) -> Page:
    """The profile of a player with a past."""
    return sitting.open("/players/Cleo")


def lesson(sitting: Sitting) -> Page:
    """A step of the lessons with a ringed space."""
    return sitting.open("/learn#forced-spaces", who="")


def among_mistakes(sitting: Sitting) -> Page:
    """A mistake of mine, for which a better place is sought."""
    page = won(sitting)
    page.locator(".learn-button").click()
    page.locator(".trainer").wait_for()
    return page


def better_found(sitting: Sitting) -> Page:
    """The better place, shown."""
    page = among_mistakes(sitting)
    page.get_by_role("button", name="Show me").click()
    return page


def started(sitting: Sitting, kind: str) -> tuple[Page, dict[str, Any]]:
    """Start a run of puzzles; return its page and its first puzzle."""
    page = sitting.open(f"/puzzles/{kind}")
    with page.expect_response("**/api/puzzle-runs") as answer:
        page.get_by_role("button", name="Start").click()
    view: dict[str, Any] = answer.value.json()["gap"]
    return page, view


def storm(sitting: Sitting) -> Page:
    """A storm in which loops have been closed and one was missed."""
    page, view = started(sitting, "storm")
    for number in range(N_SOLVED):
        with page.expect_response("**/answers") as answer:
            if number == N_SOLVED // 2:
                page.get_by_role("button", name="Skip").click()
            else:
                for one in solution_of(view):
                    lay_in(page, one)
        view = answer.value.json()["gap"]
        page.locator(".run-line li").nth(number).wait_for()
    return page


def lay_in(page: Page, one: Placement) -> None:
    """Lay the tile in the space of a run, and turn it until its line closes."""
    page.locator(f"[data-tile='{one.tile}']").click()
    n_answered = page.locator(".run-line li").count()
    skip = page.get_by_role("button", name="Skip")
    for _ in range(7):
        page.locator(f"[data-space='{one.cell.q},{one.cell.r}']").click()
        page.wait_for_timeout(SETTLE_MS // 3)
        if page.locator(".run-line li").count() > n_answered or skip.is_disabled():
            return


def rated_wrong(sitting: Sitting) -> Page:
    """A rated puzzle, answered with a wrong tile."""
    page, view = started(sitting, "rated")
    right = [one.tile for one in solution_of(view)]
    for space, tile in enumerate(sorted(view["tiles"], key=right.__contains__)[: len(right)]):
        page.locator(f"[data-tile='{tile}']").click()
        page.locator("[data-space]").nth(space).click()
    page.evaluate("document.querySelectorAll('.run-buttons button')[1]?.click()")  # unless it has closed
    page.get_by_role("img", name="The solution").wait_for()
    return page


def first_game(sitting: Sitting) -> Page:
    """The first game of a newcomer, before the first tile."""
    page = sitting.open("/", who="")
    page.get_by_role("button", name="Play Pip").click()
    page.wait_for_url("**/games/*")
    page.locator(".tip").wait_for()
    return page


def tip(sitting: Sitting) -> Page:
    """A game in which a tip tells of a space that has to be filled."""
    page = sitting.open(who="")
    me = Person.start(page, *ME_AND_ROBOT, control="15 tournament")
    for number in range(40):
        seat = me.settle()["to_play"]
        if page.locator(".tip").count():
            if "space" in page.locator(".tip h3").inner_text():
                break
            page.get_by_role("button", name="Got it").click()
        if seat == 0:
            me.play(1, Random(number).choice)
        else:
            page.wait_for_timeout(SETTLE_MS)
    return page


def held(sitting: Sitting) -> Page:
    """A tile held above a space by a finger."""
    page = sitting.open(who="")
    me = of_two(page)
    placement = choose(me.settle(), Random(2))
    fingers, (x, y) = Fingers.on(page), middle(me.tile(placement.tile))
    fingers.down((x, y))
    fingers.move((x, y - 60))
    for _ in range(3):
        fingers.move(below(page, middle(me.cell(placement))))
        page.wait_for_timeout(SETTLE_MS // 3)
    return page


def pending(sitting: Sitting) -> Page:
    """A tile on its space that waits to be confirmed."""
    page = sitting.open(who="")
    me = of_two(page)
    placement = choose(me.settle(), Random(2))
    me.tile(placement.tile).tap()
    me.cell(placement).tap()
    me.lay_it.wait_for()
    return page


def of_two(page: Page) -> Person:
    """Start a game of two people, and lay the first tiles."""
    pick: Callable[[list[str]], str] = Random(5).choice
    return Person.start(page, person("R", "Ann"), person("B", "Bob"), n_plies=19, pick=pick, control="5+3")


SHOTS: Mapping[str, Callable[[Sitting], Page]] = {
    **dict.fromkeys(
        ("01-start-light", "01-start-dark", "01-start-phone", "01-start-ru-phone"),
        lambda sitting: sitting.open("/", who=""),
    ),
    **dict.fromkeys(("02-game-light", "02-game-dark", "02-game-phone", "13-game-landscape"), in_play),
    **dict.fromkeys(("03-end", "03-end-phone"), won),
    "03-share": game_picture,
    "04-analysis": analysed,
    **dict.fromkeys(("05-puzzles", "05-puzzles-dark", "05-puzzles-phone"), puzzles),
    "05-solved": solved,
    "06-lobby": lobby,
    "06-lobby-create": creating,
    "07-tournament": tournament,
    "08-gobble-room": room,
    "08-gobble-phone": turned,
    "09-profile": profile,
    "10-lesson": lesson,
    **dict.fromkeys(("11-four-players", "11-four-players-phone"), four),
    "12-end-draw": drawn,
    "12-end-lost": lost,
    "14-learn-from-mistakes": among_mistakes,
    "14-learn-found": better_found,
    "15-storm": storm,
    "16-settings": lambda sitting: sitting.open("/settings"),
    **dict.fromkeys(("18-first-game", "18-first-game-phone"), first_game),
    "18-tip": tip,
    "18-touch-phone": held,
    "18-touch-pending-phone": pending,
    **dict.fromkeys(("19-daily-after", "19-daily-after-phone"), after_the_daily),
    "19-share": daily_picture,
    "20-gobble-end-phone": rush_over,
    "20-rated-wrong": rated_wrong,
    **dict.fromkeys(("21-round-countdown", "21-round-countdown-phone"), between_rounds),
}


def main() -> None:
    """Take the pictures that the command line asks for; name those that could not be taken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with picturing(seed) as (browser, url), signed_in(browser, url) as (people, _context):
        puzzles(Sitting("", browser, url, people)).close()
        for name in options.names or SHOTS:
            try:
                take(Sitting(name, browser, url, people), options.folder)
            except Exception:
                print(f"{name}: not taken\n{traceback.format_exc(limit=-3)}")


def take(sitting: Sitting, folder: Path) -> None:
    """Take a picture, and close every page that it needed but those of the people."""
    kept = set(sitting.browser.contexts)
    page = SHOTS[sitting.name](sitting)
    with suppress(TimeoutError):  # a page that listens to its events is never idle
        page.wait_for_load_state("networkidle", timeout=IDLE_MS)
    if WHOLE.match(sitting.name) and (window := page.viewport_size):
        height = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({**window, "height": height})
    page.wait_for_timeout(SETTLE_MS)
    page.screenshot(path=folder / f"{sitting.name}.png")
    print(sitting.name, flush=True)
    for context in set(sitting.browser.contexts) - kept:
        context.close()


if __name__ == "__main__":
    main()
