"""Screens in the middle of something, whose components `/design` shows: how each state is reached."""

import random
import re
from collections.abc import Callable, Mapping
from urllib.parse import urljoin

from playwright.sync_api import Page

from scripts.pictures.studio import answer_of
from tests.browser.support.pages import stored
from tests.browser.support.person import Person, begin, choose, person

N_LESSONS = 40  # more steps than the course has
N_TILES = 12  # more than the puzzle has
OPEN = {"colour": "B", "kind": "open"}


def confirming(page: Page) -> None:
    """Choose a tile and its space where a placement has to be confirmed, with a line traced."""
    page.add_init_script(stored("setting/confirm", "on"))
    me = table_of_two(page)
    me.click(choose(me.settle(), random.Random(2)))
    me.lay_it.wait_for()


def hovering(page: Page) -> None:
    """Hold a tile over a space while a line is traced."""
    me = table_of_two(page)
    page.locator(".dock .score").click()
    placement = choose(me.settle(), random.Random(2))
    me.tile(placement.tile).click()
    me.cell(placement).hover()
    me.preview.wait_for()


def queueing(page: Page) -> None:
    """Queue a tile while a slow robot is thinking."""
    me = Person.start(page, person("R", "Ann"), {"kind": "robot", "robot": "master", "colour": "B"})
    me.click(choose(me.settle(), random.Random(2)))
    page.locator(".thinking").wait_for()
    page.locator(".rack .slot").first.click()
    page.locator(".space.legal").first.click()
    page.locator(".queued").wait_for()


def unseen(page: Page) -> None:
    """Open the list of unseen tiles."""
    table_of_two(page)
    page.locator(".bag-button").click()


def chosen_computer(page: Page) -> None:
    """Choose a computer in the dialog that creates a game."""
    page.locator(".create-button").click()
    page.locator("dialog[open] input[value='computer']").check(force=True)
    page.locator(".robot-choices").wait_for()


def measured(page: Page) -> None:
    """Wait for the accuracies of a finished game."""
    page.locator(".learn-button").wait_for()


def among_mistakes(page: Page) -> None:
    """Begin to learn from the mistakes of a finished game."""
    measured(page)
    page.locator(".learn-button").click()
    page.locator(".trainer").wait_for()


def eight_at_gobble(page: Page) -> None:
    """Play Gobble against seven robots."""
    rush(page, 7, 6)


def ranked(page: Page) -> None:
    """Leave a rush, so that its ranks are shown."""
    rush(page, 1, 6)
    page.locator(".stock").click()
    page.get_by_role("button", name="Leave the rush").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.locator(".ranks-card").wait_for()


def skip_lessons_to(page: Page, selector: str) -> None:
    """Skip lessons until something is on the page."""
    for _ in range(N_LESSONS):
        if page.locator(selector).count():
            return
        page.get_by_role("button", name="Skip").click()
        page.wait_for_timeout(200)


def calling(page: Page) -> None:
    """Fill a forced space in the lesson on Gobble, so that a tile may be given away."""
    skip_lessons_to(page, ".penalty-pile .slot")
    page.locator(".penalty-pile .slot").click()
    page.locator(".space.forced").click()
    page.locator(".recipient").first.wait_for()


def after_the_course(page: Page) -> None:
    """Skip every lesson."""
    skip_lessons_to(page, ".course-end")
    page.locator(".course-end").wait_for()


def solved(page: Page) -> None:
    """Solve a puzzle by hints, and ask for its solutions."""
    for _ in range(N_TILES):
        if page.locator(".solved-card").count():
            break
        page.locator("summary[aria-label='Hints']").first.click()
        page.get_by_role("button", name="Place one correct tile").click()
        page.wait_for_timeout(700)
    page.locator(".solved-card").wait_for()


def imported(page: Page) -> None:
    """Import a text that is no record."""
    page.locator("textarea[name=text]").fill("nothing")
    page.locator("main form button.primary").click()
    page.locator(".import-report").wait_for()


def seeking(page: Page) -> None:
    """Look for an opponent by quick pairing."""
    page.locator(".pool").first.click()
    page.locator(".pool.seeking").wait_for()


def talking(page: Page) -> None:
    """Chat with a player at another browser, who offers a draw."""
    page.context.clear_cookies()
    page.goto("/help")
    other = another(page)
    path = f"/games/{begin(page.request, person('R', 'Greta'), OPEN)}"
    answer_of(other.request, f"/api{path}/seats", {"seat": 1, "name": "Hugo"})
    other.goto(urljoin(page.url, path))
    page.goto(path)
    other.locator("summary[aria-label='More']").click()
    other.get_by_role("button", name="Offer a draw").click()
    page.locator(".offer-row").wait_for()
    page.keyboard.press("c")
    page.locator("input[name=words]").fill("Good luck")
    page.keyboard.press("Enter")
    page.get_by_label("Phrases").click()


