"""Take the components that `/design` shows from the screens of a running server.

    python -m scripts.pictures.components [SCREEN ...]

Writes `web/components/SCREEN.html`: the mark-up of each chosen element without scripts, ids and
comments; of rows, options and cells that look alike only the first two are kept.
`tests/browser/test_design.py` fails while a class of the style sheets is on none of them. States that need
two people, chance or a moment are written by hand, in `web/components/states`.
"""

import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, Page, TimeoutError

from scripts.pictures.scenes import ME, PREPARED, running, set_up_scenes, signed_in
from scripts.pictures.states import STATES
from scripts.pictures.studio import answer_of, picturing
from scripts.seed import PEOPLE, seed
from tests.browser.support.person import ME_AND_ROBOT, Person, person

TARGET = Path(__file__).resolve().parents[2] / "web/components"
WAIT_MS = 20_000
SETTLE_MS = 500
N_PLIES = 14
BUSY = {429: 5000, 503: 500}  # pauses in milliseconds
TAKE = (Path(__file__).parent / "components.js").read_text("utf-8")
Prepare = Callable[[Page], None]


def main() -> None:
    """Take all specimens and write them."""
    with picturing(seed) as (browser, url):
        addresses, cookies = set_up_scenes(browser, url)
        addresses["bracket"] = running_event(browser, url)
        for screen in sys.argv[1:] or SCREENS:
            address, prepare, selectors = SCREENS[screen]
            own = cookies if screen in OWN else []
            with opened(browser, url, own) as page:
                if address is not None:
                    answer = page.goto(addresses.get(address, address))
                    while answer is not None and answer.status in BUSY:
                        page.wait_for_timeout(BUSY[answer.status])
                        answer = page.reload()
                    if answer is not None and answer.status >= 400:
                        sys.exit(f"{screen}: {page.url} answers {answer.status}")
                with suppress(TimeoutError):
                    page.wait_for_load_state("networkidle", timeout=WAIT_MS // 5)
                try:
                    prepare(page)
                except TimeoutError as error:
                    print(f"{screen}: {error}")
                page.wait_for_timeout(SETTLE_MS)
                taken = list(specimens(page, screen, selectors))
            path = TARGET / f"{screen}.html"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(taken) + "\n", "utf-8")
            print(screen, len(taken), sum(map(len, taken)))


def running_event(browser: Browser, url: str) -> str:
    """Start a knock-out, whose organiser has no other tournament; return its address."""
    with signed_in(browser, url) as (requests, _context):
        swapped = {**requests, ME: requests[PEOPLE[1]], PEOPLE[1]: requests[ME]}
        return running(swapped, "knock-out", "Winter Cup")


