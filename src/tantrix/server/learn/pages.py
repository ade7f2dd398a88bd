"""The page of the tutorial, on which all lessons are played, the rules and the story."""

import asyncio
from functools import cache

from fastapi import APIRouter, Request
from starlette.responses import Response

from tantrix.server.analysis.positions import board_view, study_of
from tantrix.server.games.hub import Hub
from tantrix.server.games.views.position import verdict_name
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.learn.curriculum import LESSONS
from tantrix.server.learn.lessons import (
    Lesson,
    LessonGoal,
    RushStep,
    Task,
    marks_taught,
    ringed_tile,
    target_of,
    tasks,
)
from tantrix.server.learn.rule_pictures import rule_pictures
from tantrix.server.protocol.base import CellView
from tantrix.server.protocol.game import GameView
from tantrix.server.protocol.learn import CourseView, LessonRush, LessonStep, LessonView
from tantrix.server.wording import catalogues as i18n
from tantrix.server.wording.catalogues import gettext_noop, translate

router = APIRouter(include_in_schema=False)


@router.get("/learn")
async def show_course(request: Request) -> Response:
    language = language_of(request)
    await service(request, Hub).ready.wait()
    course = await asyncio.to_thread(course_view, language)
    return page(
        request,
        "learn/page.html",
        course=course.model_dump(mode="json"),
        messages=i18n.client_catalogue(language),
    )


@router.get("/help")
async def show_rules(request: Request) -> Response:
    pictures = await asyncio.to_thread(rule_pictures, language_of(request))
    return page(request, "learn/rules.html", pictures=pictures)


@router.get("/learn/story")
async def show_story(request: Request) -> Response:
    return page(request, "learn/story.html")


@cache
def course_view(language: str) -> CourseView:
    """Show all lessons in a language. The first call takes about 50 ms, so call this on a thread."""
    return CourseView(lessons=[_lesson_view(lesson, language) for lesson in LESSONS])


def _lesson_view(lesson: Lesson, language: str) -> LessonView:
    return LessonView(
        name=lesson.name,
        title=translate(language, lesson.title),
        steps=[_step_view(task, language) for task in tasks(lesson)],
        rushes=[_rush_view(step, language) for step in lesson.rushes],
    )


def _step_view(task: Task, language: str) -> LessonStep:
    step = task.step
    cell = None if step.target is None else target_of(step).cell
    return LessonStep(
        words=translate(language, step.words),
        praise=translate(language, step.praise),
        nudge=_translated(language, step.nudge),
        goal=step.goal.value,
        game=_game_view(task, language),
        board=board_view(task.game),
        # If any legal placement is right, the page takes them from the position.
        expected=[] if step.goal is LessonGoal.LAY else [str(placement) for placement in task.expected],
        reason=None if step.reason is None else verdict_name(step.reason),
        ring=None if cell is None else CellView(q=cell.q, r=cell.r),
        ring_tile=ringed_tile(task),
        marks=[mark.value for mark in marks_taught(LESSONS, step)],
        draw=step.draw,
        turns_freely=step.turns_freely,
    )


def _game_view(task: Task, language: str) -> GameView:
    """Show the game with the reader as the player whose turn it is."""
    view = study_of(task.game, (), language).game
    me = translate(language, gettext_noop("You"))
    seats = [
        seat.model_copy(update={"name": me} if seat.seat == task.game.to_play else {"is_mine": False})
        for seat in view.seats
    ]
    return view.model_copy(update={"seats": seats})


def _rush_view(step: RushStep, language: str) -> LessonRush:
    return LessonRush(
        words=translate(language, step.words),
        praise=translate(language, step.praise),
        nudge=_translated(language, step.nudge),
        goal=step.goal.value,
        laid=[str(placement) for placement in step.placements],
        stock=list(step.stock),
        pile=list(step.pile),
    )


def _translated(language: str, sentence: str) -> str:
    return translate(language, sentence) if sentence else ""
