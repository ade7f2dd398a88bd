"""The page that reads tiles from a picture: corrections, what follows, bad files, and no connection."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, FilePayload, Page, Request, expect

from tests.browser.support.accessibility import serious
from tests.browser.support.pages import DESKTOP_WITH_WORKER, PHONE, NewPage
from tests.browser.support.photographs import BOMB, HUGE_JPEG, LOOP, SIZE, photograph, saved
from tests.browser.support.service_worker import ARE_BASICS_SAVED

# For a game of a tournament at real tables.
OF_A_GAME = "/scan?tournament=k3x&match=1-all-1-1&number=1&board=1&first=Una&second=Vic"
WRONG = LOOP.replace("6@-2,1^4", "6@-2,1^3")

# What the page says while it reads, and how many outlines it shows then.
NOTE_STATUS = """new MutationObserver(() => {
  const status = document.querySelector(".scan-side > [role=status]");
  const words = status?.textContent.trim().replace(/\\s+/g, " ");
  (window.statuses ??= new Set()).add(`${words} ${document.querySelectorAll(".outline").length}`);
}).observe(document, { subtree: true, childList: true, characterData: true })"""
NOTE_SHARED = """Object.assign(navigator, {
  canShare: ({ files }) => files.length === 1,
  share: async (given) => { window.shared = given; },
})"""
# The text and the size of what was shared, and how many of its pixels are of the blue of a line.
SHARED = """async () => {
  const { text, files: [file] } = window.shared, image = await createImageBitmap(file);
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let lined = 0;
  for (let at = 0; at < data.length; at += 4) lined += data[at + 2] > 150 && data[at] < 100;
  return [text, file.type, [image.width, image.height], lined];
}"""

IS_UNCOVERED = """selector => {
  const part = document.querySelector(selector), { left, bottom } = part.getBoundingClientRect();
  return part.contains(document.elementFromPoint(left + 5, bottom - 5));
}"""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, **DESKTOP_WITH_WORKER}


def file(content: bytes, kind: str = "image/png") -> FilePayload:
    return {"name": "table", "mimeType": kind, "buffer": content}


def give(page: Page, content: bytes, kind: str = "image/png") -> None:
    page.locator("input[type=file]").last.set_input_files(file(content, kind))


def scan(
    page: Page,
    laid: str = LOOP,
    loose: Sequence[tuple[int, int, int]] = (),
    turned: float = 12,
    address: str = "/scan",
) -> Page:
    """Read a picture of tiles on the page."""
    page.goto(address)
    give(page, photograph(laid, loose, turned))
    expect(page.locator(".scan-uses")).to_be_visible()
    return page


def numbers(page: Page) -> list[int]:
    """Return the numbers of the tiles in the list, in order."""
    texts = page.locator(".scan-list button").all_text_contents()
    return sorted(int(found[1]) for found in map(re.compile(r"Tile (\d+)").search, texts) if found)


def on_the_picture(page: Page, across: float, down: float) -> tuple[float, float]:
    """Return where a point of the picture is on the screen, given as shares of its width and height."""
    x, y, width, height = page.locator(".scan-picture image").evaluate(
        "image => Object.values(image.getBoundingClientRect().toJSON()).slice(0, 4)"
    )
    return x + across * width, y + down * height


@contextmanager
def no_requests(page: Page) -> Iterator[None]:
    """Check that the page and its workers ask for nothing meanwhile."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith("blob:"):
            asked.append(request.url)

    page.context.on("request", note)
    yield
    page.context.remove_listener("request", note)
    assert asked == []


