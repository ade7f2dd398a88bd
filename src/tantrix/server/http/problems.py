"""Errors as they are told: a documented `Problem` to programs, a page to people."""

from collections.abc import Sequence
from http import HTTPStatus

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response

from tantrix.game import Verdict
from tantrix.server.http.refusals import Refusal
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.base import Problem
from tantrix.server.wording.catalogues import gettext_noop, translate

# Code: (status, sentence). A refusal of the game brings its own sentence.
_PROBLEMS = {
    "bad_request": (400, gettext_noop("The request could not be read.")),
    "foreign_origin": (403, gettext_noop("This request came from another site.")),
    "not_found": (404, gettext_noop("There is no such page.")),
    "unknown_game": (404, gettext_noop("There is no such game.")),
    "unknown_puzzle": (404, gettext_noop("There is no such puzzle.")),
    "unreadable_goal": (422, gettext_noop("This link does not say what the puzzle is.")),
    "unknown_ply": (404, gettext_noop("The game has not come to this ply.")),
    "game_in_play": (
        409,
        gettext_noop("This game is still being played. It can be analysed once it is over."),
    ),
    "method_not_allowed": (405, gettext_noop("This address does not take such a request.")),
    "not_begun": (409, gettext_noop("The game has not begun: a seat is still free.")),
    "too_large": (413, gettext_noop("The message is too large.")),
    "invalid": (422, gettext_noop("Some of what was sent is missing or out of range.")),
    "no_account": (404, gettext_noop("There is no such player.")),
    "no_words": (404, gettext_noop("There are no such words.")),
    "no_mute": (404, gettext_noop("Nobody is muted under this number.")),
    "no_challenge": (404, gettext_noop("This challenge is gone.")),
    "no_pool": (404, gettext_noop("There is no such pool.")),
    "rating_range": (403, gettext_noop("This challenge is for players with another rating.")),
    "too_many_challenges": (409, gettext_noop("You have five open challenges; take one back first.")),
    "no_report": (404, gettext_noop("There is no such open report.")),
    "not_moderator": (403, gettext_noop("Only moderators may look here.")),
    "yourself": (409, gettext_noop("That would be yourself.")),
    "no_session": (404, gettext_noop("There is no such session.")),
    "signed_in": (409, gettext_noop("You are already signed in.")),
    "signed_out": (403, gettext_noop("Sign in first.")),
    "other_account": (403, gettext_noop("Sign in first.")),
    "banned": (403, gettext_noop("This account may not play here.")),
    "name_taken": (409, gettext_noop("This name, or one that looks like it, is taken.")),
    "bad_name": (
        422,
        gettext_noop(
            "A name has 2 to 20 letters or digits of one script; single spaces or . _ - between them."
        ),
    ),
    "bad_password": (422, gettext_noop("A password has 10 to 200 letters.")),
    "wrong_password": (403, gettext_noop("Name and password do not belong together.")),
    "bad_reset": (403, gettext_noop("This link has been used, or it is too old.")),
    "bad_token": (401, gettext_noop("This token is unknown, or it was revoked.")),
    "missing_scope": (403, gettext_noop("This token was not made for that.")),
    "not_for_tokens": (403, gettext_noop("This cannot be done with a token; sign in with a browser.")),
    "token_limit": (429, gettext_noop("Too many requests with this token; wait a moment.")),
    "bad_token_wish": (422, gettext_noop("A token needs a name and at least one thing that it may do.")),
    "too_many_tokens": (409, gettext_noop("There are twenty tokens already; revoke one first.")),
    "too_many_puzzles": (
        409,
        gettext_noop("There are ten thousand puzzles already, and no more can be kept."),
    ),
    "no_token": (404, gettext_noop("There is no such token.")),
    "has_played": (409, gettext_noop("This account has played already, so it cannot become a robot's.")),
    "not_for_robots": (
        403,
        gettext_noop("Robots are not paired by chance: they challenge, and are challenged."),
    ),
    "bad_mail": (422, gettext_noop("This is no address of mail.")),
    "too_often": (429, gettext_noop("That was tried too often; wait a minute.")),
    "no_text": (422, gettext_noop("The file is no UTF-8 text.")),
    "no_records": (422, gettext_noop("Choose a file of records, or paste them.")),
    "internal": (500, gettext_noop("Something went wrong on the server.")),
    "busy": (503, gettext_noop("Too many ask for help at once; try again in a moment.")),
    "starting": (503, gettext_noop("The server is still getting ready; try again in a moment.")),
}

