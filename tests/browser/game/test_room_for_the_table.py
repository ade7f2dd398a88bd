"""Space for the table on a phone: puzzle rules do not cover it, and names do not overlap clocks."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.support.pages import PHONE, THOROUGH, NewPage
from tests.browser.support.person import Person, person

OPEN = {"colour": "B", "kind": "open"}
TURNED: ViewportSize = {"width": 844, "height": 390}
HAS_ITS_ROOM = """(height) => {
    const page = document.documentElement;
    const table = document.querySelector('tantrix-puzzle-board').getBoundingClientRect();
    return page.clientHeight === height && table.height >= height / 2
        && page.scrollHeight <= height && page.scrollWidth <= page.clientWidth;
}"""
# Many tiles, a score, a stack, long rules, and a shape.
PUZZLES = ("solitaire-56", "solitaire-red-line", "professor", "pyramid-yellow")


@pytest.mark.parametrize("name", PUZZLES)
def test_the_table_of_a_puzzle_has_half_of_a_phone_whose_page_does_not_scroll(
    new_page: NewPage, name: str
) -> None:
    page = new_page(**PHONE)

    page.goto(f"/puzzles/{name}")
    expect(page.locator(".place").first).to_be_attached()

    page.wait_for_function(HAS_ITS_ROOM, arg=844)
    page.set_viewport_size(TURNED)
    page.wait_for_function(HAS_ITS_ROOM, arg=390)


def test_rules_that_were_read_stay_shut(phone_page: Page) -> None:
    rules = phone_page.locator(".task-body")
    phone_page.goto("/puzzles/professor")
    expect(rules).to_be_visible()

    phone_page.get_by_role("button", name="To the table").tap()
    expect(rules).to_be_hidden()
    for path in ("/puzzles/professor", "/puzzles/junior"):
        phone_page.goto(path)
        expect(phone_page.locator(".place").first).to_be_attached()
        expect(rules).to_be_hidden()
    phone_page.get_by_text("What to do").tap()
    expect(rules).to_be_visible()
    phone_page.goto("/puzzles/solitaire-red-line")
    expect(rules).to_be_visible()


@pytest.mark.parametrize("locale", THOROUGH)
def test_a_name_and_its_clock_stand_apart_and_whole(new_page: NewPage, locale: str) -> None:
    ann, ben = new_page(**PHONE, locale=locale), new_page()
    me = Person.start(ann, person("R", "Konstantinopolitanski"), OPEN, control="15 tournament")
    answer = ben.request.post(
        f"/api/games/{me.id}/seats", data={"seat": 1, "name": "Maximiliane Schwarzenegger"}
    )
    assert answer.ok
    expect(ann.locator(".clock")).to_have_count(2)  # the waiting page turns into the table without a reload

    assert cut_or_covered(ann) == []
    assert beyond(ann) == (0, 0)
    ann.set_viewport_size(TURNED)
    assert cut_or_covered(ann) == []
    assert beyond(ann) == (0, 0)


def beyond(page: Page) -> tuple[int, int]:
    """Return how much wider and higher the page is than the window."""
    width, height = page.evaluate(
        """(({scrollWidth, clientWidth, scrollHeight, clientHeight}) =>
            [scrollWidth - clientWidth, scrollHeight - clientHeight])(document.documentElement)"""
    )
    return width, height


def cut_or_covered(page: Page) -> list[str]:
    """Name the players whose name is cut off or overlaps the clock."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.player')].filter((player) => {
            const name = player.querySelector('.player-name');
            const clock = player.querySelector('.clock').getBoundingClientRect();
            const box = name.getBoundingClientRect();
            return name.scrollWidth > name.clientWidth + 1
                || (box.right > clock.left + 1 && box.bottom > clock.top + 1);
        }).map((player) => player.textContent)"""
    )
    return found
