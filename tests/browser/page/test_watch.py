"""The page of what there is to watch, which follows the games without being loaded again."""

from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import serious
from tests.browser.support.person import begin, person, play_on


def test_a_game_in_play_is_followed_while_the_page_is_open(page: Page) -> None:
    game_id = begin(page.request, person("R", "Wilma"), person("B", "Xaver"), listing="open")
    play_on(page.request, game_id, 3, lambda placements: placements[0])
    page.goto("/watch")
    game = page.locator(f'#in-play a[href="/games/{game_id}"]').locator("xpath=ancestor::*[@data-game]").first
    expect(game).to_contain_text("3 of 56 tiles")
    expect(game).to_contain_text("Wilma")

    play_on(page.request, game_id, 2, lambda placements: placements[0])

    expect(game).to_contain_text("5 of 56 tiles")
    assert serious(page) == []