def use(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_picture_becomes_tiles_and_the_score(page: Page) -> None:
    scan(page)

    expect(page.locator(".scan-side h2").first).to_have_text("6 tiles")
    assert numbers(page) == [1, 2, 3, 4, 5, 6]
    expect(page.locator(".outline.sure")).to_have_count(6)
    use(page, "Who won")
    expect(page.locator(".scan-won")).to_contain_text("blue: a loop of 6 tiles")
    expect(page.locator(".line-B.best .core")).to_have_count(6)
    assert serious(page) == []


def test_nothing_leaves_the_browser_while_a_picture_is_read_and_corrected(new_page: NewPage) -> None:
    page = scan(new_page(service_workers="block"))  # which would save the site meanwhile
    page.wait_for_load_state("networkidle")

    with no_requests(page):
        give(page, photograph(WRONG))
        expect(page.locator(".clash")).not_to_have_count(0)
        use(page, "Check my puzzle")
        expect(page.locator(".scan-side")).to_contain_text("Not right yet")


def test_a_correction_is_kept_and_taken_back(new_page: NewPage) -> None:
    page = scan(new_page(**PHONE))
    page.locator(".scan-tiles summary").tap()
    page.locator(".scan-list button").filter(has_text="Tile 4").tap()

    page.get_by_label("Number on its back").fill("40")
    page.get_by_label("Number on its back").press("Enter")
    expect(page.locator(".scan-list")).to_contain_text("Tile 40")
    page.get_by_role("button", name="Not a tile").tap()
    expect(page.locator(".scan-side h2").first).to_have_text("5 tiles")
    page.get_by_role("button", name="Undo").tap()
    page.get_by_role("button", name="Undo").tap()

    expect(page.locator(".scan-side h2").first).to_have_text("6 tiles")
    assert numbers(page) == [1, 2, 3, 4, 5, 6]


def test_another_of_the_five_readings_is_chosen_by_keys(page: Page) -> None:
    scan(page)
    page.locator(".outline").first.click(force=True)
    second = page.locator(".scan-readings button").nth(1)
    label = second.get_attribute("aria-label")
    assert label is not None

    second.focus()
    page.keyboard.press("Enter")

    expect(page.locator(".scan-readings button").first).to_have_attribute("aria-label", label)
    expect(page.locator(".scan-readings button").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".scan-readings button")).to_have_count(5)


def test_a_solved_puzzle_is_right_and_can_be_made_again(page: Page) -> None:
    scan(page)

    use(page, "Check my puzzle")
    expect(page.locator(".scan-side")).to_contain_text("Solved: a blue loop through all tiles")
    use(page, "What can these tiles make")
    page.get_by_role("link", name="A blue loop through all tiles").click()

    page.wait_for_url("**/puzzles/custom?goal=*")


def test_nobody_has_won_while_edges_do_not_match_or_one_colour_is_ticked(page: Page) -> None:
    scan(page)
    use(page, "Who won")
    for box in page.locator(".scan-players input:checked").all()[1:]:
        box.uncheck()
    expect(page.locator(".scan-won h2")).to_have_text("Tick the colours that played.")

    give(page, photograph(WRONG))
    expect(page.locator(".clash")).not_to_have_count(0)
    use(page, "Who won")
    n = page.locator(".clash").count()
    sentence = "1 edge does not match." if n == 1 else f"{n} edges do not match."
    expect(page.locator(".scan-won h2")).to_have_text(sentence)
    expect(page.locator(".clash")).to_have_count(n)


def test_tiles_that_lie_apart_are_said_not_to_count(page: Page) -> None:
    scan(page, "1@0,0^0 2@-1,0^3 5@0,-1^4", loose=((20, -100, -240), (40, 0, 240)))

    use(page, "Who won")

    expect(page.locator(".scan-won")).to_contain_text("2 tiles lie apart and are not counted.")


def test_tiles_are_outlined_at_the_first_glance_before_they_are_read(page: Page) -> None:
    page.add_init_script(NOTE_STATUS)

    scan(page)

    assert "6 tiles Looking for tiles … 6" in page.evaluate("() => [...window.statuses]")


