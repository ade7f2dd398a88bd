"""Notices of correspondence games and invitations, as accounts see them."""

from tantrix.clock import DAY_MS
from tests.server.support.correspondence import DAYS, begin, play_turn, to_play
from tests.server.support.lobby_clients import WaitingRoom
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.table import of_type, receive_until


def notices(room: WaitingRoom, name: str) -> list[tuple[str, bool]]:
    """Return the kinds of a person's notices, newest first, and whether each has been read."""
    in_loop(room.client, services(room.client).deliverer.step)
    listed = room.ask(name, "GET", "/api/account/notices").json()["notices"]
    return [(each["kind"], each["is_read"]) for each in listed]


def test_an_invitation_is_announced_until_it_is_answered(room: WaitingRoom) -> None:
    room.cookies("BEA")
    room.posted("ANN", game=DAYS, to="BEA")
    invited = notices(room, "BEA")

    (challenge,) = room.ask("BEA", "GET", "/api/notices").json()["invitations"]
    room.ask("BEA", "DELETE", f"/api/challenges/{challenge['id']}")

    assert invited == [("invitation", False)]
    assert notices(room, "BEA") == [("invitation", True)]


def test_invitations_from_muted_players_are_not_announced(room: WaitingRoom) -> None:
    room.cookies("ANN")
    room.mute("BEA", "ANN")

    room.posted("ANN", game=DAYS, to="BEA")

    assert notices(room, "BEA") == []


def test_each_turn_is_announced_once_and_read_by_playing(room: WaitingRoom) -> None:
    game_id = begin(room)
    first, second = to_play(room, game_id)
    before = notices(room, first)

    play_turn(room, game_id)

    assert ("turn", False) in before
    assert ("turn", False) not in notices(room, first)
    assert ("turn", False) in notices(room, second)
    listed = room.ask(second, "GET", "/api/account/notices").json()["notices"]
    (notice,) = [each for each in listed if each["kind"] == "turn"]
    assert notice["text"] == f"It is your turn in the game with {first}."
    assert notice["url"] == f"/games/{game_id}"


def test_a_reminder_comes_a_day_before_time_runs_out_even_after_a_look_at_the_table(
    room: WaitingRoom, clock: ManualClock
) -> None:
    game_id = begin(room)
    first, _ = to_play(room, game_id)
    notices(room, first)
    room.ask(first, "POST", "/api/account/notices/read", {"url": f"/games/{game_id}"})

    clock.now_ms += 2 * DAY_MS - 1000
    early = notices(room, first)
    clock.now_ms += 1000

    assert ("reminder", False) not in early
    assert ("reminder", False) in notices(room, first)


def test_there_is_no_reminder_for_a_turn_that_was_played(room: WaitingRoom, clock: ManualClock) -> None:
    game_id = begin(room)
    first, _ = to_play(room, game_id)
    play_turn(room, game_id)

    clock.now_ms += 2 * DAY_MS

    assert "reminder" not in [kind for kind, _is_read in notices(room, first)]


def test_a_player_who_gives_up_does_not_see_the_result(room: WaitingRoom) -> None:
    game_id = begin(room)
    seat = 0
    body = {"type": "resign", "id": "resign", "seat": seat}
    assert room.ask("ANN", "POST", f"/api/games/{game_id}/commands", body).status_code == 200

    assert ("result", False) in notices(room, "BEA")
    assert "result" not in [kind for kind, _is_read in notices(room, "ANN")]


def command(room: WaitingRoom, name: str, game_id: str, **fields: object) -> None:
    body = {"id": f"{name}-{fields['type']}", **fields}
    assert room.ask(name, "POST", f"/api/games/{game_id}/commands", body).status_code == 200


def over(room: WaitingRoom) -> str:
    """Begin a game of Ann and Bea, and let Ann give it up; return its id."""
    game_id = begin(room)
    command(room, "ANN", game_id, type="resign", seat=0)
    return game_id


def offers(room: WaitingRoom, name: str) -> list[tuple[str, str, bool]]:
    """Return the sentence and address of each invitation of a person, and whether it is read."""
    notices(room, name)
    listed = room.ask(name, "GET", "/api/account/notices").json()["notices"]
    return [(each["text"], each["url"], each["is_read"]) for each in listed if each["kind"] == "invitation"]


def test_a_rematch_offer_is_announced_to_the_others_until_they_decline(room: WaitingRoom) -> None:
    game_id = over(room)
    command(room, "BEA", game_id, type="offer", kind="rematch")
    offered = offers(room, "ANN")

    command(room, "ANN", game_id, type="reply", kind="rematch", accept=False)

    assert offered == [("BEA would like a rematch.", f"/games/{game_id}", False)]
    assert offers(room, "ANN") == [("BEA would like a rematch.", f"/games/{game_id}", True)]
    assert [text for text, _url, _is_read in offers(room, "BEA")] == ["ANN invites you to a game."]


