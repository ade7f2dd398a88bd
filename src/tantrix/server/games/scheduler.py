"""What happens in a game without a request: robots play, flags fall, and pauses end on time."""

import asyncio
from contextlib import suppress
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from tantrix.clock import MINUTE_MS
from tantrix.server.background import Tasks
from tantrix.server.cluster.cluster import Cluster
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.games.arrivals import Arrivals
from tantrix.server.games.broadcaster import Broadcaster
from tantrix.server.games.command_handler import MAX_LATE_MS, CommandHandler
from tantrix.server.games.open_rooms import OpenRoom, OpenRooms
from tantrix.server.games.presence import PresenceTracker
from tantrix.server.games.robot_player import RobotPlayer, is_quick
from tantrix.server.games.room import Room, RoomAnswer
from tantrix.server.games.store import GameStore, postpone
from tantrix.server.http.errors import Refusal
from tantrix.server.http.worker_pool import Priority, WorkerPool
from tantrix.server.rooms.live_rooms import UnknownGame
from tantrix.server.settings import Settings

RECHECK_S = 1.0  # waits before a flag that may not fall yet is checked again
DUE_POLL_S = 10  # how often the database is asked for games in which something is due
MAX_DUE = 200
SHORT_OF_TIME_MS = 30_000  # a robot with less on its clock does not pause
FAR_MS = 60 * MINUTE_MS  # a room need not stay open for anything due later
RETRY_S = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)  # waits between attempts to save a robot's placement


class GameScheduler:
    """Schedules robots and timers, only in games whose lease this server holds."""

    def __init__(
        self,
        settings: Settings,
        writer: Writer,
        cluster: Cluster,
        pool: WorkerPool,
        presence: PresenceTracker,
        broadcaster: Broadcaster,
        handler: CommandHandler,
        arrivals: Arrivals,
        tasks: Tasks,
    ) -> None:
        self._now_ms = settings.play_ms
        self._writer = writer
        self._lease_holder = cluster.lease_holder
        self._heartbeats = cluster.heartbeats
        self._is_single_server = cluster.is_single_server
        self._presence = presence
        self._broadcaster = broadcaster
        self._handler = handler
        self._arrivals = arrivals
        self._tasks = tasks
        self._pause_s = settings.computing.pause_s
        self._robots = RobotPlayer(pool, settings.find_robot, settings.make_rng)

    def advance(self, live: OpenRoom) -> None:
        """Update absences, start the robot to play, and set the timer for a flag fall or a pause end."""
        self._presence.update_absences(live)
        if live.room.countdown_ms(self._now_ms()) and self._arrivals.are_complete(live.room):
            self._tasks.start(self._handler.change(live, Room.end_countdown))
        self._wake_robot(live)
        wait_ms = live.room.due_in_ms(self._now_ms())
        if wait_ms is None or wait_ms > FAR_MS:
            live.flag_timer.stop()  # `open_due` reopens it in time
        else:
            live.flag_timer.start(wait_ms / 1000 + 0.001, partial(self._flag_due, live))

    async def open_due(self, rooms: OpenRooms, store: GameStore) -> None:
        """Open the rooms in which something is due soon, so that it happens even if nobody is connected.

        Raises SQLAlchemyError or NotSaved.
        """
        until_ms = self._now_ms() + 2 * DUE_POLL_S * 1000
        for game_id, due_ms in await asyncio.to_thread(store.due, until_ms, MAX_DUE):
            with suppress(UnknownGame):
                live = await rooms.live(game_id)
                await self._handler.refresh(live)
                await self._postpone(live, due_ms)

    async def _postpone(self, live: OpenRoom, due_ms: int) -> None:
        """Correct the saved due time if the event is due later; otherwise it would crowd out other games."""
        now_ms = self._now_ms()
        wait_ms = live.room.due_in_ms(now_ms)
        if wait_ms is None or wait_ms > 2 * DUE_POLL_S * 1000:
            later_ms = None if wait_ms is None else now_ms + wait_ms
            if later_ms is None or later_ms > due_ms:
                await self._writer.append(postpone(live.room.setup.id, later_ms))

    def stop(self, live: OpenRoom) -> None:
        """Cancel the robot and the timers of a room."""
        if live.robot is not None:
            live.robot.cancel()
        live.flag_timer.stop()
        live.presence_timer.stop()

    def _flag_due(self, live: OpenRoom) -> None:
        self._tasks.start(self._claim_flag(live))

    async def _may_be_cut_off(self, live: OpenRoom) -> bool:
        """Return whether the player to move may be at a server that is cut off from the database."""
        room, now_ms = live.room, self._now_ms()
        if room.clock is None or room.setup.occupant(room.game.to_play) in live.user_ids_here:
            return False
        falls_at_ms = room.clock.falls_at_ms()
        if falls_at_ms is None or room.uptime.at(now_ms) - falls_at_ms > MAX_LATE_MS:
            return False
        try:
            return await self._heartbeats.are_missing()
        except SQLAlchemyError:
            return True

    async def _claim_flag(self, live: OpenRoom) -> None:
        if not await self._lease_holder.holds(live.room.setup.id):
            return
        if self._arrivals.is_deserted(live.room) or await self._may_be_cut_off(live):
            live.flag_timer.start(RECHECK_S, partial(self._flag_due, live))
            return
        if not self._is_single_server:
            await self._handler.catch_up(live)  # another server may have given time back
            if live.is_stale:
                live.flag_timer.start(RECHECK_S, partial(self._flag_due, live))
                return
        await self._handler.change(live, Room.tick, is_own=True)

    def _wake_robot(self, live: OpenRoom) -> None:
        is_due = live.room.robot_to_play is not None and not live.room.setup.is_exhibition
        if live.robot is None and is_due:
            live.run_robot(self._tasks.start(self._play_robots(live)))

    async def _play_robots(self, live: OpenRoom) -> None:
        try:
            while (robot := live.room.robot_to_play) is not None:
                if not await self._lease_holder.holds(live.room.setup.id):
                    return
                await self._play_robot(live, robot)
        finally:
            live.run_robot(None)

    async def play_exhibition(self, live: OpenRoom) -> None:
        """Lay the next tile of an exhibition, after all work for people. Raises NotSaved."""
        robot = live.room.robot_to_play
        if robot is not None and await self._lease_holder.holds(live.room.setup.id):
            await self._play_robot(live, robot, Priority.AHEAD)

    async def _pause(self, live: OpenRoom, robot: str) -> None:
        """Wait before a quick robot lays its tile, so that its opponent sees one thing after another."""
        left_ms = live.room.due_in_ms(self._now_ms())
        has_time = left_ms is None or left_ms > SHORT_OF_TIME_MS
        if has_time and is_quick(robot) and live.room.setup.user_ids & live.user_ids_here:
            await asyncio.sleep(self._pause_s)

    async def _play_robot(self, live: OpenRoom, robot: str, priority: Priority = Priority.TABLE) -> None:
        thought = live.room.game
        live.think(True)
        self._broadcaster.thinking(live)
        placement = await self._robots.choose(robot, thought, priority)
        await self._pause(live, robot)
        live.think(False)

        def lay(room: Room, now_ms: int) -> RoomAnswer:
            is_asked = room.game is thought and room.robot_to_play == robot
            return room.lay(placement, now_ms) if is_asked else Refusal("stale_ply")

        for wait_s in (*RETRY_S, None):
            try:
                await asyncio.shield(self._tasks.start(self._handler.change(live, lay, is_own=True)))
                return
            except NotSaved:
                if wait_s is None:
                    raise
                await asyncio.sleep(wait_s)
