"""Live games in browsers: a rated game over a broken connection; four players and a spectator; a phone."""

import random
from collections.abc import Callable, Sequence
from uuid import uuid4

from playwright.sync_api import Page, expect

from scripts.pictures.server import PictureServer
from tantrix.placement import Placement
from tests.browser.support.cuttable_proxy import proxy_to
from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.person import Json, Person, choose, person
from tests.browser.support.touch import too_small, widths

Lay = Callable[[Person, Placement], None]


def test_two_accounts_play_a_rated_game_to_its_end_over_a_broken_connection(
    new_page: NewPage, server: PictureServer
) -> None:
    with proxy_to(server.url) as proxy:
        ann, bea = Person(new_page()), Person(new_page(base_url=proxy.url))
        names = [sign_up(one.page) for one in (ann, bea)]
        ann.page.goto(open_table(ann.page, "B", rated=True, control="60"))
        bea.page.goto(f"/games/{ann.id}")
        bea.page.get_by_role("button", name="Play", exact=True).click()
        for one in (ann, bea):
            expect(one.page.get_by_role("timer")).to_have_count(2)
        while ann.position()["to_play"] == 1 or ann.position()["ply"] < 2:
            take_a_turn([ann, bea], by_hand)

        proxy.cut()
        expect(bea.page.get_by_text("Connection lost")).to_be_visible()
        expect(ann.page.locator(".away-note")).to_be_visible()
        ann.click(choose(ann.settle(), random.Random(1)))
        proxy.mend()
        expect(ann.page.locator(".away-note")).to_have_count(0)
        bea.sees(ann.position()["ply"])

        for one in (ann, bea):
            one.page.get_by_role("button", name="Text board").click()
        while not (position := ann.position())["outcome"]:
            me = (ann, bea)[position["to_play"]]
            if position["ply"] < 46:
                me.play(1)
            else:
                take_a_turn([ann, bea], by_words)
        changes = [
            one.page.locator(".rating-changes li").all_inner_texts() for one in after_the_end(ann, bea)
        ]
    assert changes[0] == changes[1]
    assert [name in text for name, text in zip(names, changes[0], strict=True)] == [True, True]
    ann.page.get_by_role("link", name=names[0]).last.click()
    expect(ann.page.locator(".rating b").first).to_contain_text(rating_in(changes[0][0]))


def test_four_play_while_one_watches_and_spectators_have_their_own_chat(new_page: NewPage) -> None:
    looks: list[Json] = [{}, {"color_scheme": "dark"}, PHONE, {}]
    four = [Person(new_page(**look)) for look in looks]
    path = open_table(four[0].page, *"BYG", listing="open")
    for seat, one in enumerate(four[1:], 1):
        assert one.page.request.post(f"/api{path}/seats", data={"seat": seat, "name": f"P{seat}"}).ok
    spectator = Person(new_page())
    sign_up(spectator.page)
    for one in (*four, spectator):
        one.page.goto(path)

    for _ in range(3):
        take_a_turn(four, by_hand, [spectator])
    expect(spectator.page.locator(".rack")).to_have_count(0)
    write(spectator.page, "what a game")
    write(four[0].page, "good luck")

    for one in (four[1], four[3]):
        expect(one.page.locator(".chat-line .others-words")).to_have_text(["good luck"])
    expect(four[2].page.locator("tantrix-chat-button .unread")).to_have_text("1")
    expect(spectator.page.locator(".chat-line .others-words")).to_have_text(["what a game"])


def test_a_phone_plays_a_live_game_with_a_clock(new_page: NewPage) -> None:
    ann, bea = Person(new_page()), Person(new_page(**PHONE))
    path = open_table(ann.page, "B", control="60")
    for one in (ann, bea):
        one.page.goto(path)
    bea.page.get_by_label("Name (optional)").fill("Bea")
    bea.page.get_by_role("button", name="Play", exact=True).tap()

    for one in (ann, bea):
        expect(one.page.get_by_role("timer")).to_have_count(2)
    for _ in range(4):
        take_a_turn([ann, bea], by_hand)

    assert widths(bea.page) == (390, 390)
    assert too_small(bea.page) == []


def sign_up(page: Page) -> str:
    """Create an account by the form; return its name."""
    name = f"Ottilie {uuid4().hex[:8]}"
    page.goto("/sign-up")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("link", name=name).first).to_be_visible()
    return name


def open_table(page: Page, *colours: str, **options: object) -> str:
    """Open a table with free seats in these colours in addition to one's own; return its path."""
    seats = [person("R"), *({"colour": colour, "kind": "open"} for colour in colours)]
    answer = page.request.post("/api/games", data={"seats": seats, **options})
    assert answer.ok, answer.text()
    path: str = answer.json()["url"]
    return path


def take_a_turn(players: Sequence[Person], lay: Lay, spectators: Sequence[Person] = ()) -> None:
    """Lay a tile for the player to move; all pages show it."""
    position = players[0].position()
    me = players[position["to_play"]]
    me.sees(position["ply"])
    lay(me, choose(position, random.Random(position["ply"])))
    for one in (*players, *spectators):
        one.sees(position["ply"] + 1)


def by_hand(one: Person, placement: Placement) -> None:
    """Lay a tile by mouse or touch, depending on the device."""
    has_fingers = one.page.evaluate("navigator.maxTouchPoints > 0")
    (one.tap if has_fingers else one.click)(placement)


def by_words(one: Person, placement: Placement) -> None:
    one.say(f"place {placement.tile} {placement.cell.q},{placement.cell.r} {placement.rotation}")


def after_the_end(*players: Person) -> Sequence[Person]:
    """Wait until the pages show the new ratings."""
    for one in players:
        expect(one.page.locator(".rating-changes:not(.to-come) li")).to_have_count(2)
    return players


def rating_in(text: str) -> str:
    """Return the rating after the game from a row of the result."""
    return next(word for word in text.split() if word.isdigit() and len(word) == 4)


def write(page: Page, words: str) -> None:
    page.locator("input[name=words]").fill(words)
    page.keyboard.press("Enter")
