import json
import re
from collections.abc import Mapping
from threading import Event

import pytest
from starlette.testclient import TestClient

from tantrix.clock import TimeControlKind, parse_control
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tantrix.server.warmup import Warmup
from tantrix.server.wording.catalogues import translate
from tantrix.server.wording.time_controls import control_choices
from tests.server.support.table import Table, person, robot, stranger

PAGE = {"accept": "text/html"}
NAUGHTY = '<script>alert("x")</script> & "quotes" \u202e'


def test_the_page_of_a_custom_game_offers_the_robots(client: TestClient) -> None:
    text = client.get("/custom", headers=PAGE).text

    assert ('value="club"' in text, 'value="greedy"' in text) == (True, False)  # people choose by names
    assert 'lang="en"' in text


def test_the_form_starts_a_game_with_nothing_filled_in(client: TestClient) -> None:
    answer = client.post("/games", data={}, follow_redirects=False)

    assert answer.status_code == 303
    seats = Table(client, answer.headers["location"].rpartition("/")[2]).look()["game"]["seats"]
    assert [(seat["name"], seat["colour"], seat["robot"]) for seat in seats] == [
        ("You", "R", None),
        ("Greedy", "B", "greedy"),
    ]


def test_a_robot_is_chosen_beside_the_kind_of_its_seat(client: TestClient) -> None:
    form = {"seats": "2", "kind_1": "robot", "robot_1": "club", "robot_0": "random"}

    answer = client.post("/games", data=form, follow_redirects=False)
    refused = client.post("/games", data=form | {"colour_1": "R"}, headers=PAGE).text

    seats = Table(client, answer.headers["location"].rpartition("/")[2]).look()["game"]["seats"]
    assert [seat["robot"] for seat in seats] == [None, "club"]
    assert re.findall(r'<option value="(\w+)" selected', refused)[:2] == ["random", "club"]
    assert 'name="kind_1" value="robot" checked' in refused


FORMS: tuple[tuple[Mapping[str, str], str], ...] = (
    ({"seats": "3", "kind_1": "person", "kind_2": "robot:random"}, "RBY 56 draw-keep"),
    ({"seats": "doubles", "colour_0": "G", "colour_2": "B"}, "GBGB 56 draw-keep teams"),
    ({"tile_set": "64", "start": "random-opening"}, "RB 64 random-opening"),
    (
        {"forced_sides": "exactly-three", "deadlock": "pass"},
        "RB 56 draw-keep forced=exactly-three deadlock=pass",
    ),
)


@pytest.mark.parametrize(("form", "rules"), FORMS)
def test_the_form_decides_what_is_played(client: TestClient, form: Mapping[str, str], rules: str) -> None:
    answer = client.post("/games", data=dict(form), follow_redirects=False)

    assert Table(client, answer.headers["location"].rpartition("/")[2]).look()["game"]["rules"] == rules


BAD_FORMS = (
    {"colour_0": "R", "colour_1": "R"},
    {"colour_0": "X"},
    {"seats": "7"},
    {"kind_1": "robot:none"},
    {"kind_1": "nobody"},
    {"start": "whenever"},
    {"tile_set": "99"},
    {"seats": "doubles", "colour_0": "R", "colour_1": "R"},
)


FORM_ERRORS = (
    "Choose two, three or four seats, or doubles.",
    "Every player needs a different colour.",
    "Partners share a colour, and the two pairs need different ones.",
    "There is no such player.",
    "Some values are missing or out of range.",
)


@pytest.mark.parametrize("form", BAD_FORMS)
def test_an_invalid_form_is_shown_again(client: TestClient, form: dict[str, str]) -> None:
    answer = client.post("/games", data=form, headers=PAGE)

    assert answer.status_code == 422
    assert 'name="robot_1"' in answer.text


def test_an_invalid_form_keeps_what_was_filled_in(client: TestClient) -> None:
    form = {"seats": "doubles", "colour_0": "G", "colour_1": "G", "name_0": "Bo", "deadlock": "pass"}

    text = client.post("/games", data=form, headers=PAGE).text

    assert 'name="seats" value="doubles" checked' in text
    greens = re.findall('name="(colour_.)" value="G" checked', text)
    assert greens == ["colour_0", "colour_1"]
    assert 'name="name_0" maxlength="40" autocomplete="off" value="Bo"' in text
    assert 'name="deadlock" value="pass" checked' in text
    assert "Partners share a colour, and the two pairs need different ones." in text


@pytest.mark.parametrize("form", BAD_FORMS)
@pytest.mark.parametrize("language", ["ru", "pl"])
def test_errors_in_a_form_are_in_the_language_of_the_reader(
    client: TestClient, form: dict[str, str], language: str
) -> None:
    text = client.post("/games", data=form, headers={**PAGE, "accept-language": language}).text

    note = re.search(r'<p class="error-note" role="alert"[^>]*>(.*?)</p>', text)
    assert note is not None
    assert note[1] in {translate(language, sentence) for sentence in FORM_ERRORS}


def test_errors_out_of_range_are_in_the_language_of_the_reader(table: Table) -> None:
    path = f"/games/{table.id}/picture.svg?ply=65"

    page = table.client.get(path, headers={**PAGE, "accept-language": "pl"})
    problem = table.client.get(path, headers={"accept-language": "pl"}).json()

    assert page.status_code == 422
    assert "ply=65" in page.text
    assert translate("pl", "Some values are missing or out of range.") in page.text
    assert problem == {
        "code": "invalid",
        "detail": translate("pl", "Some values are missing or out of range."),
        "errors": ["query.ply: Input should be less than or equal to 64"],
    }


def test_a_multipart_form_without_fields_is_refused(client: TestClient) -> None:
    body = b"--x\r\nContent-Disposition: nonsense\r\n\r\n"
    headers = {"content-type": "multipart/form-data; boundary=x"}

    assert client.post("/games", content=body, headers=headers).status_code == 400


