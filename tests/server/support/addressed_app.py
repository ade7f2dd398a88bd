"""An application whose requests come from an address that the test chooses."""

from starlette.types import Receive, Scope, Send

from tantrix.server.app import create_app
from tantrix.server.settings import Settings


class AddressedApp:
    """The server, to which every client seems to have the address in `address`."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self.address = "10.0.0.1"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            scope["client"] = (self.address, 1)
        await self.app(scope, receive, send)