def test_a_rematch_offer_that_is_withdrawn_and_made_again_is_announced_once(room: WaitingRoom) -> None:
    game_id = over(room)
    command(room, "BEA", game_id, type="offer", kind="rematch")
    command(room, "BEA", game_id, type="reply", kind="rematch", accept=False)

    answer = room.ask(
        "BEA", "POST", f"/api/games/{game_id}/commands", {"type": "offer", "id": "again", "kind": "rematch"}
    )

    assert answer.status_code == 200
    assert offers(room, "ANN") == [("BEA would like a rematch.", f"/games/{game_id}", True)]


def test_a_rematch_offer_of_a_muted_player_is_not_announced(room: WaitingRoom) -> None:
    game_id = over(room)
    room.mute("ANN", "BEA")

    command(room, "BEA", game_id, type="offer", kind="rematch")

    assert offers(room, "ANN") == []


def test_the_first_turn_of_a_rematch_is_announced(room: WaitingRoom) -> None:
    game_id = over(room)
    command(room, "BEA", game_id, type="offer", kind="rematch")
    command(room, "ANN", game_id, type="offer", kind="rematch")

    url = room.client.get(f"/api/games/{game_id}").json()["rematch"]
    view = room.client.get(f"/api{url}").json()
    name = view["game"]["seats"][view["position"]["to_play"]]["name"]
    notices(room, name)

    listed = room.ask(name, "GET", "/api/account/notices").json()["notices"]
    assert [each["url"] for each in listed if each["kind"] == "turn" and not each["is_read"]] == [url]
    assert offers(room, "ANN")[0][2]


def test_a_game_with_a_clock_of_minutes_gives_no_notices(room: WaitingRoom) -> None:
    room.cookies("BEA")
    challenge = room.posted("ANN", game={"control": "10"}, to="BEA")
    room.take("BEA", challenge)

    assert notices(room, "ANN") == []
    assert [kind for kind, _ in notices(room, "BEA")] == ["invitation"]


def test_the_bell_rings_on_an_open_page_and_is_silent_once_all_is_read(room: WaitingRoom) -> None:
    room.cookies("BEA")
    cookie = "; ".join(f"{key}={value}" for key, value in room.cookies("BEA").items())
    with room.client.websocket_connect("/notices/socket", headers={"cookie": cookie}) as socket:
        first = receive_until(socket, of_type("bell"))[-1]
        room.posted("ANN", game=DAYS, to="BEA")
        second = receive_until(socket, of_type("bell"))[-1]
        room.ask("BEA", "POST", "/api/account/notices/read", {})
        silent = receive_until(socket, of_type("bell"))[-1]

    assert [bell["n_unread"] for bell in (first, second, silent)] == [0, 1, 0]
    assert second["newest"].startswith("invitation-")


def test_an_account_marks_only_its_own_notices_as_read(room: WaitingRoom) -> None:
    room.cookies("BEA")
    room.posted("ANN", game=DAYS, to="BEA")
    (notice,) = notices(room, "BEA")

    assert room.ask("eve", "POST", "/api/account/notices/read", {}).status_code == 403
    assert room.ask("ANN", "POST", "/api/account/notices/read", {}).status_code == 200
    assert notices(room, "BEA") == [notice]


def test_guests_have_neither_a_bell_nor_notices(room: WaitingRoom) -> None:
    assert room.ask("eve", "GET", "/api/account/notices").json()["code"] == "signed_out"
    assert room.client.get("/notices", follow_redirects=False).headers["location"].startswith("/sign-in")


def test_settings_are_kept_exported_and_go_with_the_account(room: WaitingRoom) -> None:
    form = {"bell-turn": "on", "push-turn": "on", "pace": "digest", "digest_minute": "07:30"}
    form |= {"has_quiet_hours": "on", "quiet_from": "22:00", "quiet_to": "08:00", "zone": "Europe/Warsaw"}
    room.cookies("ANN")
    room.client.cookies.update(room.cookies("ANN"))
    saved = room.client.post("/notices/settings", data=form, follow_redirects=False)

    settings = room.client.get("/account/export").json()["notice_settings"]
    refused = room.client.post("/notices/settings", data=form | {"zone": "Nowhere/Atall"})

    assert saved.status_code == 303
    assert (settings["bell"], settings["is_digest"], settings["digest_minute"]) == (["turn"], True, 450)
    assert (settings["quiet_from"], settings["quiet_to"], settings["zone"]) == (1320, 480, "Europe/Warsaw")
    assert refused.status_code == 422