def test_who_won_is_shared_as_a_picture_with_its_lines(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.add_init_script(NOTE_SHARED)
    scan(page)
    page.get_by_role("button", name="Who won").tap()

    page.get_by_role("button", name="Share the picture").tap()

    page.wait_for_function("() => window.shared")
    text, kind, (width, height), n_lined = page.evaluate(SHARED)
    assert text == "Blue wins by 9 points · 12 : 3"
    assert (kind, width) == ("image/jpeg", SIZE[0])
    assert height > SIZE[1]
    assert n_lined > 1000


def test_where_nothing_can_be_shared_the_picture_is_saved(page: Page) -> None:
    scan(page)
    use(page, "Who won")

    with page.expect_download() as saving:
        use(page, "Share the picture")

    assert saving.value.suggested_filename == "tantrix.jpg"


def test_a_tile_under_the_lines_is_corrected_and_the_result_follows(new_page: NewPage) -> None:
    page = scan(new_page(**PHONE))
    page.get_by_role("button", name="Who won").tap()
    heading = page.locator(".scan-won h2")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    page.wait_for_function(IS_UNCOVERED, arg=".scan-players")
    expect(page.locator(".announcements")).to_contain_text(heading.inner_text())

    page.locator(".outline").first.tap()  # fails where a line lies over it
    expect(page.locator(".scan-correction h3")).to_be_in_viewport()
    page.get_by_role("button", name="Not a tile").tap()

    expect(page.locator(".scan-scores")).to_contain_text("blue: a line of 5 tiles")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator(".scan-scores")).to_contain_text("blue: a loop of 6 tiles")


def test_escape_and_done_lead_back_from_a_correction_to_the_row_of_its_tile(page: Page) -> None:
    scan(page)
    page.locator(".scan-tiles summary").click()
    row = page.locator(".scan-list button").filter(has_text="Tile 4")
    row.press("Enter")
    expect(page.locator(".scan-correction h3")).to_be_focused()

    page.keyboard.press("Escape")
    expect(row).to_be_focused()
    row.press("Enter")
    page.get_by_role("button", name="Done").click()

    expect(page.locator(".scan-correction")).to_have_count(0)
    expect(row).to_be_focused()


def test_two_sides_never_have_the_same_colour(page: Page) -> None:
    scan(page, "1@0,0^0 2@-1,0^3 5@0,-1^4", loose=((20, -100, -240), (40, 0, 240)))
    use(page, "Analyse")
    near, across = (page.get_by_role("group", name=f"{side}, tiles: 1") for side in ("Near you", "Across"))
    expect(near.get_by_role("radio", name="red")).to_be_focused()

    across.get_by_role("radio", name="red").check()

    expect(near.get_by_role("radio", name="blue")).to_be_checked()
    expect(across.get_by_role("radio", name="red")).to_be_checked()


def test_a_correction_does_not_exchange_the_colours_of_a_game_to_count(page: Page) -> None:
    scan(page, address=OF_A_GAME)
    una, vic = (page.get_by_role("group", name=name).get_by_role("radio") for name in ("Una", "Vic"))
    expect(una.and_(page.get_by_label("blue"))).to_be_checked()
    expect(vic.and_(page.get_by_label("red"))).to_be_checked()

    page.locator(".scan-tiles summary").click()
    page.locator(".scan-list button").filter(has_text="Tile 2").click()
    page.get_by_role("button", name="Not a tile").click()

    expect(page.locator(".scan-scores li")).to_have_count(2)
    expect(page.locator(".scan-scores")).to_contain_text("blue: a line of 5 tiles")
    expect(vic.and_(page.get_by_label("red"))).to_be_checked()  # though yellow has the longer line now


def test_a_position_that_cannot_be_is_refused_with_the_reason(page: Page) -> None:
    scan(page, WRONG)

    use(page, "Analyse")

    expect(page.locator("#scan-result")).to_contain_text("not match.")


def test_a_wrong_next_file_keeps_the_reading(page: Page) -> None:
    scan(page)

    give(page, b"hello, world, this is text", "text/plain")

    expect(page.get_by_role("alert")).to_contain_text("This is not a picture.")
    assert numbers(page) == [1, 2, 3, 4, 5, 6]


def test_a_next_picture_without_tiles_keeps_the_reading(page: Page) -> None:
    scan(page)

    give(page, photograph(""))

    expect(page.get_by_role("alert")).to_contain_text("No tiles were found.")
    assert numbers(page) == [1, 2, 3, 4, 5, 6]


def test_the_last_picture_and_its_corrections_are_there_after_a_reload_and_on_the_way_back(
    page: Page,
) -> None:
    scan(page)
    page.locator(".outline").first.click()
    page.get_by_role("button", name="Not a tile").click()
    expect(page.locator(".scan-side h2").first).to_have_text("5 tiles")

    page.reload()
    expect(page.locator(".scan-side h2").first).to_have_text("5 tiles")
    page.goto("/puzzles")
    page.go_back()

    expect(page.locator(".scan-side h2").first).to_have_text("5 tiles")


