"""Pictures of games, frames for other sites, and the page for sharing a game."""

import re
from io import BytesIO

import pytest
from PIL import Image, ImageColor
from starlette.testclient import TestClient

from tantrix.pictures.draw import DARK_WITH_RIMS, brand
from tantrix.pictures.titles import title
from tantrix.record import parse_record
from tantrix.server.sharing.pictures import MAX_WIDTH, lit_lines
from tantrix.server.sharing.worker_calls import preview
from tests.server.support.table import Table, stranger


@pytest.mark.parametrize("kind", ["svg", "png", "gif"])
def test_a_picture_has_a_short_address_and_a_long_one(table: Table, kind: str) -> None:
    table.play(3)
    short = table.client.get(f"/games/{table.id}.{kind}")
    long = table.client.get(f"/games/{table.id}/picture.{kind}")

    assert short.status_code == 200
    assert short.content == long.content
    assert short.headers["content-type"].startswith(f"image/{kind}")
    assert short.headers["cross-origin-resource-policy"] == "cross-origin"


def test_only_pictures_of_a_game_that_is_over_are_cached(table: Table) -> None:
    table.play(2)
    before = table.client.get(f"/games/{table.id}/picture.gif?to=1&from=1")
    table.play_out()
    after = table.client.get(f"/games/{table.id}/picture.gif?to=1&from=1")

    assert before.content == after.content
    assert before.headers["cache-control"] == "no-store"
    assert "immutable" in after.headers["cache-control"]


def test_a_picture_with_names_is_kept_only_while_it_stays_the_same(table: Table) -> None:
    table.resign()
    path = f"/games/{table.id}/picture.svg"

    first = table.client.get(path)
    again = table.client.get(path, headers={"If-None-Match": first.headers["etag"]})
    other = table.client.get(f"{path}?theme=light", headers={"If-None-Match": first.headers["etag"]})

    assert first.headers["cache-control"] == "public, no-cache"
    assert (again.status_code, again.content, other.status_code) == (304, b"", 200)


def test_the_winners_lines_are_lit_once_the_game_is_over(table: Table) -> None:
    table.play(2)
    before = table.client.get(f"/games/{table.id}/picture.svg?lit=true").text
    table.play_out()

    after = table.client.get(f"/games/{table.id}/picture.svg?lit=true").text

    game = parse_record(table.client.get(f"/games/{table.id}/record").text).game()
    assert game.outcome
    lines = [game.best(game.rules.colours[seat]) for seat in game.outcome.winners]
    assert 'class="lit"' not in before
    assert after.count('class="lit"') == sum(len(line.cells) for line in lines)
    assert 'class="lit"' not in table.client.get(f"/games/{table.id}/picture.svg?lit=true&ply=9").text


def test_the_preview_of_a_won_game_has_the_colour_and_the_score_of_the_winner(table: Table) -> None:
    table.play_out()
    game = parse_record(table.client.get(f"/games/{table.id}/record").text).game()
    assert game.outcome
    colours = [game.rules.colours[seat] for seat in game.outcome.winners]
    ground = DARK_WITH_RIMS.link(colours[0]) if len(colours) == 1 else DARK_WITH_RIMS.tile
    laid, line = tuple(one.placement for one in game.laid), game.best(colours[0])

    shown = Image.open(BytesIO(table.client.get(f"/games/{table.id}/preview.png").content)).convert("RGB")
    won, open_ended = (preview(laid, 1200, 630, lit_lines([line]), score) for score in (line.score, None))

    assert shown.getpixel((5, 5)) == ImageColor.getrgb(ground)
    assert won.count('class="lit"') == open_ended.count('class="lit"') == len(line.cells)
    count = title(str(line.score), (52, 391), 200, DARK_WITH_RIMS.tile)
    assert (count in won, "scale(0.2)" in open_ended) == (True, False)
    assert (brand((80, 76)) in won, brand((80, 76)) in open_ended) == (True, False)


def test_links_and_frames_say_who_resigned_whatever_the_scores(table: Table) -> None:
    table.play(12)
    table.resign(0)
    ending = f"{table.look()['game']['seats'][1]['name']} won by resignation."

    page, frame = (table.client.get(f"{path}{table.id}").text for path in ("/games/", "/embed/"))

    assert re.search(f'property="og:description" content="[^"]*{ending}', page)
    assert f'<li class="quiet">{ending}</li>' in frame


def test_a_gif_shows_the_requested_plies(table: Table) -> None:
    table.play(5)

    data = table.client.get(f"/games/{table.id}/picture.gif?from=1&to=4&width=100&ms=200&theme=dark").content

    with Image.open(BytesIO(data)) as moving:
        assert (moving.n_frames, moving.size[0]) == (5, 100)
    assert table.client.get(f"/games/{table.id}.gif?to=6").json()["code"] == "unknown_ply"
    assert table.client.get(f"/games/{table.id}.gif?width=641").json()["code"] == "invalid"
    assert table.client.get("/games/abcdefghijkm.gif").json()["code"] == "unknown_game"


def test_no_picture_is_wider_than_a_page_shows_it(table: Table) -> None:
    table.play(2)

    data = table.client.get(f"/games/{table.id}/picture.png?width={MAX_WIDTH}").content
    too_wide = table.client.get(f"/games/{table.id}/picture.png?width={MAX_WIDTH + 1}")

    with Image.open(BytesIO(data)) as picture:
        assert picture.size[0] == MAX_WIDTH == 1200
    assert (too_wide.status_code, too_wide.json()["code"]) == (422, "invalid")


def test_other_sites_may_frame_the_embedded_board_and_no_other_page(table: Table) -> None:
    table.play(4)
    frame = table.client.get(f"/embed/{table.id}?ply=2&theme=dark")
    page = table.client.get(f"/games/{table.id}")

    assert "frame-ancestors *" in frame.headers["content-security-policy"]
    assert "x-frame-options" not in frame.headers
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-frame-options"] == "DENY"
    assert 'data-theme="dark"' in frame.text
    assert "ply-2" in frame.text


def test_a_frame_needs_no_session_and_gives_none(client: TestClient) -> None:
    table = Table.open(client)
    table.play(2)
    with stranger(client):
        frame = client.get(f"/embed/{table.id}")

    assert frame.status_code == 200
    assert "set-cookie" not in frame.headers


def test_a_frame_steps_without_scripts(table: Table) -> None:
    table.play(4)
    frame = table.client.get(f"/embed/{table.id}?ply=2&theme=light").text

    assert 'href="?ply=1&amp;theme=light"' in frame
    assert 'href="?ply=3&amp;theme=light"' in frame
    assert f"/games/{table.id}?ply=2" in frame
    assert table.client.get(f"/embed/{table.id}?ply=5").status_code == 404


def test_the_page_to_share_names_the_links(table: Table) -> None:
    table.play(3)
    page = table.client.get(f"/games/{table.id}/share?ply=2").text

    assert f"http://testserver/games/{table.id}?ply=2" in page
    assert f"http://testserver/embed/{table.id}?ply=2" in page
    assert f"http://testserver/games/{table.id}.gif" in page