def test_the_game_page_carries_the_welcome(table: Table) -> None:
    table.play(2)

    answer = table.client.get(f"/games/{table.id}", headers=PAGE)

    assert _data(answer.text, "welcome") == table.look()
    assert _data(answer.text, "messages") == {}
    assert answer.headers["cache-control"] == "no-store"


def test_names_cannot_break_out_of_a_page(client: TestClient) -> None:
    table = Table.open(client, person("R", NAUGHTY), robot("B", "random"))

    for path in ("/", "/games", f"/games/{table.id}"):
        assert "<script>alert" not in client.get(path, headers=PAGE).text
    picture = client.get(f"/games/{table.id}/picture.svg").text
    assert "<script" not in picture


def test_no_page_has_inline_scripts_or_styles(table: Table) -> None:
    for path in ("/", "/games", f"/games/{table.id}", "/help", "/nothing"):
        text = table.client.get(path, headers=PAGE).text
        for script in re.findall(r"<script\b[^>]*>", text):
            assert "src=" in script or 'type="application/json"' in script
        assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=", text), path


def test_the_games_of_a_browser_are_listed_only_for_it(table: Table) -> None:
    table.play(1)

    assert f"/games/{table.id}" in table.client.get("/games", headers=PAGE).text
    assert f"/games/{table.id}" in table.client.get("/", headers=PAGE).text
    with stranger(table.client) as client:
        assert table.id not in client.get("/games", headers=PAGE).text


def test_a_rematch_is_the_same_game_again(client: TestClient) -> None:
    form = {"seats": "3", "kind_1": "person", "name_1": "Bo", "colour_0": "G", "start": "highest-in-hand"}
    first = client.post("/games", data=form, headers=PAGE)
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', first.text))

    again = client.post("/games", data=fields, headers=PAGE)

    before, after = _data(first.text, "welcome")["game"], _data(again.text, "welcome")["game"]
    assert (before["rules"], before["seats"]) == (after["rules"], after["seats"])
    assert before["id"] != after["id"]


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_every_page_exists_in_every_language(table: Table, language: str) -> None:
    table.client.post("/settings", data={"language": language, "next": "/help"})

    for path in ("/", "/games", f"/games/{table.id}", "/help", "/nothing"):
        assert f'lang="{language}"' in table.client.get(path, headers=PAGE).text


@pytest.mark.parametrize(
    "path", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere", "", "/\r\nX: y"]
)
def test_the_settings_never_redirect_to_another_site(client: TestClient, path: str) -> None:
    answer = client.post("/settings", data={"next": path}, follow_redirects=False)

    assert answer.headers["location"] == "/"


def test_the_settings_redirect_back_to_the_page(client: TestClient) -> None:
    form = {"language": "pl", "next": "/games/abc?ply=3"}

    answer = client.post("/settings", data=form, follow_redirects=False)

    assert answer.headers["location"] == "/games/abc?ply=3"


def test_an_unknown_language_is_not_stored(client: TestClient) -> None:
    client.post("/settings", data={"language": "tlh"})

    assert "tantrix_language" not in client.cookies


def test_an_error_is_a_page_for_a_browser_and_a_problem_for_a_program(client: TestClient) -> None:
    page = client.get("/games/abcdefghijkm", headers=PAGE)
    problem = client.get("/games/abcdefghijkm")
    in_api = client.get("/api/games/abcdefghijkm", headers=PAGE)

    assert page.status_code == 404 and "There is no such game." in page.text
    expected = {"code": "unknown_game", "detail": "There is no such game.", "errors": []}
    assert problem.json() == in_api.json() == expected


def test_pages_are_served_before_the_rules_are_compiled_and_games_wait_for_them(settings: Settings) -> None:
    compiled = Event()
    slow = Warmup(rules=lambda: _wait_for(compiled))
    with TestClient(create_app(settings, slow)) as client:
        page, before = client.get("/", headers=PAGE), client.get("/readyz").status_code
        compiled.set()
        Table.open(client)
        while client.get("/readyz").status_code != 200:
            pass

    assert (page.status_code, before) == (200, 503)


def _data(text: str, name: str) -> dict[str, dict[str, object]]:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: dict[str, dict[str, object]] = json.loads(found[1])
    return data


def _wait_for(event: Event) -> None:
    event.wait()


def test_the_deadlock_option_names_the_player_to_play_and_the_help_explains_it(
    client: TestClient,
) -> None:  # R3.4, R3.6, R3.7
    start, rules = client.get("/custom", headers=PAGE).text, client.get("/help", headers=PAGE).text

    assert "A player has no legal free placement" in start
    assert "on three or more of its sides" in rules
    assert "the game ends in a draw, whatever the scores: a deadlock" in rules
    assert "A player without tiles is skipped." in rules


@pytest.mark.parametrize(
    "path", ["/custom", "/puzzles/new", "/settings", "/tournaments/new", "/archive", "/analysis"]
)
def test_a_menu_has_more_than_five_choices(client: TestClient, path: str) -> None:
    assert (
        client.post("/sign-up", data={"name": "Ann", "password": "correct horse battery 9"}).status_code < 400
    )

    page = client.get(path).text

    menus = re.findall("<select.*?</select>", page, re.DOTALL)
    assert 'class="segmented"' in page
    assert [menu for menu in menus if menu.count("<option") <= 5] == []


def test_times_stand_in_order() -> None:
    controls = [parse_control(choice["value"]) for choice in control_choices("en")]

    lengths = [
        (control.kind is TimeControlKind.DAYS, control.base_ms, control.bonus_ms) for control in controls
    ]
    assert lengths == sorted(lengths)