@contextmanager
def opened(browser: Browser, url: str, cookies: list[object]) -> Iterator[Page]:
    """Open a page without animations."""
    viewport = {"width": 1280, "height": 800}
    context = browser.new_context(
        base_url=url,
        viewport=viewport,  # type: ignore[arg-type]
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    yield page
    context.close()


def specimens(page: Page, screen: str, selectors: Mapping[str, str]) -> Iterator[str]:
    """Yield the mark-up of each chosen element, with its name above it; name what is missing."""
    for name, selector in selectors.items():
        markup: str | None = page.evaluate(TAKE, selector)
        if markup is None:
            print(f"{screen}: no {selector}")
            continue
        markup = re.sub(r"https?://[\w.:]+", "https://example.org", markup)
        markup = re.sub(r"\?v=\w+", "", markup).replace("{{", "").replace("{%", "")
        yield f'<h3>{name}</h3><div class="specimen" inert>{markup}</div>'


def nothing(_page: Page) -> None:
    """Leave the screen as it is."""


def with_todays_puzzle(page: Page) -> None:
    """Come back until the puzzle of the day has been made."""
    while not page.locator(".todays-tiles").count():
        page.wait_for_timeout(1000)
        page.reload()


def in_game(page: Page) -> None:
    """Play some plies, then take up a tile."""
    page.context.clear_cookies()
    me = Person.start(page, person("R", "Ann"), person("B", "Bob"), control="5+3")
    me.play(N_PLIES, random.Random(3).choice)
    page.reload()
    page.locator(".rack.to-play .slot").first.click()


def many_players(page: Page) -> None:
    """Open a game of four."""
    me = Person.start(page, person("R", "Ann"), person("B", "Bob"), person("Y", "Cleo"), person("G", "Dora"))
    me.play(8, random.Random(3).choice)
    page.reload()
    page.locator(".players.many").wait_for()


def ended(page: Page) -> None:
    """Wait for the result of a finished game."""
    page.locator(".outcome").wait_for()


def judged(page: Page) -> None:
    """Wait for the analysis of a finished game."""
    ended(page)
    page.get_by_role("button", name="Analyse").or_(page.get_by_role("button", name="Review")).first.click()
    page.locator(".summary-cards .summary-card").first.wait_for()
    page.locator(".steps").first.wait_for()


def pressed(selector: str) -> Prepare:
    """Press an element, and wait for what it opens."""

    def press(page: Page) -> None:
        page.locator(selector).first.click()
        page.wait_for_timeout(SETTLE_MS)

    return press


def with_bell(page: Page) -> None:
    """Open the list under the bell."""
    page.locator(".match-bar").wait_for()
    page.locator("#bell").click()
    page.locator("#bell-panel .face").first.wait_for()


def searched(page: Page) -> None:
    """Open every fold of the page."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def refused(page: Page) -> None:
    """Press a tile, and then a space that it does not fit."""
    in_game(page)
    page.locator(".space:not(.legal)").first.click()


def with_panels(page: Page) -> None:
    """Open the legend, the text board and the chat of a game with a message in it."""
    in_game(page)
    for name in ("Marks on the board", "Text board"):
        page.get_by_role("button", name=name, exact=True).first.click()


def advised(page: Page) -> None:
    """Let a robot say what it would lay."""
    page.get_by_role("button", name="Suggestions").click()
    page.locator(".advice-row").first.wait_for()


def storming(page: Page) -> None:
    """Start a storm."""
    page.get_by_role("button", name="Start").click()
    page.locator(".run-board").wait_for()


def rushing(page: Page) -> None:
    """Play Gobble against three robots until one has put tiles aside."""
    settings = {"share": 12, "limit_s": 0}
    address = answer_of(page.request, "/api/gobble", {"name": "Nora", "settings": settings})["url"]
    page.goto(address)
    for _ in range(2):
        page.locator(".robot-buttons button").first.click()
    page.locator(".start-row button.primary").click()
    page.locator(".rush-table").wait_for()
    page.wait_for_timeout(WAIT_MS // 2)


def learning(page: Page) -> None:
    """Play against the easiest computer, so that the first tip is shown."""
    me = Person.start(page, *ME_AND_ROBOT)
    me.play(1)
    page.reload()


# Screen, its address or its name in `set_up_scenes`, what is done there, and the components by name.
SCREENS: Mapping[str, tuple[str | None, Prepare, Mapping[str, str]]] = {
    "home/page": (
        "/help",
        with_bell,
        {
            "Header": ".page-header",
            "Bell": ".bell-panel",
            "Invitations": ".notices",
            "Match bar": ".match-bar",
            "Footer": ".page-footer",
        },
    ),
    "players/notices": (
        "/notices",
        nothing,
        {"Notices": ".notice-list", "Settings of notices": "main form.stack"},
    ),
    "games/game": (
        None,
        in_game,
        {
            "Header of a table": ".game-header",
            "Opponents": ".opponents",
            "Board with spaces": "tantrix-board",
            "Side of a table": ".side",
            "Dock with the rack": ".dock",
        },
    ),
    "games/four": (None, many_players, {"Three opponents": ".opponents", "Moves": ".placements"}),
    "games/robot": ("/offline/robot", nothing, {"Scores against a robot of the browser": ".robot-players"}),
    "games/tip": (None, learning, {"Tip": ".tip-bubble"}),
    "games/result": (
        "end",
        ended,
        {"Result": ".outcome", "Winning line": "tantrix-board", "Replay": ".replay"},
    ),
    "games/analysis": ("end", judged, {"Analysis of a game": ".analysis"}),
    "games/study": ("review", nothing, {"Analysis board": ".study", "Players of a study": ".side"}),
    "games/advice": (
        "review",
        advised,
        {"Suggestions": ".study", "Board with suggestions": "tantrix-board", "Steps": ".study-bar"},
    ),
    "games/refusal": (None, refused, {"Refused": "tantrix-board"}),
    "games/panels": (
        None,
        with_panels,
        {"Legend": ".legend", "Text board": "tantrix-text-board", "Notes": "tantrix-notes"},
    ),
    "gobble/rush-with-robots": (None, rushing, {"Rush with robots": "main"}),
    "tournaments/bracket": ("bracket", nothing, {"Knock-out": "#tournament"}),
    "games/import": ("/archive/import", nothing, {"Import": "main"}),
    "home/lobby": (
        "/lobby",
        nothing,
        {"Lobby": ".lobby"},
    ),
    "home/create-game": ("/lobby", pressed(".create-button"), {"A game is created": "dialog[open]"}),
    "home/custom": ("/custom", nothing, {"Custom game": "form.new-game"}),
    "games/lists": ("/games", nothing, {"Rows of games": ".game-list"}),
    "watch/games": ("/watch", nothing, {"Best game now": ".best-game", "Live games": ".wall"}),
    "home/start": ("/", nothing, {"Start": "main"}),
    "puzzles/home": ("/puzzles", with_todays_puzzle, {"Home of puzzles": "main"}),
    "puzzles/puzzle": ("/puzzles/daily", nothing, {"A puzzle": "main"}),
    "puzzles/days": ("/puzzles/days", nothing, {"Puzzles of past days": "main"}),
    "puzzles/new": ("/puzzles/new", nothing, {"A new puzzle": "form.new-puzzle"}),
    "puzzles/storm": ("/puzzles/storm", storming, {"Storm": "main"}),
    "puzzles/solitaire": ("/solitaire/daily", nothing, {"Solitaire": "main"}),
    "home/lessons": ("/learn", nothing, {"A lesson": "main"}),
    "home/story": ("/learn/story", nothing, {"Tiles of a story": ".story-tiles"}),
    "gobble/home": ("/gobble", nothing, {"Gobble": "main"}),
    "gobble/room": ("gobble-room", nothing, {"Room": "main"}),
    "gobble/rush": (None, PREPARED["gobble-play"], {"Gobble in play": "main"}),
    "players/leaderboard": ("/players", nothing, {"Leaderboard": ".players"}),
    "players/profile": ("/players/Cleo", nothing, {"Profile": "main"}),
    "players/face": ("/settings", nothing, {"Own profile": ".profile-form"}),
    "players/account": ("/account", nothing, {"Account": "main"}),
    "games/archive": ("/archive", nothing, {"Archive": "main"}),
    "games/share": ("share", nothing, {"Share": "main"}),
    "players/settings": ("/settings", nothing, {"Settings": "main"}),
    "tournaments/list": ("/tournaments", nothing, {"Tournaments": "main"}),
    "tournaments/championship": ("championship", nothing, {"Championship": "#tournament"}),
    "tournaments/club": ("club", nothing, {"Club evening": "#tournament"}),
    "tournaments/teams": ("teams", nothing, {"Team match": "#tournament"}),
    "tournaments/simul": ("simul", nothing, {"Simul": "#tournament"}),
    "tournaments/match": ("match", nothing, {"Match": "#tournament"}),
    "tournaments/ruling": ("control", nothing, {"Ruling": ".ruling"}),
    "home/programs": (
        "/api",
        nothing,
        {
            "For programs": ".api > :nth-child(-n + 6)",
            "Contents": ".api-contents",
            "Table": ".api-table",
            "Permissions": ".api-scopes",
            "Names of values": ".api-names",
        },
    ),
    "players/sign-in": ("/sign-in", nothing, {"Sign in": "main"}),
    "tournaments/past": ("/tournaments/ratings", nothing, {"Tournament ratings": "main"}),
    "tournaments/boards": ("boards", nothing, {"Boards in play": ".boards"}),
    "tournaments/print": ("print", nothing, {"Sheet to print": "main"}),
    "tournaments/log": ("log", nothing, {"Log": "main"}),
    "tournaments/new": ("/tournaments/new", nothing, {"New tournament": "form.tournament-form"}),
    "home/mistakes": ("/help", nothing, {"Keys": ".keys"}),
    **STATES,
}
OWN = {  # seen by the player who set up the scenes
    "games/advice",
    "games/analysis",
    "games/import",
    "games/import-report",
    "games/lists",
    "games/measured",
    "games/result",
    "games/share",
    "games/study",
    "games/trainer",
    "gobble/room",
    "home/page",
    "players/account",
    "players/actions",
    "players/face",
    "players/notices",
    "players/profile",
    "tournaments/boards",
    "tournaments/championship",
    "tournaments/club",
    "tournaments/log",
    "tournaments/match",
    "tournaments/new",
    "tournaments/ruling",
    "tournaments/simul",
    "tournaments/teams",
}

if __name__ == "__main__":
    main()
