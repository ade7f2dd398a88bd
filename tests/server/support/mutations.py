"""Broken messages: valid ones with harmful changes, and data that was never a message."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

Json = dict[str, Any]

_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    3,
    64,
    65,
    2**31,
    2**53 + 1,
    2**63,
    -(2**63),
    10**30,
    1.5,
    -0.0,
    1e308,
    float("inf"),
    float("nan"),
    "",
    "0",
    "a" * 40,
    "a" * 41,
    "a" * 4000,
    "\x00",
    "\u202e\u200b",
    "\ud800",
    "ы" * 300,
    "💥" * 60,
    "'; DROP TABLE games; --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "1@0,0^0",
    "99@0,0^0",
    "-1@0,0^9",
    "1@99999,0^0",
    "1@0,0^00000000",
    "١@٠,٠^٠",
    [],
    {},
    [[[[[[]]]]]],
    {"type": "place"},
    ["place"],
)
_KEYS = ("type", "id", "ply", "placement", "seat", "kind", "accept", "how", "version", "__class__", "", "ты")
_WHOLE = (
    "",
    "{",
    "null",
    "[]",
    "0",
    '"place"',
    "NaN",
    "[" * 3000,
    '{"a":' * 700,
    "{}" * 2000,
    '{"type":"sync","version":1' + "0" * 400 + "}",
    '{"type":"sync","version":1e400}',
    '{"type":"ping","sent_ms":1}' + " " * 5000,
    '{"type":"ping","type":"sync","sent_ms":1}',
    '\ufeff{"type":"ping","sent_ms":1}',
    "x" * 16_000,
)


def mutated(rng: Random, message: Json) -> str | bytes:
    """Return a mutated frame, which is rarely valid."""
    frame = rng.choice(_WAYS)(rng, dict(message))
    return frame.encode(errors="surrogatepass") if rng.random() < 0.02 else frame


def _change_fields(rng: Random, message: Json) -> str:
    for _ in range(rng.randint(1, 3)):
        message[rng.choice([*message, *_KEYS[:3]])] = rng.choice(_VALUES)
    return json.dumps(message, ensure_ascii=rng.random() < 0.5)


def _drop_field(rng: Random, message: Json) -> str:
    del message[rng.choice([*message])]
    return json.dumps(message)


def _add_field(rng: Random, message: Json) -> str:
    return json.dumps({**message, rng.choice(_KEYS): rng.choice(_VALUES)})


def _nest(rng: Random, message: Json) -> str:
    text = json.dumps(message)
    return rng.choice(("[%s]", '{"type":%s}', '{"message":%s}', "%s%s", "%s,")).replace("%s", text)


def _cut(rng: Random, message: Json) -> str:
    text = json.dumps(message)
    return text[: rng.randrange(len(text))]


def _scribble(rng: Random, message: Json) -> str:
    """Change single characters."""
    letters = [*json.dumps(message)]
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(letters))
        letters[place : place + rng.randint(0, 2)] = [rng.choice('{}[]":,\\0129-e.@^ \x00\x1f\x7fé\u2028')]
    return "".join(letters)


def _whole(rng: Random, _message: Json) -> str:
    return rng.choice(_WHOLE)


def _noise(rng: Random, _message: Json) -> str:
    return "".join(chr(rng.randrange(1, 0x3000)) for _ in range(rng.randrange(60)))


def _numbers(rng: Random, message: Json) -> str:
    """Change numbers, within their bounds or slightly beyond."""
    for name, value in message.items():
        if isinstance(value, int) and not isinstance(value, bool):
            message[name] = value + rng.randint(-3, 3)
    return json.dumps(message)


_WAYS: tuple[Callable[[Random, Json], str], ...] = (
    _change_fields,
    _change_fields,
    _change_fields,
    _drop_field,
    _add_field,
    _nest,
    _cut,
    _scribble,
    _scribble,
    _whole,
    _noise,
    _numbers,
)
