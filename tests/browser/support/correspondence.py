"""Correspondence games of two people in their browsers, played by the API."""

from playwright.sync_api import Page

from tests.server.support.table import Json


def begin(ann: Page, bea: Page, name: str, control: str) -> str:
    """Begin a game of two people, in which it is Ann's turn; return its address."""
    seats = [{"kind": "person", "colour": "R"}, {"kind": "open", "colour": "B"}]
    posted = ann.request.post(
        "/api/challenges", data={"game": {"seats": seats, "control": control}, "to": name}
    )
    assert posted.ok, posted.text()
    url: str = bea.request.post(f"/api/challenges/{posted.json()['id']}/seats", data={}).json()["url"]
    while look(ann, url)["to_play"] == 1:
        lay(bea, url)
    return url


def look(page: Page, url: str) -> Json:
    position: Json = page.request.get(f"/api{url}").json()["position"]
    return position


def lay(page: Page, url: str) -> None:
    position = look(page, url)
    body = {"id": f"ply-{position['ply']}", "ply": position["ply"], "placement": position["placements"][0]}
    answer = page.request.post(f"/api{url}/placements", data=body)
    assert answer.ok, answer.text()


def play_turn(page: Page, url: str) -> None:
    """Lay Ann's tiles until it is Bea's turn."""
    while look(page, url)["to_play"] == 0:
        lay(page, url)
