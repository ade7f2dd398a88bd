"""Actions and outcomes of games as the JSON text that is stored for ever; they read back equal.

Each action is stored under a word of its own, `do`, which stays when a class is renamed. A new action gets a
line in `_KINDS`, and a new field of an action a default, which older entries are read with.
"""

import json
from functools import cache, lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, create_model

from tantrix.competition.events import actions
from tantrix.competition.events.actions import Action
from tantrix.competition.events.outcomes import GameOutcome

_KINDS: dict[str, type[Action]] = {
    "SetTerms": actions.SetTerms,
    "OpenEntries": actions.OpenEntries,
    "Enter": actions.Enter,
    "Withdraw": actions.Withdraw,
    "SetPause": actions.SetPause,
    "CheckIn": actions.CheckIn,
    "SetLineUp": actions.SetLineUp,
    "SetCategories": actions.SetCategories,
    "StartEvent": actions.StartEvent,
    "BeginStage": actions.BeginStage,
    "JoinGroup": actions.JoinGroup,
    "PairRound": actions.PairRound,
    "ProposeTime": actions.ProposeTime,
    "AcceptTime": actions.AcceptTime,
    "BeReady": actions.BeReady,
    "Default": actions.Forfeit,
    "Rule": actions.Ruling,
    "Adjust": actions.AdjustStanding,
    "Replace": actions.ReplacePlayers,
    "Extend": actions.ExtendDeadline,
    "Undo": actions.Undo,
    "NameStaff": actions.NameStaff,
    "RecordRace": actions.RecordRace,
    "CancelEvent": actions.CancelEvent,
    "FinishEvent": actions.FinishEvent,
    "CorrectPlaces": actions.CorrectPlaces,
}
_ADDED = {"in_pause", "countdown_ms", "categories", "picture", "tiles"}  # since the first format
_WORDS: dict[type[Action], str] = {kind: word for word, kind in _KINDS.items()}


def print_action(action: Action) -> str:
    """Write an action as one line of JSON; what later versions added is left out unless it is set."""
    return _print({"do": _WORDS[type(action)], **_without_unset(_fields(action))})


def parse_action(text: str) -> Action:
    """Read what `print_action` writes. Raises ValueError, which names the wrong field, for anything else."""
    fields = json.loads(text)
    word = str(fields.pop("do", "")) if isinstance(fields, dict) else ""
    if word not in _KINDS:
        raise ValueError(f"expected an action such as SetTerms, got {text[:60]!r}")
    action: Action = _read(_KINDS[word], json.dumps(fields))
    return action


def print_outcome(outcome: GameOutcome) -> str:
    """Write the outcome of a game as one line of JSON."""
    return _print(_fields(outcome))


@lru_cache(maxsize=8192)
def parse_outcome(text: str) -> GameOutcome:
    """Read what `print_outcome` writes. Raises ValueError, which names the wrong field, for anything else."""
    outcome: GameOutcome = _read(GameOutcome, text)
    return outcome


def _read(kind: Any, text: str) -> Any:
    try:
        found: Any = _model(kind).model_validate_json(f'{{"value": {text}}}')
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"][1:]))
        raise ValueError(f"damaged {kind.__name__}: {field}: {first['msg']}, got {text[:200]}") from error
    return found.value


def _fields(value: Action | GameOutcome) -> dict[str, Any]:
    kind: Any = type(value)
    fields: dict[str, Any] = _adapter(kind).dump_python(value, mode="json")
    return fields


def _without_unset(fields: dict[str, Any]) -> dict[str, Any]:
    return {
        name: _without_unset(value) if isinstance(value, dict) else value
        for name, value in fields.items()
        if value or name not in _ADDED
    }


def _print(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False)


@cache
def _model(kind: Any) -> type[BaseModel]:
    """Return a model around a dataclass: its strictness holds for the dataclasses in the fields, too."""
    config = ConfigDict(extra="forbid", strict=True)
    return create_model(kind.__name__, __config__=config, value=(kind, ...))


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