def test_without_a_connection_the_solver_is_asked_again_later(new_page: NewPage) -> None:
    page = scan(new_page(service_workers="block"))
    page.context.set_offline(True)
    use(page, "What can these tiles make")
    expect(page.locator("#scan-result")).to_contain_text("Needs a connection.")
    expect(page.locator(".scan-possible li")).to_have_count(0)

    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_role("link", name="A blue loop through all tiles")).to_be_visible()


def test_a_tile_that_the_eye_missed_is_tapped_named_and_taken_back(new_page: NewPage) -> None:
    page = scan(new_page(**PHONE), turned=0)
    page.get_by_role("button", name="Add a tile").tap()
    expect(page.locator(".scan-box")).to_be_focused()
    page.touchscreen.tap(*on_the_picture(page, 0.5, 0.06))  # where there is nothing to be seen

    expect(page.locator(".scan-side h2").first).to_have_text("7 tiles, 1 to check")
    expect(page.locator(".scan-box")).to_have_count(0)
    page.get_by_label("Number on its back").fill("40")
    page.get_by_label("Number on its back").press("Enter")
    expect(page.locator(".scan-side h2").first).to_have_text("7 tiles")
    page.reload()
    expect(page.locator(".scan-side h2").first).to_have_text("7 tiles")
    assert numbers(page) == [1, 2, 3, 4, 5, 6, 40]
    page.locator(".outline").last.tap()
    page.get_by_role("button", name="Not a tile").tap()

    expect(page.locator(".scan-side h2").first).to_have_text("6 tiles")
    assert numbers(page) == [1, 2, 3, 4, 5, 6]


def test_a_box_is_drawn_by_mouse_around_what_was_said_to_be_no_tile(page: Page) -> None:
    scan(page)
    tile = page.locator(".outline .pen").first.evaluate(
        "pen => { const { x, y, width, height } = pen.getBBox(); return [x, y, x + width, y + height]; }"
    )
    page.locator(".outline").first.click()
    page.get_by_role("button", name="Not a tile").click()
    expect(page.locator(".scan-side h2").first).to_have_text("5 tiles")

    page.get_by_role("button", name="Add a tile").click()
    expect(page.locator(".scan-box")).to_be_focused()
    left, top, right, bottom = (at / size for at, size in zip(tile, SIZE * 2, strict=True))
    page.mouse.move(*on_the_picture(page, left, top))
    page.mouse.down()
    page.mouse.move(*on_the_picture(page, right, bottom), steps=3)
    page.mouse.up()

    expect(page.locator(".scan-side h2").first).to_have_text("6 tiles")
    assert numbers(page) == [1, 2, 3, 4, 5, 6]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".scan-side h2").first).to_have_text("5 tiles")


def test_a_box_is_moved_and_left_by_keys(page: Page) -> None:
    scan(page, turned=0)
    add = page.get_by_role("button", name="Add a tile")
    add.press("Enter")
    expect(page.locator(".scan-box")).to_be_focused()
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(add).to_be_focused()

    add.press("Enter")
    for key in ["-"] * 3 + ["ArrowUp"] * 30:
        page.keyboard.press(key)
    page.keyboard.press("Enter")

    expect(page.locator(".scan-side h2").first).to_have_text("7 tiles, 1 to check")
    expect(page.locator(".scan-correction h3")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".scan-side h2").first).to_have_text("6 tiles")


def test_a_tile_that_is_partly_visible_counts_once_somebody_says_what_it_is(page: Page) -> None:
    scan(page, "1@0,0^0 2@-1,0^3 5@0,-1^4", loose=((40, -330, 0),), turned=0)
    expect(page.locator(".scan-side h2").first).to_have_text("3 tiles")
    expect(page.locator(".outline.cut")).to_have_count(1)

    page.locator(".scan-tiles summary").click()
    page.locator(".scan-list button").filter(has_text="Partly visible, not counted").click()
    page.locator(".scan-readings button").first.click()

    expect(page.locator(".scan-side h2").first).to_have_text("4 tiles")
    expect(page.locator(".outline.cut")).to_have_count(0)


