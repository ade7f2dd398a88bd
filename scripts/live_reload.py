"""Serve the site for `scripts/dev`: an open page reloads itself when the server restarts.

This server also has `/design`, the page of components.

Each page gets a script that keeps a socket open. The socket closes when the server stops; the script then
waits for the next server and loads the page again.
"""

import argparse
from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tantrix.server.app import create_app
from tantrix.server.home import design
from tantrix.server.options import ServerOptions
from tantrix.server.serve import run
from tantrix.server.settings import Settings

SOCKET = "/live-reload"
SCRIPT = "/live-reload.js"
TAG = f'<script src="{SCRIPT}"></script>'.encode()
RETRY_MS = 200
JAVASCRIPT = f"""
const isServed = () => fetch(location.href, {{ method: "HEAD" }}).then(() => true, () => false);
new WebSocket(`ws://${{location.host}}{SOCKET}`).onclose = async () => {{
  while (!(await isServed())) await new Promise((resolve) => setTimeout(resolve, {RETRY_MS}));
  location.reload();
}};
"""


def main() -> int:
    """Serve until stopped; return the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data", type=Path, required=True)
    options = parser.parse_args()
    return run(
        "127.0.0.1", options.port, ServerOptions(options.data), open_browser=False, make_app=reloading_app
    )


def reloading_app(settings: Settings) -> FastAPI:
    """Create the server with the script in its pages, and with the page of components."""
    app = create_app(settings)
    app.include_router(design.router)
    app.add_middleware(LiveReload)
    return app


class LiveReload:
    """Add the script to every page, and serve the script's socket."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == SOCKET:
            await wait_for_end(WebSocket(scope, receive, send))
        elif scope["type"] == "http" and scope["path"] == SCRIPT:
            await Response(JAVASCRIPT, media_type="text/javascript")(scope, receive, send)
        elif scope["type"] == "http":
            await self._app(uncompressed(scope), receive, with_script(send))
        else:
            await self._app(scope, receive, send)


async def wait_for_end(socket: WebSocket) -> None:
    """Keep a socket open until the page is left or the server stops."""
    await socket.accept()
    async for _ in socket.iter_text():
        pass


def uncompressed(scope: Scope) -> Scope:
    """Return the scope of a request that accepts no compressed answer, so that a script can be added."""
    return {
        **scope,
        "headers": [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"],
    }


def with_script(send: Send) -> Send:
    """Return a `send` that adds the script at the end of an answer in HTML."""
    is_page = False

    async def sending(message: Message) -> None:
        nonlocal is_page
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            is_page = headers.get("content-type", "").startswith("text/html")
            if is_page:
                del headers["content-length"]
        elif is_page and not message.get("more_body", False):
            message = {**message, "body": message.get("body", b"") + TAG}
        await send(message)

    return sending


if __name__ == "__main__":
    raise SystemExit(main())
