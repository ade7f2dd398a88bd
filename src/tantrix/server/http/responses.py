"""Error responses, a `Problem` for programs or a page for people, and their documentation in routes."""

from http import HTTPStatus
from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from tantrix.server.http.errors import Refusal
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.base import Problem
from tantrix.server.wording.catalogues import gettext_noop, translate

FOREVER = "public, max-age=31536000, immutable"  # Cache-Control for files that never change
MAX_GIVEN = 40  # how many characters of an invalid value are quoted

_PROBLEM = {
    "description": "Problem",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}

_HEADINGS = {
    401: gettext_noop("Not allowed"),
    403: gettext_noop("Not allowed"),
    404: gettext_noop("Not found"),
    429: gettext_noop("One moment"),
    405: gettext_noop("Not possible"),
    409: gettext_noop("Not yet"),
    413: gettext_noop("Too large"),
    421: gettext_noop("Not found"),
    422: gettext_noop("Something is not right"),
    500: gettext_noop("Our mistake"),
    503: gettext_noop("One moment"),
}

_RETRY_AFTER_S = {"being_made": 2}


def problem_answers(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Document the statuses for which an operation responds with a problem."""
    return {status: {"model": Problem} for status in statuses}


def file_answers(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Document an operation that responds with a file, or with a problem in JSON."""
    return {200: {"content": {media_type: {}}}, 404: _PROBLEM, 409: _PROBLEM, 422: _PROBLEM}


def stream_answers(media_type: str, description: str) -> dict[int | str, dict[str, Any]]:
    """Document an operation that responds with a stream of lines."""
    return {200: {"description": description, "content": {media_type: {"schema": {"type": "string"}}}}}


def answer(connection: HTTPConnection, refusal: Refusal) -> Response:
    """Return the response for an error, as a page if a page was requested; pages do not show `errors`."""
    return _answer(connection, refusal, sentence_of(connection, refusal))


def answer_invalid(connection: HTTPConnection, wrong: str, *errors: str) -> Response:
    """Return the response for an invalid value: `wrong` is for people, `errors` are for programs."""
    refusal = Refusal("invalid", *errors)
    detail = sentence_of(connection, refusal)
    return _answer(connection, refusal, f"{detail} {wrong}" if _wants_page(connection) else detail)


def naming(connection: HTTPConnection, name: str, given: object) -> str:
    """Name an invalid field and quote its value; a value of None means that it is missing."""
    language = language_of(connection)
    if given is None:
        return translate(language, gettext_noop("“{name}” is missing.")).format(name=name)
    sentence = translate(language, gettext_noop("“{given}” cannot be used here."))
    return sentence.format(given=f"{name}={str(given)[:MAX_GIVEN]}")


def sentence_of(connection: HTTPConnection, refusal: Refusal) -> str:
    """Return why something is refused, in the reader's language."""
    return refusal.sentence_in(language_of(connection))


def _answer(connection: HTTPConnection, refusal: Refusal, detail: str) -> Response:
    status = refusal.status
    if _wants_page(connection):
        heading = translate(language_of(connection), _HEADINGS.get(status, HTTPStatus(status).phrase))
        shown = page(connection, "error.html", status, heading=heading, detail=detail)
        if refusal.code in _RETRY_AFTER_S:  # browsers reload the page by themselves
            shown.headers["Refresh"] = str(_RETRY_AFTER_S[refusal.code])
        return shown
    problem = Problem(code=refusal.code, detail=detail, errors=[*refusal.errors])
    return JSONResponse(problem.model_dump(), status, {"Cache-Control": "no-store"})


def _wants_page(connection: HTTPConnection) -> bool:
    accepts_page = "text/html" in connection.headers.get("accept", "")
    return accepts_page and not connection.url.path.startswith("/api/")
