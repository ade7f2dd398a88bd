"""A page for visitors without a cookie is made once for all of them, and nobody else gets it."""

from collections.abc import Iterator
from dataclasses import replace

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from tantrix._tools.server_options import ServerOptions
from tantrix.server.app import create_app
from tantrix.server.http.security import HEADERS
from tantrix.server.http.visitor_pages import MAX_BYTES, PATHS, VisitorPageMiddleware
from tantrix.server.serve import settings_of
from tantrix.server.settings import Settings
from tests.server.support.api_client import make_token
from tests.server.support.clients import sign_up
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.manual_clock import ManualClock

LIFE_MS = 1000
LIST = "/watch/games"


class Changed:
    """A server whose list of games in play a visitor got just before one more game began."""

    def __init__(self, client: TestClient, clock: ManualClock) -> None:
        self.client = client
        self.clock = clock
        self.before = self.get()
        seats = [{"colour": "R", "kind": "person"}, {"colour": "B", "kind": "open"}]
        opened = client.post("/api/games", json={"seats": seats, "listing": "open"}).json()
        client.cookies.clear()
        self.game = f'href="/games/{opened["id"]}"'
        client.post(f"/api/games/{opened['id']}/seats", json={"seat": 1})
        client.cookies.clear()

    def get(self, address: str = LIST, method: str = "GET", **headers: str) -> httpx2.Response:
        return self.client.request(method, address, headers=headers)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, ManualClock]]:
    clock, folder = ManualClock(), migrated_folder(tmp_path_factory.mktemp("visitors"))
    with TestClient(create_app(Settings(folder, now_ms=clock, visitor_page_ms=LIFE_MS))) as client:
        yield client, clock


@pytest.fixture
def server(running: tuple[TestClient, ManualClock]) -> Changed:
    client, clock = running
    clock.now_ms += 60_000
    client.cookies.clear()
    return Changed(client, clock)


def test_a_visitor_gets_the_page_of_another_one_for_a_second_and_then_a_new_one(server: Changed) -> None:
    again = server.get()
    server.clock.now_ms += LIFE_MS
    later = server.get()

    assert again.content == server.before.content
    assert again.headers.items() == server.before.headers.items()
    assert server.game not in again.text
    assert server.game in later.text


def test_a_clock_that_was_set_back_keeps_no_page() -> None:
    clock, answers = ManualClock(), _CountedPages(200, {"Vary": "Cookie, Accept-Language"}, b"x")
    client = TestClient(VisitorPageMiddleware(answers, LIFE_MS, clock))
    client.get("/")
    clock.now_ms -= 3_600_000
    client.get("/")
    client.get("/")

    assert answers.n == 2


@pytest.mark.parametrize(
    "headers",
    [
        {"cookie": "tantrix_theme=dark"},
        {"cookie": ""},
        {"accept-language": "nl"},
        {"accept-encoding": "identity"},
        {"host": "tantrix.example"},
    ],
    ids=lambda headers: "-".join(next(iter(headers.items()))),
)
def test_a_cookie_a_language_an_encoding_and_a_name_have_their_own_page(
    server: Changed, headers: dict[str, str]
) -> None:
    page = server.get(**headers)

    assert page.content != server.before.content
    assert server.game in page.text


def test_an_address_with_a_query_has_its_own_page(server: Changed) -> None:
    assert server.game in server.get(f"{LIST}?from=mail").text


def test_a_language_that_is_asked_for_in_other_words_gets_the_same_page(server: Changed) -> None:
    assert server.get(**{"accept-language": "en-GB,en;q=0.8,xx;q=0.5"}).content == server.before.content


def test_a_token_gets_no_page_of_a_visitor(server: Changed) -> None:
    sign_up(server.client, "Robina")
    token = make_token(server.client, ["read"])
    server.client.cookies.clear()

    assert server.get().status_code == 200
    assert server.get(Authorization=f"Bearer {token}").status_code == 403


def test_an_account_and_then_a_visitor_each_get_their_own_page(server: Changed) -> None:
    server.clock.now_ms += LIFE_MS
    cookies = sign_up(server.client, "Tobias")
    own = server.get("/")
    server.client.cookies.clear()
    visitors = server.get("/")
    server.client.cookies.update(cookies)

    assert "Tobias" in own.text
    assert "Tobias" not in visitors.text
    assert "Tobias" in server.get("/").text


def test_a_preview_is_answered_as_the_page_is(server: Changed) -> None:
    head = server.get(method="HEAD")

    assert head.content == b""
    assert head.headers.items() == server.before.headers.items()


def test_a_tag_is_not_needed_and_changes_nothing(server: Changed) -> None:
    again = server.get(**{"if-none-match": "*", "if-modified-since": "Sun, 29 Nov 2026 01:00:00 GMT"})

    assert again.status_code == 200
    assert again.content == server.before.content


def test_browsers_and_proxies_keep_no_page_and_its_headers_are_complete(server: Changed) -> None:
    headers = server.get().headers

    assert headers["cache-control"] == "no-store"
    assert headers["vary"] == "Cookie, Accept-Language, Accept-Encoding"
    assert {name: headers[name] for name in HEADERS} == HEADERS


def test_no_listed_page_gives_a_visitor_a_cookie_or_differs_from_the_one_made_for_them(
    settings: Settings,
) -> None:
    clock = ManualClock()
    app = create_app(replace(settings, now_ms=clock))
    with TestClient(app) as plain:
        cached = TestClient(VisitorPageMiddleware(app, LIFE_MS, clock))
        for path in sorted(PATHS):
            made, first, second = plain.get(path), cached.get(path), cached.get(path)

            assert made.status_code == 200, path
            assert "set-cookie" not in made.headers, path
            assert made.headers["vary"].startswith("Cookie, Accept-Language"), path
            assert made.content == first.content == second.content, path


def test_a_server_on_a_port_keeps_pages_for_a_second_at_most() -> None:
    assert 0 < settings_of(ServerOptions()).visitor_page_ms <= LIFE_MS


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (404, {"Vary": "Cookie, Accept-Language"}),
        (200, {"Vary": "Cookie, Accept-Language", "Set-Cookie": "a=b"}),
        (200, {"Vary": "Cookie"}),
        (200, {}),
    ],
)
def test_an_error_a_cookie_and_what_is_not_a_page_is_never_kept(status: int, headers: dict[str, str]) -> None:
    answers = _CountedPages(status, headers, b"x")
    client = TestClient(VisitorPageMiddleware(answers, LIFE_MS, ManualClock()))

    assert [client.get("/").status_code for _ in range(3)] == [status] * 3
    assert answers.n == 3


def test_no_more_is_kept_than_fits_even_under_many_names() -> None:
    answers = _CountedPages(200, {"Vary": "Cookie, Accept-Language"}, bytes(MAX_BYTES // 4))
    client = TestClient(VisitorPageMiddleware(answers, LIFE_MS, ManualClock()))

    for _ in range(2):
        for number in range(6):
            client.get("/", headers={"Host": f"{number}.example"})

    assert answers.n == 8  # the first four were kept, the others were made twice


class _CountedPages:
    """An application that counts the requests and answers all of them alike."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.n = 0
        self._status, self._body = status, body
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        self.n += 1
        start: Message = {"type": "http.response.start", "status": self._status, "headers": self._headers}
        await send(start)
        await send({"type": "http.response.body", "body": self._body})
