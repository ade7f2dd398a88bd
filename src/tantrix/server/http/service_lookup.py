"""Access from a request to the services of the application."""

from typing import Protocol, TypeVar

from starlette.requests import HTTPConnection

_T = TypeVar("_T")


class ServiceSource(Protocol):
    """What has one service of each class."""

    def find(self, kind: type[_T]) -> _T:
        """Return the service of a class."""


def service(connection: HTTPConnection, kind: type[_T]) -> _T:
    """Return the application's service of a class, as in `service(request, Settings)`."""
    services: ServiceSource = connection.app.state.services
    return services.find(kind)
