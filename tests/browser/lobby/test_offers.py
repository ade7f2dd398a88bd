"""Two people find each other in the lobby: by a challenge, a pool, or an invitation on another page."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support.accessibility import LOOKS, serious
from tests.browser.support.pages import NewPage

PASSWORD = "correct horse battery"
A_GAME = "**/games/*"


def test_a_challenge_is_posted_and_accepted_and_both_sit_at_the_table(page: Page, new_page: NewPage) -> None:
    page.goto("/lobby")
    page.get_by_label("Display name").fill("Ann of the lobby")
    _create(page)
    expect(page.get_by_role("button", name="Withdraw: Ann of the lobby")).to_be_visible()

    bea = new_page()
    bea.goto("/lobby")
    bea.get_by_role("button", name="Play: Ann of the lobby").click()

    for one in (bea, page):
        one.wait_for_url(A_GAME)
        expect(one.get_by_role("timer")).to_have_count(2)
    assert bea.url == page.url


def test_with_equal_first_preferences_both_get_their_second_and_the_browser_remembers(
    page: Page, new_page: NewPage
) -> None:
    page.goto("/lobby")
    page.get_by_label("Display name").fill("Green Ann")
    form = _open_dialog(page)
    form.get_by_role("group", name="Preferred colour").get_by_label("green").check()
    form.get_by_text("More options").click()
    form.get_by_role("group", name="Second choice").get_by_label("yellow").check()
    form.get_by_role("button", name="Create", exact=True).click()
    expect(page.get_by_role("button", name="Withdraw: Green Ann")).to_be_visible()

    bea = new_page(**LOOKS["dark phone"])
    bea.goto("/lobby")
    bea.get_by_role("group", name="First choice").get_by_label("green").check()
    bea.get_by_role("group", name="Second choice").get_by_label("red").check()
    found = serious(bea)
    bea.get_by_role("button", name="Play: Green Ann, wants green, then red").click()
    bea.wait_for_url(A_GAME)

    assert found == []
    game = bea.request.get(f"/api{bea.url[bea.url.index('/games') :]}").json()["game"]
    assert [seat["colour"] for seat in game["seats"]] == ["Y", "R"]
    expect(bea.locator(".player .standing", has_text="guest")).to_have_count(1)
    assert bea.evaluate("localStorage.getItem('tantrix.colour_preferences')") == '["G","R"]'


def test_two_players_in_the_same_pool_are_paired(page: Page, new_page: NewPage) -> None:
    bea = new_page()
    for one in (page, bea):
        one.goto("/lobby")
        pool = one.locator("[data-pool='2-3-2']")
        pool.click()
        if one is page:
            expect(pool).to_have_attribute("aria-pressed", "true")

    for one in (page, bea):
        one.wait_for_url(A_GAME)
    assert bea.url == page.url


def test_an_invitation_is_answered_on_any_page_and_axe_finds_nothing(page: Page, new_page: NewPage) -> None:
    bea = new_page(**LOOKS["dark phone"])
    for one, name in ((page, "Lobby Ann"), (bea, "Lobby Bea")):
        answer = one.request.post("/sign-up", form={"name": name, "password": PASSWORD})
        assert answer.ok, answer.text()

    page.goto("/players/Lobby Bea")
    page.get_by_role("link", name="Invite to a game").click()
    expect(page.get_by_label("Name of the player")).to_have_value("Lobby Bea")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.get_by_text("For Lobby Bea")).to_be_visible()
    found = serious(page)
    bea.goto("/lobby")
    expect(bea.get_by_role("button", name="Decline: Lobby Ann")).to_be_visible()
    found += serious(bea)
    assert bea.evaluate("document.documentElement.scrollWidth") <= LOOKS["dark phone"]["viewport"]["width"]
    bea.goto("/learn")
    bea.get_by_role("button", name="Later").click()
    expect(bea.get_by_role("button", name="Accept")).to_have_count(0)
    still_asked = bea.context.new_page()  # a new window asks again
    still_asked.goto("/help")
    still_asked.get_by_role("button", name="Accept").click()
    still_asked.wait_for_url(A_GAME)
    bea.goto(still_asked.url)

    for one in (bea, page):
        one.wait_for_url(A_GAME)
    assert bea.url == page.url
    assert found == []


def test_a_robot_is_one_press_away(page: Page) -> None:
    page.goto("/lobby")
    dialog = _open_dialog(page)
    dialog.get_by_role("radio", name="Computer any strength").check()
    dialog.get_by_role("button", name="Play", exact=True).click()

    page.wait_for_url(A_GAME)
    expect(page.locator("tantrix-board")).to_be_visible()


def test_times_are_a_row_in_order_and_the_others_one_press_further(page: Page) -> None:
    page.goto("/lobby")
    dialog = _open_dialog(page)
    shown = dialog.locator("input[name=control]:visible")

    expect(shown).to_have_count(5)
    values = [one.get_attribute("value") for one in shown.all()]
    assert values == ["3+2", "5+3", "15 tournament", "1 days", ""]
    in_words = dialog.locator(".time-in-words")
    expect(in_words).to_have_text("5 min + 3 s per turn")
    dialog.locator("input[value='15 tournament']").check()
    expect(in_words).to_have_text("15 min, then −1 point per minute")
    dialog.get_by_text("Other times").first.click()
    dialog.get_by_label("10 min + 10 s per turn").check()
    expect(in_words).to_have_text("")
    expect(dialog.locator("input[name=control]:checked")).to_have_count(1)
    dialog.get_by_role("button", name="Create", exact=True).click()

    expect(page.locator(".lobby-main").get_by_text("10+10").first).to_be_visible()
    dialog = _open_dialog(page)
    expect(dialog.get_by_label("10 min + 10 s per turn")).to_be_checked()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_lobby_can_be_used_and_left_by_keys_alone(new_page: NewPage, width: int) -> None:
    page = new_page(viewport={"width": width, "height": 844})
    page.goto("/lobby")
    pool = page.locator("[data-pool='3-5-3']")
    pool.focus()
    page.keyboard.press("Enter")
    expect(pool).to_have_attribute("aria-pressed", "true")
    expect(pool).to_be_focused()
    page.keyboard.press("Enter")
    expect(pool).to_have_attribute("aria-pressed", "false")


def test_a_new_challenge_is_rated_like_quick_pairing_until_the_player_chooses(page: Page) -> None:
    answer = page.request.post("/sign-up", form={"name": "Rated Ann", "password": PASSWORD})
    assert answer.ok, answer.text()
    page.goto("/lobby")
    expect(page.get_by_role("radio", name="Rated")).to_be_checked()
    dialog = _open_dialog(page)
    rated = dialog.get_by_role("radio", name="Rated")

    expect(rated).to_be_checked()
    dialog.get_by_role("radio", name="Casual").check()
    dialog.get_by_role("button", name="Create", exact=True).click()
    expect(page.get_by_role("button", name="Withdraw: Rated Ann")).to_be_visible()
    page.reload()
    _open_dialog(page)

    expect(rated).not_to_be_checked()


def test_a_friend_gets_a_link_to_a_private_table(page: Page) -> None:
    page.goto("/lobby")
    dialog = _open_dialog(page)
    dialog.get_by_role("radio", name="A friend by link").check()
    dialog.get_by_role("button", name="Create", exact=True).click()

    page.wait_for_url(A_GAME)
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()


def test_a_waiting_player_plays_a_computer_and_is_called_when_somebody_comes(
    page: Page, new_page: NewPage
) -> None:
    page.goto("/lobby")
    page.get_by_label("Display name").fill("Waiting Ann")
    _create(page)
    expect(page.get_by_role("button", name="Withdraw: Waiting Ann")).to_be_visible()
    page.get_by_role("button", name="Play while you wait").click()
    page.wait_for_url(A_GAME)
    with_computer = page.url

    bea = new_page()
    bea.goto("/lobby")
    bea.get_by_role("button", name="Play: Waiting Ann").click()
    bea.wait_for_url(A_GAME)

    call = page.get_by_role("alert").filter(has_text="Your opponent is here.")
    call.get_by_role("link", name="To the game").click()
    page.wait_for_url(bea.url)
    assert page.url != with_computer


def test_the_best_game_is_a_picture_that_leads_to_its_table(page: Page, new_page: NewPage) -> None:
    page.goto("/lobby")
    page.get_by_label("Display name").fill("Watched Ann")
    _create(page)
    bea = new_page()
    bea.goto("/lobby")
    bea.get_by_role("button", name="Play: Watched Ann").click()
    bea.wait_for_url(A_GAME)

    spectator = new_page()
    spectator.goto("/lobby")
    best = spectator.get_by_role("region", name="Best game now")
    expect(best.get_by_role("link", name="Watch: ")).to_be_visible()
    picture = spectator.request.get(best.locator("img").get_attribute("src") or "")
    assert picture.headers["content-type"] == "image/svg+xml"


def test_games_with_tiles_are_pictures_above_the_rows_of_the_others(page: Page) -> None:
    page.goto("/lobby")
    seats = [
        {"kind": "person", "colour": colour, "name": name} for colour, name in (("R", "Pia"), ("B", "Quin"))
    ]
    begun, other = (
        page.request.post("/api/games", data={"seats": seats, "listing": "open"}).json()["id"]
        for _ in range(2)
    )
    first = page.request.get(f"/api/games/{begun}").json()["position"]["placements"][0]
    laid = page.request.post(
        f"/api/games/{begun}/placements", data={"id": "first", "ply": 0, "placement": first}
    )
    assert laid.ok

    page.reload()

    card = page.locator(f".live-tables #table-{begun}")
    expect(card.get_by_role("link", name="Watch: Pia, Quin")).to_be_visible()
    expect(card.locator("img")).to_have_js_property("complete", True)
    expect(page.locator(f".lobby-rows #table-{other}")).to_be_visible()
    assert serious(page) == []


def test_names_in_the_rows_of_games_fit_on_one_line_on_a_phone(phone_page: Page, new_page: NewPage) -> None:
    ann, bea = new_page(), new_page()
    names = ("Wilhelmina Blum", "Konstantin Roth")
    for page, name in zip((ann, bea), names, strict=True):
        assert page.request.post("/sign-up", form={"name": name, "password": PASSWORD}).ok
    seats = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
    game = {"seats": seats, "control": "15 tournament", "listing": "open"}
    table = ann.request.post("/api/games", data=game).json()["id"]
    assert bea.request.post(f"/api/games/{table}/seats", data={"seat": 1}).ok

    phone_page.goto("/lobby")

    for name in names:
        shown = phone_page.locator(".lobby-row .lobby-seat bdi").filter(has_text=name)
        expect(shown).to_be_visible()
        assert shown.evaluate("name => name.getClientRects().length === 1")


def test_chat_in_the_lobby_arrives_without_reloading_and_can_be_reported_and_muted(
    page: Page, new_page: NewPage
) -> None:
    bea = new_page()
    for one, name in ((page, "Writing Ann"), (bea, "Writing Bea")):
        assert one.request.post("/sign-up", form={"name": name, "password": PASSWORD}).ok
        one.goto("/lobby")
    page.get_by_label("Your message").fill("Anybody for doubles?")
    page.get_by_role("button", name="Send").click()

    heard = bea.get_by_role("log").get_by_text("Anybody for doubles?")
    expect(heard).to_be_visible()
    bea.get_by_role("button", name="Mute or report Writing Ann").click()
    assert serious(bea) == []
    dialog = bea.get_by_role("dialog")
    dialog.get_by_role("button", name="Report", exact=True).click()
    expect(dialog.get_by_role("status")).to_have_text("Thank you. A moderator will take a look.")
    dialog.get_by_role("button", name="Mute", exact=True).click()
    expect(heard).to_have_count(0)


def _open_dialog(page: Page) -> Locator:
    page.get_by_role("button", name="Create a game").click()
    return page.get_by_role("dialog", name="Create a game")


def _create(page: Page) -> None:
    """Post a challenge to anyone as the dialog offers it."""
    _open_dialog(page).get_by_role("button", name="Create", exact=True).click()
