"""Access from a request to the services of the application."""

from typing import Any, TypeVar

from starlette.requests import HTTPConnection

_T = TypeVar("_T")


def service(connection: HTTPConnection, kind: type[_T]) -> _T:
    """Return the application's service of a class, as in `service(request, Settings)`."""
    services: Any = connection.app.state.services
    found: _T = services.find(kind)
    return found
