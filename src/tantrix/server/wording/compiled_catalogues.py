"""Catalogues in the form in which they are read, compiled from their `.po` files and cached on disk.

Parsing a `.po` file takes 40 ms of processor time and imports half of Babel; reading what was made of it
takes a tenth of that.
"""

import json
import os
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, NamedTuple

from tantrix._compile.jit import cache_folder

if TYPE_CHECKING:
    from babel.messages.catalog import Message


class CompiledCatalogue(NamedTuple):
    """All sentences as gettext reads them, and those of the browser as a JSON object."""

    sentences: bytes
    of_client: bytes


def compiled_catalogue(language: str, source: bytes) -> CompiledCatalogue:
    """Return a compiled catalogue; it is compiled if that has not been done yet with this source."""
    name = f"{language}-{sha256(source).hexdigest()[:16]}"
    folder = cache_folder(Path(__file__))
    paths = folder / f"{name}.mo", folder / f"{name}.json"
    with suppress(OSError):
        return CompiledCatalogue(*(path.read_bytes() for path in paths))
    made = _compile(language, source)
    for path, content in zip(paths, made, strict=True):
        write_cached(path, content)
    return made


def write_cached(path: Path, content: bytes) -> None:
    """Write a file of a cache in one step, if there is room for it."""
    with suppress(OSError):  # for example the disk is full
        beside = path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}")
        beside.write_bytes(content)
        beside.replace(path)


def _compile(language: str, source: bytes) -> CompiledCatalogue:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    catalogue, sentences = read_po(BytesIO(source), locale=language), BytesIO()
    write_mo(sentences, catalogue)
    of_client = dict(_entry(message) for message in catalogue if _is_for_client(message))
    return CompiledCatalogue(sentences.getvalue(), json.dumps(of_client, ensure_ascii=False).encode())


def _entry(message: "Message") -> tuple[str, str | list[str]]:
    if isinstance(message.id, tuple | list):
        return message.id[0], list(message.string or ())
    return message.id, str(message.string)


def _is_for_client(message: "Message") -> bool:
    forms = message.string if isinstance(message.string, tuple | list) else [message.string]
    is_translated = bool(message.id) and not message.fuzzy and all(forms)
    return is_translated and any(path.startswith("web/src") for path, _line in message.locations)
