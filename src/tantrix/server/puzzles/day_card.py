"""The puzzle of the day on other pages: a title, a sentence, a picture and a link."""

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import Request
from markupsafe import Markup

from tantrix.server.http.errors import Refusal
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.daily.puzzle import FIRST_DAY
from tantrix.server.puzzles.daily.service import DailyPuzzles
from tantrix.server.puzzles.home import badges, daily_title
from tantrix.server.puzzles.pictures import picture_of
from tantrix.server.puzzles.progress.pages import progress_for_puzzle
from tantrix.server.puzzles.spread import SolvingOfDay, solving_of_day
from tantrix.server.puzzles.wording import aim
from tantrix.server.settings import Settings
from tantrix.server.wording.catalogues import gettext_noop, translate


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The puzzle of the day, or the previous one; `when`: its day, `task`: a sentence about the task.

    `badges` are names of icons, each with words. `solving`: how today's is shown once it is solved, with
    the account's `progress`.
    """

    url: str
    when: str
    task: str
    title: str = ""
    badges: Sequence[tuple[str, str]] = ()
    picture: Markup | None = None
    solving: SolvingOfDay | None = None
    progress: dict[str, object] | None = None


async def daily_card(request: Request, language: str) -> DailyCard | None:
    """Return the newest puzzle of the day; None before the first."""
    now = day_of(service(request, Settings).now_ms())
    if now < FIRST_DAY:
        return None
    puzzle = await service(request, DailyPuzzles).newest()
    when = translate(language, gettext_noop("Today's puzzle"))
    if puzzle is None:
        return DailyCard("/puzzles/daily", when, Refusal("being_made").sentence_in(language))
    task, picture, title = aim(puzzle, language), picture_of(puzzle), daily_title(puzzle, language)
    facts = badges(puzzle, language)
    if puzzle.day != now:
        return DailyCard(puzzle.url, puzzle.title(language), task, title, facts, picture)
    solving = await solving_of_day(request, puzzle, language)
    progress = await progress_for_puzzle(request, puzzle)
    return DailyCard("/puzzles/daily", when, task, title, facts, picture, solving, progress)
