"""The start page: its board is drawn a moment after its words, once."""

from playwright.sync_api import Page

WATCH = """() => {
    window.restarts = 0;
    document.querySelector(".hero-wide").addEventListener("animationstart", ({ animationName }) => {
        if (animationName === "a-moment-later") window.restarts += 1;
    });
}"""
DRAWN = "() => getComputedStyle(document.querySelector('.hero-wide')).contentVisibility === 'visible'"


def test_the_board_is_not_hidden_again_when_the_window_changes(page: Page) -> None:
    page.goto("/")
    page.wait_for_function(DRAWN)
    page.evaluate(WATCH)

    page.set_viewport_size({"width": 900, "height": 800})
    page.wait_for_function(f"!({DRAWN})()")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function(DRAWN)
    page.evaluate("() => new Promise(requestAnimationFrame)")

    assert page.evaluate("restarts") == 0
