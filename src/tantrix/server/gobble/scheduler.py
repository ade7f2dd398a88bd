"""What happens in a Gobble room without a person's command: robots act, time runs out, a host is replaced.

Of several servers, only the one that holds the room's lease does this, and it writes the lease's fencing
token with each action. A server without the lease tries to get it whenever it compares its rooms with the
database.
"""

from dataclasses import replace

from tantrix.gobble import Command, Tick, view_for
from tantrix.gobble.robots import act, find_style
from tantrix.server.background import Tasks
from tantrix.server.cluster.leases import LeaseHolder
from tantrix.server.database.writer import NotSaved
from tantrix.server.gobble.command_handler import RushCommandHandler
from tantrix.server.gobble.open_rooms import OpenRush
from tantrix.server.gobble.room import RushAnswer, RushRoom
from tantrix.server.http.errors import Refusal
from tantrix.server.rooms.commands import RoomChange
from tantrix.server.settings import Settings

RETRY_S = 1.0  # before a room is advanced again after a failed commit


class RushScheduler:
    """Runs the robots and clocks of rooms."""

    def __init__(
        self,
        settings: Settings,
        handler: RushCommandHandler,
        tasks: Tasks,
        lease_holder: LeaseHolder,
    ) -> None:
        self._settings = settings
        self._lease_holder = lease_holder
        self._handler = handler
        self._tasks = tasks
        self._wait = settings.wait

    def advance(self, live: OpenRush) -> None:
        """Start the robots that are not running yet, and the timer for the next change by time."""
        if live.room.setup.started_ms is None or live.room.is_over:
            return
        for number, seat in enumerate(live.room.setup.seats):
            if seat.robot is not None and number not in live.robots:
                live.robots[number] = self._tasks.start(self._play_robot(live, number, seat.robot))
        rush = live.room.rush
        due_ms = None if rush is None else rush.due_ms
        if due_ms != live.clock_ms or live.clock is None:
            if live.clock is not None:
                live.clock.cancel()
            live.wait_in(None if due_ms is None else self._tasks.start(self._tick(live, due_ms)), due_ms)

    def watch_host(self, live: OpenRush) -> None:
        """Wait for a host who is away, and then make the player who is here longest the host."""
        if live.attendance.absence is not None and live.host_watch is None and not live.room.is_over:
            live.watch_host_in(self._tasks.start(self._replace_host(live)))

    def advance_later(self, live: OpenRush) -> None:
        """Advance a room after a while, because its last commit failed."""
        live.retry_in(self._tasks.start(self._retry(live)))

    def stop(self, live: OpenRush) -> None:
        """Stop the robots and timers of a room."""
        live.presence_timer.stop()
        for task in (*live.robots.values(), live.clock, live.retry, live.host_watch):
            if task is not None:
                task.cancel()

    async def _retry(self, live: OpenRush) -> None:
        await self._wait(RETRY_S)
        self.advance(live)

    async def _replace_host(self, live: OpenRush) -> None:
        try:
            while not live.room.is_over and (left_ms := self._host_passes_in_ms(live)) is not None:
                if left_ms > 0:
                    await self._wait(left_ms / 1000)
                elif live.is_stale or not await self._pass_host(live):
                    await self._wait(RETRY_S)
        finally:
            live.watch_host_in(None)

    def _host_passes_in_ms(self, live: OpenRush) -> int | None:
        return live.attendance.passes_in_ms(live.room.setup.owned, self._settings.play_ms())

    async def _pass_host(self, live: OpenRush) -> bool:
        """Make the player who is here longest the host; tell whether that is done.

        No lease is needed: the write is refused if another server has changed the host.
        """
        before, heir = live.room.setup.owner, live.attendance.successor(live.room.setup.owned)

        def decide(room: RushRoom, _now_ms: int) -> RushAnswer:
            if heir is None or room.setup.owner != before:
                return Refusal("not_saved")
            return room.with_host(heir)

        return isinstance(await self._handler.submit(live, decide, is_own=True), RoomChange)

    async def _tick(self, live: OpenRush, due_ms: int) -> None:
        """Wait until a time of the rush, then apply the change that is due."""
        while (left_ms := due_ms - live.room.rush_ms(self._settings.play_ms())) > 0:
            await self._wait(left_ms / 1000)
        live.wait_in(None, None)
        if await self._is_ours(live):
            await self._act(live, Tick())

    async def _play_robot(self, live: OpenRush, seat: int, robot: str) -> None:
        style, rng = find_style(robot), self._settings.make_rng()
        slowness = 100 / live.room.setup.settings.pace / 1000
        people = [number for number, each in enumerate(live.room.setup.seats) if each.robot is None]
        try:
            while (ahead_ms := -live.room.rush_ms(self._settings.play_ms())) > 0:
                await self._wait(ahead_ms / 1000)
            while await self._is_ours(live):
                if (rush := live.room.rush) is None or (
                    action := act(view_for(rush, seat), style, rng, people)
                ) is None:
                    return
                await self._wait(action.after_ms * slowness)
                if action.command is not None:
                    await self._act(live, action.command)
        finally:
            live.robots.pop(seat, None)

    async def _is_ours(self, live: OpenRush) -> bool:
        """Return whether this server looks after a room; False if the database cannot be used."""
        try:
            return await self._lease_holder.holds(live.room.setup.id)
        except NotSaved:
            return False

    async def _act(self, live: OpenRush, command: Command) -> None:
        """Carry out a command of a robot or the clock, unless the lease has passed to another server."""

        def decide(room: RushRoom, now_ms: int) -> RushAnswer:
            answer = room.apply(command, now_ms)
            if isinstance(answer, RoomChange):
                fencing = self._lease_holder.fencing(room.setup.id)
                return replace(answer, writes=(*fencing, *answer.writes))
            return answer

        await self._handler.submit(live, decide, is_own=True)
