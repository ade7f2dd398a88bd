"""The pages of tournaments, without a script."""

import re

import pytest
from starlette.testclient import TestClient

from tantrix.server.admin.tournaments import check_tournaments, name_organiser
from tantrix.server.settings import Settings
from tests.server.support.clients import PASSWORD, become
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople


def test_a_club_evening_is_run_from_its_page(client: TestClient, settings: Settings) -> None:
    people = EventPeople.gather(client, "Ann")
    become(client, people.cookies["Ann"])
    made = client.post(
        "/tournaments/new", data={"name": "Club <night>", "preset": "club-evening", "n_games": "1"}
    )
    assert made.status_code == 303, made.text
    path = made.headers["location"]
    people.id = path.removeprefix("/tournaments/")
    for name in ("Paul", "=Mary", "Zoë"):
        assert client.post(path, data={"type": "enter", "name": name}).status_code == 303
    client.post(path, data={"type": "start"})
    for _ in range(3):
        view = people.wait(lambda view: view["state"] == "over" or '"is_over": false' in _text(view))
        for section in view["sections"]:
            for paired in section["rounds"]:
                for match in paired["matches"]:
                    if not match["is_over"]:
                        scores = {"first": "20", "second": "11", "first_penalty": "0", "second_penalty": ""}
                        fields = {"type": "scores", "match": match["id"], "number": "1", **scores}
                        assert client.post(path, data=fields).status_code == 303
    people.wait(lambda view: view["state"] == "over")

    shown = client.get(path).text
    assert "Club &lt;night&gt;" in shown
    assert "16.0" in shown and "Cross table" in shown
    assert 'role="img" aria-label="won, lost"' in shown  # the form of the second place
    assert "Sonneborn-Berger" in shown  # three entrants play all against all
    assert 'href="/puzzles"' in shown  # the header has its sections
    # closed, after all that players read
    for_players, for_organisers = shown.split('<details class="files">')
    assert 'id="chat"' in for_players and "SHA-256" not in for_players
    assert "SHA-256" in for_organisers and "standings.trf" in for_organisers
    assert "'=Mary" in client.get(f"{path}/results.csv").text
    assert client.get(f"{path}/standings.trf").text.startswith("012 Club")
    assert client.get("/tournaments").status_code == 200
    [checked] = check_tournaments(settings.data_dir)
    assert (checked.id, checked.problems) == (people.id, [])


def test_only_people_without_an_account_are_told_to_sign_in(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="club-evening")
    path = f"/tournaments/{people.id}"

    for name in ("Ann", "Bea"):
        assert "Sign in to enter" not in people.become(name).get(path).text
    client.cookies.clear()
    assert "Sign in to enter" in client.get(path).text


@pytest.mark.parametrize(
    ("preset", "options", "expected"),
    [
        ("open", {}, ""),
        ("open", {"tile_set": 64}, " · 64 tiles"),
        ("booklet", {}, ""),  # its name says it
        ("booklet", {"tile_set": 56}, " · 56 tiles"),
    ],
)
def test_the_page_tells_the_rules_that_its_kind_does_not_tell(
    client: TestClient, preset: str, options: dict[str, int], expected: str
) -> None:
    people = EventPeople.gather(client, "Ann")
    people.create("Ann", preset=preset, **options)

    shown = client.get(f"/tournaments/{people.id}").text

    assert re.search(rf"per minute{expected}</span></p>", shown), shown[:3000]


