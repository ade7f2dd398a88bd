"""The web app manifest, which lets a browser install the site as an app."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from tantrix.server.http.templates import language_of
from tantrix.server.wording import catalogues as i18n

GROUND = "#141417"  # shown behind the icon while the app starts: the body colour of a tile
SHARED = "/archive/shared"  # answered by the service worker, which shows the record on the page of imports
_SIZES = (192, 512)

router = APIRouter(include_in_schema=False)


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """Return the manifest in the reader's language."""
    content = manifest_in(language_of(request))
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"}
    return JSONResponse(content, headers=headers, media_type="application/manifest+json")


def manifest_in(language: str) -> dict[str, Any]:
    """Return the content of the manifest."""

    def _(sentence: str) -> str:
        return i18n.translate(language, sentence)

    shortcuts = (
        (_("Play the computer"), "/"),
        (_("Today's puzzle"), "/puzzles/daily"),
        (_("Learn to play"), "/learn"),
    )
    return {
        "id": "/",
        "name": "Tantrix",
        "short_name": "Tantrix",
        "description": _(
            "Match the colours, block the other line, close a loop for double points. Two to four players,"
            " fifteen minutes."
        ),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "categories": ["games", "entertainment"],
        "icons": [*map(_icon, _SIZES), _icon(512, "maskable")],
        "screenshots": [
            _screenshot("table-wide", 1280, 800, "wide", _("Longest line wins.")),
            _screenshot("table", 780, 1688, "narrow", _("Longest line wins.")),
            _screenshot("gobble", 390, 844, "narrow", _("No turns: everybody plays at once")),
        ],
        "shortcuts": [{"name": name, "url": url} for name, url in shortcuts],
        "share_target": {
            "action": SHARED,
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"text": "text", "files": [{"name": "file", "accept": ["text/plain", ".tantrix"]}]},
        },
    }


def _icon(size: int, purpose: str = "any") -> dict[str, str]:
    name = f"{size}" if purpose == "any" else f"{size}-{purpose}"
    sizes = f"{size}x{size}"
    return {"src": f"/static/icons/{name}.png", "type": "image/png", "sizes": sizes, "purpose": purpose}


def _screenshot(name: str, width: int, height: int, form_factor: str, label: str) -> dict[str, str]:
    return {
        "src": f"/static/screenshots/{name}.webp",
        "type": "image/webp",
        "sizes": f"{width}x{height}",
        "form_factor": form_factor,
        "label": label,
    }