def invited_to_sit(page: Page) -> None:
    """Open the table of somebody else, which has a free seat."""
    page.context.clear_cookies()
    page.goto("/help")
    other = another(page)
    other.goto(page.url)
    page.goto(f"/games/{begin(other.request, person('R', 'Hugo'), OPEN)}")
    page.locator(".sit-form").wait_for()


def by_days(page: Page) -> None:
    """Open a correspondence game."""
    page.context.clear_cookies()
    Person.start(page, person("R", "Ann"), person("B", "Bob"), control="2 days").settle()


def left_unfinished(page: Page) -> None:
    """Leave a game for the start page."""
    table_of_two(page)
    page.goto("/")


def unfolded(page: Page) -> None:
    """Open every pack."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def another(page: Page) -> Page:
    """Open a page in a browser of its own, for a second player."""
    browser = page.context.browser
    assert browser
    return browser.new_context(locale="en-GB", base_url=urljoin(page.url, "/")).new_page()


def table_of_two(page: Page) -> Person:
    page.context.clear_cookies()
    return Person.start(page, person("R", "Ann"), person("B", "Bob"), n_plies=11)


def rush(page: Page, n_robots: int, share: int) -> None:
    settings = {"share": share, "limit_s": 0}
    page.goto(answer_of(page.request, "/api/gobble", {"name": "Nora", "settings": settings})["url"])
    for _ in range(n_robots):
        page.get_by_role("button", name=re.compile("^(calm|balanced)")).first.click()
        page.wait_for_timeout(200)
    page.locator(".start-row button.primary").click()
    page.locator(".rush-table").wait_for()


# Screen, its address or its name in `set_up_scenes`, what is done there, and the components by name.
STATES: Mapping[str, tuple[str | None, Callable[[Page], None], Mapping[str, str]]] = {
    "games/confirming": (None, confirming, {"A tile to confirm": "tantrix-board", "Confirming": ".dock"}),
    "games/hovering": (None, hovering, {"A tile over a space": "tantrix-board", "A traced line": ".dock"}),
    "games/queueing": (
        None,
        queueing,
        {"A queued tile": "tantrix-board", "A computer thinks": ".opponents", "Queued": ".dock"},
    ),
    "games/unseen": (None, unseen, {"Unseen tiles": "dialog[open]"}),
    "games/measured": ("end", measured, {"Accuracy": ".outcome", "The count": "tantrix-tally"}),
    "games/trainer": ("end", among_mistakes, {"Learn from mistakes": "tantrix-mistake-trainer"}),
    "games/import-report": ("/archive/import", imported, {"Report of an import": ".import-report"}),
    "games/nothing-found": (
        "/archive?player=Zed",
        lambda _page: None,
        {"Nothing found": ".archive-empty"},
    ),
    "gobble/eight": (None, eight_at_gobble, {"Rush of eight": "main"}),
    "gobble/ranks": (None, ranked, {"Ranks": ".ranks-card"}),
    "gobble/gift": ("/learn", calling, {"A gift": "tantrix-learn"}),
    "home/course-end": ("/learn", after_the_course, {"End of the lessons": ".course-end"}),
    "home/computers": ("/lobby", chosen_computer, {"Computers": "dialog[open]"}),
    "home/seeking": ("/lobby", seeking, {"Quick pairing": ".pools"}),
    "games/talking": (None, talking, {"Chat": "tantrix-chat", "An offer": ".offers"}),
    "games/sitting": (None, invited_to_sit, {"A free seat": "main"}),
    "games/by-days": (None, by_days, {"A clock of days": ".dock"}),
    "home/unfinished": (None, left_unfinished, {"Unfinished games": ".unfinished"}),
    "home/ringed": ("/learn#endgame", lambda _page: None, {"A ringed tile": "tantrix-learn"}),
    "puzzles/packs": (
        "/puzzles",
        unfolded,
        {
            "A pack": ".pack:has(.puzzle-title)",
            "Blue pack": ".pack:has(.pack-B)",
            "Green": ".pack:has(.pack-G)",
        },
    ),
    "players/actions": ("/players/Jan", lambda _page: None, {"Actions": ".player-actions"}),
    "puzzles/solved": ("/puzzles/discovery-3", solved, {"Solved": "main"}),
    "puzzles/solitaires": ("/solitaire/days", lambda _page: None, {"Past solitaires": "main"}),
    "players/versus": ("/players/Ottilie/against/Jan", lambda _page: None, {"Head to head": "main"}),
    "players/found": ("/players?find=Ott", lambda _page: None, {"Players found": ".players-found"}),
}
