"""The page of components, `/design`: each component in all its states, for people who write pages.

Only the development server has it (`scripts/dev`).
"""

from pathlib import Path

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from tantrix.server.http.templates import language_of, page
from tantrix.server.wording.robots import start_page_robots

SHEETS = "game chat analysis lobby start puzzle learn gobble players archive tournaments api design".split()
COMPONENTS = Path(__file__).resolve().parents[4] / "web/components"
COLOURS = (
    "ground",
    "surface",
    "sunk",
    "table",
    "ink",
    "ink-2",
    "ink-3",
    "edge",
    "tile",
    "red",
    "yellow",
    "green",
    "blue",
    "red-ink",
    "yellow-ink",
    "green-ink",
    "blue-ink",
)

router = APIRouter(include_in_schema=False)


@router.get("/design")
async def show_components(request: Request) -> Response:
    return page(
        request,
        "home/design.html",
        colours=COLOURS,
        robots=start_page_robots(language_of(request)),
        sheets=SHEETS,
        screens=[
            (_name(path), Markup(path.read_text("utf-8"))) for path in sorted(COMPONENTS.rglob("*.html"))
        ],
    )


def _name(specimens: Path) -> str:
    """Return the name of a screen: its section and file."""
    return specimens.relative_to(COMPONENTS).with_suffix("").as_posix().replace("/", ": ").replace("-", " ")