def test_who_has_entered_reads_so_and_gets_the_link_of_a_private_tournament(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann")
    path = f"/tournaments/{people.id}"

    assert "You're in." not in people.become("Bea").get(path).text
    assert "Copy the link" not in people.become("Bea").get(path).text
    people.do("Bea", "enter")

    shown = people.become("Bea").get(path).text
    assert "You&#39;re in. You will be called when it begins." in shown
    assert f'data-copy="http://testserver{path}"' in shown
    assert "Withdraw your entry" in shown


def test_who_must_check_in_is_not_told_that_nothing_is_left_to_do(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    people.create("Ann", starts_at="2099-01-01T20:00:00Z", check_in_minutes=30)
    people.do("Ann", "enter")

    shown = people.become("Ann").get(f"/tournaments/{people.id}").text

    assert "The check-in opens:" in shown
    assert "You&#39;re in." not in shown


def _text(view: object) -> str:
    return str(view).replace("'is_over': False", '"is_over": false')


def test_a_bracket_is_drawn_and_an_appointment_goes_to_the_calendar(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan")
    people.create("Ann", preset="knock-out", days=5)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    view = people.wait(lambda view: bool(view["sections"]))
    match = view["sections"][0]["rounds"][0]["matches"][0]
    names = {each["id"]: each["name"] for each in view["entrants"]}
    first, second = names[match["first"]], names[match["second"]]
    path = f"/tournaments/{people.id}"
    become(client, people.cookies[first])
    proposed = client.post(path, data={"type": "propose", "match": match["id"], "at": "2023-11-15T20:00"})
    assert proposed.status_code == 303
    assert "Accept" in become(client, people.cookies[second]).get(path).text
    client.post(path, data={"type": "accept", "match": match["id"], "at": "2023-11-15T20:00:00Z"})

    shown = client.get(path).text

    assert '<svg class="bracket"' in shown
    assert 'data-until="2023-11-19T22:13:20Z"' in shown  # five days after the start
    assert '<svg class="bracket"' in client.get(f"/embed{path}").text
    assert "DTSTART:20231115T200000Z" in client.get(f"{path}/matches/{match['id']}.ics").text
    for language in ("pl", "ru"):
        client.cookies.set("tantrix_language", language)
        assert client.get(path).status_code == 200


def test_an_invalid_form_is_shown_again(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    become(client, people.cookies["Ann"])
    assert client.get("/tournaments/new").status_code == 200

    answer = client.post("/tournaments/new", data={"name": "x", "preset": "open", "most": "1"})

    assert answer.status_code == 422
    assert "most" in answer.text


def test_nobody_creates_a_tournament_without_an_account(client: TestClient) -> None:
    assert client.get("/tournaments/new").headers["location"].startswith("/sign-in")
    assert client.post("/tournaments/new", data={"name": "x"}).status_code == 403


def test_the_operator_names_another_organiser(client: TestClient, settings: Settings) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann")

    name_organiser(settings.data_dir, people.id, "Bea")

    assert people.look()["organiser"] == "Bea"
    assert people.code("Ann", "cancel") == "not_organiser"
    with pytest.raises(ValueError, match="id of a tournament"):
        name_organiser(settings.data_dir, "nothing", "Bea")


def test_options_are_changed_until_the_start_and_the_password_is_kept(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", password="owl", n_rounds=3)
    path = f"/tournaments/{people.id}"
    become(client, people.cookies["Bea"])
    assert client.get(f"{path}/edit").status_code == 403
    become(client, people.cookies["Ann"])
    assert 'value="Friday Fifteen"' in client.get(f"{path}/edit").text

    changed = {"name": "Saturday", "most": "9", "starts_at": "2023-11-20T18:00", "n_rounds": "2"}
    assert client.post(f"{path}/edit", data=changed).status_code == 303

    view = people.look()
    assert (view["name"], view["most"], view["starts_at"]) == ("Saturday", 9, "2023-11-20T18:00:00Z")
    assert view["stages"][0]["n_rounds"] == 2
    assert people.code("Bea", "enter", password="cat") == "wrong_entry_password"
    become(client, people.cookies["Ann"])
    assert "DTSTART:20231120T180000Z" in client.get(f"{path}/calendar.ics").text
    assert client.post(f"{path}/edit", data={**changed, "most": "1"}).status_code == 422
    client.post(f"{path}/edit", data={**changed, "no_password": "yes"})
    for name in ("Bea", "Cyd"):
        people.do(name, "enter")
    people.do("Ann", "start")
    assert become(client, people.cookies["Ann"]).get(f"{path}/edit").status_code == 409


def test_a_game_in_play_is_shown_on_all_pages_of_a_tournament(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="all-play-all")
    for name in people.cookies:
        people.do(name, "enter")
    assert _next_match(people, "Bea") is None
    people.do("Ann", "start")
    people.wait(lambda view: bool(people.games_in_play(view)))
    [game] = people.games_in_play()
    path = f"/tournaments/{people.id}"

    assert f'src="/games/{game}/picture.svg"' in client.get(f"{path}/boards").text
    assert 'class="blank"' in client.get(f"{path}/sheet").text
    mine = _next_match(people, "Bea")
    assert mine is not None
    assert (mine["opponent"], mine["url"], mine["is_in_play"]) == ("Ann", f"/games/{game}", True)
    assert client.get(f"/api/games/{game}").json()["game"]["tournament"] == path
    people.play(game)
    people.wait(lambda view: view["state"] == "over")
    assert _next_match(people, "Bea") is None

    assert "Control" in client.get(f"{path}/records").text
    framed = client.get(f"/embed{path}")
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    assert client.get("/tournaments/past").status_code == 200
    for page in ("boards", "sheet", "rounds/1-all-1"):
        assert client.get(f"{path}/{page}").status_code == 200
    assert client.get(f"{path}/rounds/1-all-9").status_code == 404
    assert client.get(f"{path}/calendar.ics").status_code == 404


def _next_match(people: EventPeople, name: str) -> Json | None:
    answer = become(people.client, people.cookies[name]).get("/api/account/match")  # type: ignore[arg-type]
    match: Json | None = answer.json()["match"]
    return match


def test_a_tournament_goes_on_when_its_organiser_closes_the_account(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", preset="all-play-all")
    for name in ("Bea", "Cyd"):
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(people.games_in_play(view)))
    become(client, people.cookies["Ann"])
    closed = client.post("/account/close", data={"password": PASSWORD})
    assert closed.status_code == 303, closed.text

    people.play(people.games_in_play()[0])

    view = people.wait(lambda view: view["state"] == "over")
    assert view["organiser"] is None
    client.cookies.clear()
    assert "The organiser is gone" in client.get(f"/tournaments/{people.id}").text


def test_who_withdraws_before_the_start_is_not_listed_any_more(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", preset="all-play-all")
    for name in people.cookies:
        people.do(name, "enter")
    page = f"/tournaments/{people.id}"

    people.do("Cyd", "withdraw")

    assert client.get(page).text.count("/players/Cyd") == 0
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))
    assert client.get(page).text.count("/players/Cyd") == 0
    people.do("Bea", "withdraw")
    assert "/players/Bea" in client.get(page).text


def test_the_list_of_tournaments_says_the_hour_of_a_start(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    in_loop(client, services(client).moderation.set_moderator, "Ann", True, "the test")
    people.create("Ann", preset="all-play-all", is_listed=True, starts_at="2030-12-05T19:30:00Z")

    assert "2030-12-05 19:30 UTC" in client.get("/tournaments").text
