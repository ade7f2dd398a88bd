"""The channels of the bus that a server follows, and which of them its connection has."""

import asyncio
from collections.abc import Callable

LINGER_S = 10.0  # how long a channel is still received after the last one here has left it


class FollowedChannels:
    """What is followed. `on_text` gets the texts of channels that begin; `on_change`: ask for `changes`.

    A channel has begun once the connection receives what is published on it.
    """

    def __init__(self, on_text: Callable[[str], None], on_change: Callable[[], None]) -> None:
        self._on_text = on_text
        self._on_change = on_change
        self._texts: dict[str, tuple[str, ...]] = {}
        self._changed: set[str] = set()  # to be asked for, or to be left
        self._asked: set[str] = set()
        self._begun: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}  # of channels that nobody follows any more

    def follow(self, channel: str, texts: tuple[str, ...]) -> None:
        """Follow a channel, and pass on its texts once it has begun, or soon if it has already."""
        if (timer := self._timers.pop(channel, None)) is not None:
            timer.cancel()
        self._texts[channel] = texts
        if channel in self._begun:
            asyncio.get_running_loop().call_soon(self._pass_on, channel)
        else:
            self._change(channel)

    def unfollow(self, channel: str) -> None:
        """Leave a channel after a while, unless it is followed again."""
        if channel in self._texts and channel not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[channel] = loop.call_later(LINGER_S, self._forget, channel)

    def ask_again(self) -> set[str]:
        """Return all channels, to ask a new connection for them."""
        self._changed.clear()
        self._asked, self._begun = set(self._texts), set()
        return self._asked

    def all_begun(self) -> None:
        """Note that all channels of a new connection have begun; their texts are not passed on."""
        self._begun = set(self._asked)

    def changes(self) -> tuple[set[str], set[str]]:
        """Return the channels to ask for and to leave since this was last called."""
        wanted = self._changed & self._texts.keys()
        new, gone = wanted - self._asked, (self._changed - wanted) & self._asked
        self._changed.clear()
        self._asked = (self._asked | new) - gone
        self._begun -= gone
        return new, gone

    def begin(self, channel: str) -> None:
        """Note that a channel has begun."""
        if channel in self._asked:
            self._begun.add(channel)
            self._pass_on(channel)

    def close(self) -> None:
        """Stop waiting."""
        for timer in self._timers.values():
            timer.cancel()

    def _forget(self, channel: str) -> None:
        del self._timers[channel], self._texts[channel]
        self._change(channel)

    def _change(self, channel: str) -> None:
        self._changed.add(channel)
        self._on_change()

    def _pass_on(self, channel: str) -> None:
        for text in self._texts.get(channel, ()):
            self._on_text(text)