_REFUSED_STATUS = {
    "not_your_seat": 403,
    "stale_ply": 409,
    "not_begun": 409,
    "seat_taken": 409,
    "already_seated": 409,
    "time_over": 409,
    "paused": 409,
    "stood_in": 409,
    "not_owner": 403,
    "has_begun": 409,
    "account_needed": 403,
    "name_of_another": 403,
    "missing_scope": 403,
    "not_saved": 503,
    Verdict.GAME_OVER.name: 409,
}


MAX_GIVEN = 40  # letters of what was given, to be told of it


class ProblemError(Exception):
    """A request that cannot be answered; `errors` tell programs more, in English."""

    def __init__(self, code: str, *errors: str) -> None:
        super().__init__(code)
        self.code = code
        self.errors = errors


class RefusedError(Exception):
    """A message to a game that was refused."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def answer(connection: HTTPConnection, code: str, *errors: str) -> Response:
    """Answer with a problem, as a page if a page was asked for; a page never has the errors for programs."""
    status, sentence = _PROBLEMS[code]
    return _answer(connection, status, code, translate(language_of(connection), sentence), errors)


def answer_invalid(connection: HTTPConnection, wrong: str, *errors: str) -> Response:
    """Answer that something cannot be used: pages say what is `wrong`, programs are told `errors`."""
    status, sentence = _PROBLEMS["invalid"]
    detail = translate(language_of(connection), sentence)
    if _wants_page(connection):
        detail = f"{detail} {wrong}"
    return _answer(connection, status, "invalid", detail, errors)


def naming(connection: HTTPConnection, name: str, given: object) -> str:
    """Name a field that is wrong, and what was given in it: None if it is missing."""
    language = language_of(connection)
    if given is None:
        return translate(language, gettext_noop("“{name}” is missing.")).format(name=name)
    sentence = translate(language, gettext_noop("“{given}” cannot be used here."))
    return sentence.format(given=f"{name}={str(given)[:MAX_GIVEN]}")


def sentence_of(connection: HTTPConnection, code: str) -> str:
    """Return the sentence of a problem in the reader's language."""
    return translate(language_of(connection), _PROBLEMS[code][1])


def answer_refusal(connection: HTTPConnection, refusal: Refusal) -> Response:
    """Answer that the game refused a message and is unchanged."""
    status = _REFUSED_STATUS.get(refusal.code, 422)
    return _answer(connection, status, refusal.code, translate(language_of(connection), refusal.sentence))


def _answer(
    connection: HTTPConnection, status: int, code: str, detail: str, errors: Sequence[str] = ()
) -> Response:
    if _wants_page(connection):
        heading = translate(language_of(connection), _HEADINGS.get(status, HTTPStatus(status).phrase))
        return page(connection, "error.html", status, heading=heading, detail=detail)
    headers = {"Cache-Control": "no-store"}
    return JSONResponse(Problem(code=code, detail=detail, errors=[*errors]).model_dump(), status, headers)


_HEADINGS = {
    401: gettext_noop("Not allowed"),
    403: gettext_noop("Not allowed"),
    404: gettext_noop("Not found"),
    429: gettext_noop("One moment"),
    405: gettext_noop("Not possible"),
    409: gettext_noop("Not yet"),
    413: gettext_noop("Too large"),
    422: gettext_noop("Something is not right"),
    500: gettext_noop("Our mistake"),
    503: gettext_noop("One moment"),
}


def _wants_page(connection: HTTPConnection) -> bool:
    accepts_page = "text/html" in connection.headers.get("accept", "")
    return accepts_page and not connection.url.path.startswith("/api/")