def test_without_a_camera_a_phone_is_asked_for_a_file(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/scan")
    button = page.locator(".scan-ways > button")
    expect(button).to_have_text("Take a picture")
    button.tap()

    expect(page.get_by_role("alert")).to_contain_text("The camera cannot be used here.")
    expect(button).to_have_count(0)
    expect(page.get_by_text("Take a picture", exact=True)).to_be_visible()
    page.locator("input[capture]").set_input_files(file(photograph(LOOP)))
    expect(page.locator(".scan-side h2").first).to_have_text("6 tiles")


def test_a_position_is_analysed_with_the_racks_on_both_sides(page: Page) -> None:
    scan(page, "1@0,0^0 2@-1,0^3 5@0,-1^4", loose=((20, -100, -240), (30, 80, -240), (40, 0, 240)))
    use(page, "Analyse")
    expect(page.get_by_role("group", name="Across, tiles: 2")).to_be_visible()
    expect(page.get_by_role("group", name="Near you, tiles: 1")).to_be_visible()

    page.get_by_role("button", name="Open the analysis board").click()

    page.wait_for_url("**/analysis?position=*")
    expect(page.locator("tantrix-analysis")).to_be_visible()
    assert page.evaluate("JSON.parse(document.getElementById('study').textContent).laid.length") == 3


@pytest.mark.parametrize(
    ("content", "kind", "sentence"),
    [
        (b"hello, world, this is text", "text/plain", "This is not a picture."),
        (b"hello, world, this is text", "image/png", "This is not a picture."),
        (photograph(LOOP)[:2000], "image/png", "This picture is damaged."),
        (b"", "image/png", "This is not a picture."),
        (
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff\x08\x02\0\0\0",
            "image/png",
            "This picture has more than 64 million pixels.",
        ),
        (b"\0\0\0\x18ftypheic" + bytes(20), "image/heic", "This browser cannot read HEIC pictures."),
        (HUGE_JPEG, "image/jpeg", "This picture has more than 64 million pixels."),
        (b"GIF89a" + b"\xff" * 4 + bytes(20), "image/gif", "This picture has more than 64 million pixels."),
        (saved("JPEG")[:30], "image/jpeg", "This picture is damaged."),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml", "This is not a picture."),
        (b"%PDF-1.7 a letter that calls itself a picture", "image/jpeg", "This is not a picture."),
    ],
    ids=[
        "text", "no picture", "damaged", "empty", "huge", "heic", "huge jpeg", "huge gif", "cut off", "svg",
        "another type",
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_gets_a_sentence(
    page: Page, content: bytes, kind: str, sentence: str
) -> None:
    page.goto("/scan")

    give(page, content, kind)

    expect(page.get_by_role("alert")).to_contain_text(sentence)


def test_a_bomb_is_read_as_the_small_picture_that_it_says_it_is(page: Page) -> None:
    scan(page)

    give(page, BOMB)

    expect(page.get_by_role("alert")).to_contain_text("No tiles were found.")
    assert numbers(page) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "GIF"])
def test_the_usual_pictures_are_read(page: Page, kind: str) -> None:
    page.goto("/scan")

    give(page, saved(kind), f"image/{kind.lower()}")

    expect(page.locator(".scan-side h2").first).to_have_text("6 tiles")


def test_a_picture_without_tiles_is_said_to_have_none(page: Page) -> None:
    page.goto("/scan")

    give(page, photograph(""))

    expect(page.get_by_role("alert")).to_contain_text("No tiles were found.")


def test_a_picture_is_read_without_a_connection(context: BrowserContext, page: Page) -> None:
    page.goto("/scan")
    page.wait_for_function(ARE_BASICS_SAVED)
    page.close()

    context.set_offline(True)
    again = scan(context.new_page())

    expect(again.locator(".scan-side h2").first).to_have_text("6 tiles")
    use(again, "What can these tiles make")
    expect(again.locator("#scan-result")).to_contain_text("Needs a connection.")
    context.set_offline(False)


def test_the_puzzles_and_the_analysis_board_lead_to_the_page(page: Page) -> None:
    page.goto("/puzzles")
    page.get_by_role("navigation", name="Puzzles").get_by_role("link", name="Scan tiles").click()
    page.wait_for_url("**/scan")

    page.goto("/analysis")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("link", name="From a picture").click()

    page.wait_for_url("**/scan")
