"""People with accounts who share one client, each with their own browser cookies."""

import sqlite3
from contextlib import closing
from typing import Any

import httpx2
from starlette.testclient import TestClient

from tantrix.server.database.folder import DATABASE
from tantrix.server.settings import Settings
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json

PASSWORD = "correct horse battery"


def sign_up(client: httpx2.Client, name: str) -> Json:
    """Create an account in a fresh browser and return its cookies, which the client keeps."""
    client.cookies.clear()
    answer = client.post(
        "/sign-up", data={"name": name, "password": PASSWORD, "next": "/"}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    return dict(client.cookies)


def become(client: TestClient, cookies: Json) -> TestClient:
    """Switch the client to a person's browser."""
    client.cookies.clear()
    client.cookies.update(cookies)
    return client


def rows(settings: Settings, query: str) -> list[Any]:
    """Return the rows of a query on the server's database."""
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database:
        return database.execute(query).fetchall()


def catch_up(client: TestClient) -> int:
    """Wait until all finished games are rated; return how many results that were."""
    return in_loop(client, services(client).rating_service.catch_up)
