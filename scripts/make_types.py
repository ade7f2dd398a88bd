#!/usr/bin/env python
"""Generate the TypeScript derived from Python: `protocol.ts`, `verdicts.ts`, `tile-edges.ts`, `faces.ts`.

Without arguments it writes the files; with `--check` it only checks that they are up to date.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, get_args

from pydantic import BaseModel, TypeAdapter

from tantrix.game import Verdict
from tantrix.server import protocol
from tantrix.server.http import faces
from tantrix.server.protocol import base
from tantrix.tiles import FULL_SET, edges

FOLDER = Path(__file__).parents[1] / "web" / "src"
ALIASES = ("ColourLetter", "PhaseName", "VerdictName", "GradeName")
MODULES = tuple(
    import_module(f"{protocol.__name__}.{found.name}") for found in iter_modules(protocol.__path__)
)
SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}

Schema = dict[str, Any]


def typescript() -> str:
    """Return the content of `protocol.ts`."""
    head = "// Written by scripts/make_types.py from src/tantrix/server/protocol/. Do not edit.\n"
    aliases = (f"export type {name} = {_literals(get_args(getattr(base, name)))};" for name in ALIASES)
    interfaces = (_interface(model) for model in _models())
    unions = (f"export type {name} = {_union(adapter.json_schema())};" for name, adapter in socket_unions())
    return "\n".join([head, *aliases, "", *interfaces, *unions]) + "\n"


def sentences() -> str:
    """Return the content of `verdicts.ts`."""
    names = get_args(base.VerdictName)
    lines = (f"    {name}: t({json.dumps(Verdict[name].sentence, ensure_ascii=False)}),\n" for name in names)
    return _SENTENCES.replace("    ...\n", "".join(lines))


_SENTENCES = """\
// Written by scripts/make_types.py from the sentences in src/tantrix/game.py. Do not edit.
import type { VerdictName } from "../generated/protocol";
import { t } from "../page/i18n";

/** Say why a placement is refused. */
export function verdictSentence(verdict: VerdictName): string {
  const sentences: Record<VerdictName, string> = {
    ...
  };
  return sentences[verdict];
}
"""


def tile_edges() -> str:
    """Return the content of `tile-edges.ts`."""
    tiles = "".join(f'  "{edges(tile)}",\n' for tile in FULL_SET)
    return _EDGES.replace("  ...\n", tiles)


_EDGES = """\
// Written by scripts/make_types.py from src/tantrix/tiles.py. Do not edit.

/** The six colours of each tile, clockwise from east, tile 1 first. */
export const TILE_EDGES: readonly string[] = [
  ...
];
"""


def face_parts() -> str:
    """Return the content of `faces.ts`."""
    lines = [
        "// Written by scripts/make_types.py from src/tantrix/server/http/faces.py. Do not edit.\n",
        f"export const BODY =\n  {json.dumps(faces.BODY)};",
        f"export const CAP = {json.dumps(faces.CAP)};",
        *_texts("MOUTHS", faces.MOUTHS),
        *_texts("EYES", faces.EYES),
        "export const ROBOT_FACES: Readonly<Record<string, string>> = {",
        *(f"  {robot}: {json.dumps(face)}," for robot, face in faces.ROBOT_FACES.items()),
        "};",
    ]
    return "\n".join(lines) + "\n"


def _texts(name: str, texts: Iterable[str]) -> Iterator[str]:
    yield f"export const {name}: readonly string[] = ["
    yield from (f"  {_quoted(text)}," for text in texts)
    yield "];"


def _quoted(text: str) -> str:
    return f"'{text}'" if '"' in text else json.dumps(text)


TARGETS: dict[Path, Callable[[], str]] = {
    FOLDER / "generated" / "protocol.ts": typescript,
    FOLDER / "table" / "verdicts.ts": sentences,
    FOLDER / "generated" / "tile-edges.ts": tile_edges,
    FOLDER / "generated" / "faces.ts": face_parts,
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
    found = (value for module in MODULES for value in _own(module) if isinstance(value, type))
    return [m for m in found if issubclass(m, base.Message) and m is not base.Message]


def _own(module: ModuleType) -> list[Any]:
    """Return the names that a module itself defines, in order."""
    return [v for v in vars(module).values() if getattr(v, "__module__", None) == module.__name__]


def socket_unions() -> Iterator[tuple[str, TypeAdapter[Any]]]:
    """Yield the unions of socket messages: GAME_MESSAGE of a module becomes the type GameMessage."""
    for module in MODULES:
        for name, value in vars(module).items():
            if isinstance(value, TypeAdapter) and name.endswith("_MESSAGE"):
                yield "".join(part.capitalize() for part in name.split("_")), value


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
    named = (name for name in ALIASES if values == get_args(getattr(base, name)))
    return next(named, _literals(values))


def _literals(values: tuple[Any, ...]) -> str:
    return " | ".join(f'"{v}"' if isinstance(v, str) else str(v) for v in values)


def _union(schema: Schema) -> str:
    return " | ".join(_type(part) for part in schema["oneOf"])


if __name__ == "__main__":
    sys.exit(main())
