"""What a browser saves to work without a connection."""

from datetime import timedelta
from importlib.resources import files

from starlette.testclient import TestClient

from tantrix.eye.weights import SHIPPED
from tantrix.server.offline.contents import files_below
from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.catalogue import PUZZLES
from tantrix.server.settings import Settings

WORKERS = ["/static/built/rules-worker.js", "/static/built/eye-worker.js"]
STATIC = files("tantrix.server").joinpath("static")


def test_all_puzzles_and_everything_that_pages_need_is_listed(client: TestClient) -> None:
    contents = client.get("/offline/contents").json()

    sources = {page["address"]: page["source"] for page in contents["pages"]}
    assert {puzzle.url for puzzle in PUZZLES.values()} < sources.keys()
    assert {"/offline", "/learn", "/puzzles", "/scan"} < sources.keys()
    version = contents["version"]
    names = ("built/page.css", "rules.wasm", "eye.wasm", "eye-weights.bin", "built/puzzle.js")
    assert {f"/static/{name}?v={version}" for name in names} < set(contents["files"])


def test_what_is_saved_without_being_asked_has_no_packs(client: TestClient) -> None:
    contents = client.get("/offline/contents?packs=false").json()

    addresses = {page["address"] for page in contents["pages"]}
    assert {"/offline/robot", "/learn", "/help", "/settings"} < addresses
    assert addresses.isdisjoint(puzzle.url for puzzle in PUZZLES.values())
    assert contents["files"] == client.get("/offline/contents").json()["files"]


def test_every_file_listed_is_there(client: TestClient) -> None:
    statuses = {
        file: client.get(file).status_code for file in client.get("/offline/contents").json()["files"]
    }

    assert {file for file, status in statuses.items() if status != 200} == set()
    assert "/static/icons/192.png" in set(files_below(STATIC))


def test_the_puzzle_of_a_day_too_far_ahead_is_unknown(client: TestClient, settings: Settings) -> None:
    day = day_of(settings.now_ms()) + timedelta(days=5)

    assert client.get(f"/offline/puzzles/daily-{day.isoformat()}").status_code == 404
    assert client.get("/offline/puzzles/discovery-3").status_code == 404


def test_only_the_workers_with_rules_and_eye_may_compile_webassembly(client: TestClient) -> None:
    policies = {
        path: client.get(path).headers["content-security-policy"]
        for path in ("/scan", "/static/built/scan.js", *WORKERS)
    }

    assert [path for path, policy in policies.items() if "wasm-unsafe-eval" in policy] == WORKERS


def test_only_the_page_that_scans_may_use_a_camera(client: TestClient) -> None:
    policies = {path: client.get(path).headers["permissions-policy"] for path in ("/scan", "/offline")}

    assert "camera=(self)" in policies["/scan"]
    assert "camera=()" in policies["/offline"]


def test_the_weights_of_the_eye_are_served_as_the_package_has_them(client: TestClient) -> None:
    assert client.get("/static/eye-weights.bin").content == SHIPPED.read_bytes()
