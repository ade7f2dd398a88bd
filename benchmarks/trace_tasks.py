"""The tasks of a page's main thread in a trace by Chromium: processor time, and what they consist of."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Event = Mapping[str, Any]

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "v8", "toplevel", "__metadata"]
TASK = "RunTask"


@dataclass(frozen=True, slots=True)
class PageTask:
    """A task of a main thread in milliseconds of processor time, which do not count waiting for a processor.

    `wall_ms` counts the waiting. `parts`: the time of each kind of work, without the work nested in it.
    """

    ms: float
    wall_ms: float
    parts: Mapping[str, float]

    def describe(self, n_parts: int = 5, factor: float = 1) -> str:
        """Name the largest parts: `Layout 12.3, FunctionCall render game.js 4.5`."""
        largest = sorted(self.parts.items(), key=lambda part: -part[1])[:n_parts]
        return ", ".join(f"{name} {ms * factor:.1f}" for name, ms in largest)


def main_tasks(events: Sequence[Event]) -> Iterator[PageTask]:
    """Yield the tasks of the pages' main threads."""
    mains = {(event["pid"], event["tid"]) for event in events if _is_main(event)}
    timed: dict[tuple[int, int], list[Event]] = defaultdict(list)
    for event in events:
        if event.get("ph") == "X" and "tdur" in event and (event["pid"], event["tid"]) in mains:
            timed[event["pid"], event["tid"]].append(event)
    for of_thread in timed.values():
        yield from _tasks(sorted(of_thread, key=lambda event: (event["ts"], -event["dur"])))


def _tasks(events: Sequence[Event]) -> Iterator[PageTask]:
    """Yield the tasks among the events of one thread, which are in the order of their beginnings."""
    at = 0
    while at < len(events):
        task = events[at]
        at += 1
        if task["name"] != TASK:
            continue
        end = task["ts"] + task["dur"]
        first = at
        while at < len(events) and events[at]["ts"] < end:
            at += 1
        yield PageTask(task["tdur"] / 1000, task["dur"] / 1000, _parts(task, events[first:at]))


def _parts(task: Event, nested: Sequence[Event]) -> dict[str, float]:
    """Return the milliseconds of each kind of work, without the work nested in it."""
    parts: Counter[str] = Counter()
    around = [task]
    for event in (task, *nested):
        while around and event["ts"] >= around[-1]["ts"] + around[-1]["dur"]:
            around.pop()
        if around and event is not task:
            parts[_name(around[-1])] -= event["tdur"]
        parts[_name(event)] += event["tdur"]
        around.append(event)
    return {name: microseconds / 1000 for name, microseconds in parts.items()}


def _name(event: Event) -> str:
    """Name what an event is: of a script also the function and the file."""
    data = event.get("args", {}).get("data") or {}
    file = str(data.get("url") or data.get("fileName") or "").split("?")[0].rsplit("/", 1)[-1]
    words = [event["name"], data.get("functionName") or data.get("type") or "", file]
    return " ".join(word for word in words if word)


def _is_main(event: Event) -> bool:
    return event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain"
