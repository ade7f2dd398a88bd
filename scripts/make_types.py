"""Write what the browser has from Python: `protocol.ts`, the types of the wire, and `verdicts.ts`, sentences.

Run without arguments it writes the files; with `--check` it only tells whether they are up to date.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter

from tantrix.game import Verdict
from tantrix.server import protocol

FOLDER = Path(__file__).parents[1] / "web" / "src"
ALIASES = ("ColourLetter", "PhaseName", "VerdictName", "GradeName")
UNIONS: dict[str, TypeAdapter[Any]] = {
    "ServerMessage": protocol.SERVER_MESSAGE,
    "ClientMessage": protocol.CLIENT_MESSAGE,
    "AnalysisServerMessage": protocol.ANALYSIS_SERVER_MESSAGE,
    "AnalysisClientMessage": protocol.ANALYSIS_CLIENT_MESSAGE,
}
SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}

Schema = dict[str, Any]


def typescript() -> str:
    """Return the whole of `protocol.ts`."""
    head = "// Written by scripts/make_types.py from src/tantrix/server/protocol.py. Do not edit.\n"
    aliases = (f"export type {name} = {_literals(get_args(getattr(protocol, name)))};" for name in ALIASES)
    interfaces = (_interface(model) for model in _models())
    unions = (f"export type {name} = {_union(adapter.json_schema())};" for name, adapter in UNIONS.items())
    return "\n".join([head, *aliases, "", *interfaces, *unions]) + "\n"


def sentences() -> str:
    """Return the whole of `verdicts.ts`."""
    names = get_args(protocol.VerdictName)
    lines = (f"    {name}: t({json.dumps(Verdict[name].sentence, ensure_ascii=False)}),\n" for name in names)
    return _SENTENCES.replace("    ...\n", "".join(lines))


_SENTENCES = """\
// Written by scripts/make_types.py from the sentences in src/tantrix/game.py. Do not edit.
import { t } from "./i18n";
import type { VerdictName } from "./protocol";

/** Say why a placement is refused. */
export function verdictSentence(verdict: VerdictName): string {
  const sentences: Record<VerdictName, string> = {
    ...
  };
  return sentences[verdict];
}
"""

TARGETS: dict[Path, Callable[[], str]] = {
    FOLDER / "protocol.ts": typescript,
    FOLDER / "verdicts.ts": sentences,
}


def main() -> int:
    if "--check" not in sys.argv[1:]:
        for target, text in TARGETS.items():
            target.write_text(text(), encoding="utf-8")
        return 0
    stale = [target for target, text in TARGETS.items() if not _is_current(target, text())]
    for target in stale:
        print(f"{target} is out of date: run scripts/make_types.py", file=sys.stderr)
    return 1 if stale else 0


def _is_current(target: Path, text: str) -> bool:
    return target.is_file() and target.read_text(encoding="utf-8") == text


def _models() -> list[type[BaseModel]]:
    found = (value for value in vars(protocol).values() if isinstance(value, type))
    return [m for m in found if issubclass(m, protocol.Message) and m is not protocol.Message]


def _interface(model: type[BaseModel]) -> str:
    schema = model.model_json_schema(mode="serialization")
    lines = (f"  {name}: {_type(part)};" for name, part in schema["properties"].items())
    comment = f"/** {' '.join(schema['description'].split())} */\n" if "description" in schema else ""
    return comment + f"export interface {model.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def _type(schema: Schema) -> str:
    """Return the TypeScript type of one part of a JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return _choice((schema["const"],))
    if "enum" in schema:
        return _choice(tuple(schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if schema["type"] == "array":
        return _array(_type(schema["items"]))
    return _record(schema) if schema["type"] == "object" else SIMPLE[schema["type"]]


def _array(item: str) -> str:
    return f"({item})[]" if " " in item else f"{item}[]"


def _record(schema: Schema) -> str:
    keys = _choice(tuple(schema["propertyNames"]["enum"])) if "propertyNames" in schema else "string"
    return f"Partial<Record<{keys}, {_type(schema['additionalProperties'])}>>"


def _choice(values: tuple[Any, ...]) -> str:
    named = (name for name in ALIASES if values == get_args(getattr(protocol, name)))
    return next(named, _literals(values))


def _literals(values: tuple[Any, ...]) -> str:
    return " | ".join(f'"{v}"' if isinstance(v, str) else str(v) for v in values)


def _union(schema: Schema) -> str:
    return " | ".join(_type(part) for part in schema["oneOf"])


if __name__ == "__main__":
    sys.exit(main())
