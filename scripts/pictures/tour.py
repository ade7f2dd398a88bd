"""Take the pictures of docs/pictures/pages: seven pages, three languages, light and dark, desktop and phone.

Uses a server with an invented past, four people with a browser each, and Debian's Chromium. The pictures are
WebP files of about twenty kilobytes each.
"""

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import APIRequestContext, Browser, Page

from scripts.past_results import write_past
from scripts.pictures.chromium import DESKTOP, PHONE
from scripts.pictures.studio import PICTURES, answer_of, picturing
from tantrix.record import parse_record
from tantrix.robots import find

PAGES = PICTURES / "pages"
PASSWORD = "correct horse battery"
N_PAST = 300
WIDTH = 800
QUALITY = 72

LOCALES: Mapping[str, str] = {"en": "en-GB", "ru": "ru-RU", "pl": "pl-PL"}


class Stage(NamedTuple):
    """What is on the server: people by name, and the paths of the pages."""

    people: Mapping[str, APIRequestContext]
    paths: Mapping[str, str]


class Shot(NamedTuple):
    """A picture: its page, language, theme and device."""

    what: str
    language: str
    scheme: str
    device: str

    @property
    def file(self) -> Path:
        return PAGES / f"{self.what}-{self.language}-{self.scheme}-{self.device}.webp"


def main() -> None:
    """Set the stage and take all pictures."""
    PAGES.mkdir(parents=True, exist_ok=True)
    past = Past()
    with picturing(past.write) as (browser, url):
        stage = set_stage(browser, url)
        past.set_moderator("Ottilie")
        for shot in shots([*stage.paths]):
            if shot.what in (sys.argv[1:] or stage.paths):
                take(browser, url, stage, shot)


class Past:
    """The part of the server's operator: write a past of rated games, and make a moderator."""

    def write(self, data: Path) -> None:
        """Fill the folder of the server."""
        self._data = data
        write_past(data, int(time.time() * 1000), N_PAST)

    def set_moderator(self, name: str) -> None:
        """Give the moderator role to an account, or revoke it."""
        admin = [sys.executable, "-m", "tantrix", "admin", "moderator"]
        subprocess.run([*admin, "--data", str(self._data), name], check=True)


def shots(names: Sequence[str]) -> Iterator[Shot]:
    """List the pictures: each page light and dark on a desktop and dark on a phone, each in a language."""
    looks = (("light", "desktop"), ("dark", "desktop"), ("dark", "phone"))
    for number, name in enumerate(names):
        for n, language in enumerate(LOCALES):
            yield Shot(name, language, *looks[(number + n) % 3])


def set_stage(browser: Browser, url: str) -> Stage:
    """Sign people up, let them play, and open tables."""
    people = {name: sign_up(browser, url, name) for name in ("Ottilie", "Jan", "Мария", "Łukasz")}
    ottilie, jan, maria, lukasz = people.values()
    for n, pair in enumerate(((maria, jan), (jan, lukasz), (jan, ottilie), (jan, maria), (ottilie, jan))):
        over = play(*pair, 64, rated=n > 1, listing="open", control="15 tournament", seed=n)
    game = play(ottilie, maria, 26, rated=True, listing="open", control="15 tournament")
    play(jan, lukasz, 12, listing="open", control="5+3")
    challenges = ((ottilie, "3+2", True), (maria, "15 tournament", True), (lukasz, "2 days", False))
    for who, control, is_rated in challenges:
        offered = {"seats": seats_of("R", "B"), "control": control, "rated": is_rated}
        answer_of(who, "/api/challenges", {"game": offered})
    write_disputes(people, play(jan, lukasz, 4))
    paths = {"lobby": "/lobby", "game": game, "end": over, "player": "/players/Ann"}
    more = {"archive": "/archive?player=Jan", "moderation": "/moderation", "mutes": "/mutes"}
    return Stage(people, {**paths, **more})


def write_disputes(people: Mapping[str, APIRequestContext], table: str) -> None:
    """Write chat messages that get reported, and have two people muted."""
    jan, lukasz = people["Jan"], people["Łukasz"]
    words = ((jan, "Are you asleep?"), (lukasz, "I am thinking."), (jan, "You always were slow in the head."))
    for n, (who, text) in enumerate(words):
        say = {"type": "say", "id": f"say-{n}", "channel": "players", "text": text}
        answer_of(who, f"/api{table}/words", say)
    report = {"reason": "insult", "note": "It has been like this all evening."}
    answer_of(lukasz, f"/api{table}/words/{len(words)}/reports", report)
    answer_of(people["Мария"], "/api/players/Jan/reports", {"reason": "cheating", "note": ""})
    answer_of(people["Ottilie"], "/api/players/Jan/mute", {})
    answer_of(people["Ottilie"], "/api/players/Bea/mute", {})


def sign_up(browser: Browser, url: str, name: str) -> APIRequestContext:
    requests = browser.new_context(base_url=url).request
    answer = requests.post("/sign-up", form={"name": name, "password": PASSWORD})
    if not answer.ok:
        sys.exit(f"/sign-up answered {answer.status} to {name}")
    return requests


def seats_of(mine: str, *others: str) -> list[dict[str, str]]:
    """List a seat for oneself, then free seats."""
    return [{"colour": mine, "kind": "person"}, *({"colour": each, "kind": "open"} for each in others)]


def play(
    one: APIRequestContext, other: APIRequestContext, n_plies: int, seed: int = 1, **options: Any
) -> str:
    """Let two people play the choices of the robot `forecast` up to a ply; return the path of the game."""
    created = answer_of(one, "/api/games", {"seats": seats_of("R", "B"), **options})
    id = created["id"]
    answer_of(other, f"/api/games/{id}/seats", {"seat": 1})
    robot, rng = find("forecast"), Random(seed)
    for ply in range(n_plies):
        game = parse_record(one.get(f"/games/{id}/record").text()).game()
        if game.is_over:
            break
        place = {"id": f"shot-{ply}", "ply": ply, "placement": str(robot.choose(game, rng))}
        answer_of((one, other)[game.to_play], f"/api/games/{id}/placements", place)
    return str(created["url"])


def take(browser: Browser, url: str, stage: Stage, shot: Shot) -> None:
    """Take a picture of what Ottilie sees."""
    device = PHONE if shot.device == "phone" else DESKTOP
    context = browser.new_context(
        base_url=url,
        storage_state=stage.people["Ottilie"].storage_state(),
        locale=LOCALES[shot.language],
        color_scheme="dark" if shot.scheme == "dark" else "light",
        reduced_motion="reduce",
        **device,
    )
    page = context.new_page()
    page.goto(stage.paths[shot.what])
    save(page, shot.file)
    context.close()


def save(page: Page, file: Path) -> None:
    """Save a small picture of the screen once images have loaded; a page's socket never becomes idle."""
    page.locator("main :is(h1, svg)").first.wait_for(state="attached")
    page.wait_for_load_state("load")
    page.evaluate("Promise.all([...document.images].map((one) => one.loading === 'lazy' || one.decode()))")
    image = Image.open(BytesIO(page.screenshot())).convert("RGB")
    width = min(WIDTH, image.width // 2) if image.width < image.height else WIDTH
    image.resize((width, image.height * width // image.width), Image.Resampling.LANCZOS).save(
        file, "WEBP", quality=QUALITY, method=6
    )


if __name__ == "__main__":
    main()
