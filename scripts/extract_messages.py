#!/usr/bin/env python
"""Gather the user-visible sentences into `tantrix.pot` and update the catalogues of all languages.

The languages are the folders of `src/tantrix/locale`; a new folder gets a catalogue with every sentence.
Without arguments it writes the files and compiles them; with `--check` it only checks that they are up to
date, that each translation has the placeholders of its sentence, and that the languages offered
(`languages.LANGUAGES`) are complete. Either prints how much of each language is translated.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from tantrix import game
from tantrix._tools.languages import LANGUAGES
from tantrix.gobble import verdicts

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "src" / "tantrix" / "locale"
TEMPLATE = LOCALE / "tantrix.pot"
IN_BROWSER = "browser"  # as in hatch_build.py: the comment on sentences that scripts of the pages show
HEADER = "# What tantrix says, in one language; scripts/extract_messages.py keeps it up to date."
_HOLE = re.compile(r"\{(\w+)[^}]*\}|%\((\w+)\)s")
KEYWORDS = {"_": None, "gettext": None, "gettext_noop": None, "ngettext": (1, 2)}
_STRING = r'("(?:[^"\\]|\\.)*")'
_CALL = re.compile(rf"\b(?:t\(\s*{_STRING}|tn\(\s*{_STRING},\s*{_STRING})")

Sentence = str | tuple[str, ...]


def gathered() -> Catalog:
    """Return a catalogue of all sentences, untranslated."""
    catalogue = Catalog(project="tantrix", charset="utf-8", fuzzy=False)
    for sentence in _in_python():
        catalogue.add(sentence)
    for sentence in _in_typescript():
        catalogue.add(sentence, auto_comments=[IN_BROWSER])
    return catalogue


def _in_python() -> Iterator[Sentence]:
    """Yield the sentences of modules and templates."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as mapping:
        methods, options = parse_mapping_cfg(mapping)  # type: ignore[no-untyped-call]
    for _path, _line, sentence, _, _ in extract_from_dir(ROOT / "src", methods, options, keywords=KEYWORDS):
        yield sentence
    yield from game.SENTENCES.values()
    yield from verdicts.SENTENCES.values()


def _in_typescript() -> Iterator[Sentence]:
    """Yield the sentences of the browser client: `t("one")` and `tn("one", "many", ...)`."""
    for file in sorted((ROOT / "web" / "src").rglob("*.ts")):
        if file.name.endswith(".test.ts"):
            continue
        for alone, one, many in _CALL.findall(file.read_text(encoding="utf-8")):
            yield json.loads(alone) if alone else (json.loads(one), json.loads(many))


def catalogue_of(language: str, template: Catalog) -> Catalog:
    """Return the catalogue of a language with the sentences of the template and the existing translations."""
    path = LOCALE / language / "LC_MESSAGES" / "tantrix.po"
    if path.is_file():
        catalogue = read_po(BytesIO(path.read_bytes()), locale=language, domain="tantrix")
    else:
        catalogue = Catalog(locale=language, domain="tantrix", fuzzy=False)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.header_comment = HEADER
    catalogue.project, catalogue.version, catalogue.language_team = "tantrix", "", ""
    return catalogue


def printed(catalogue: Catalog) -> bytes:
    """Write a catalogue as the text of its file."""
    out = BytesIO()
    # Without locations, so that a catalogue changes only when its sentences do.
    write_po(
        out,
        catalogue,
        width=110,
        no_location=True,
        sort_output=True,
        omit_header=catalogue.locale is None,
    )
    lines = out.getvalue().decode().splitlines()
    dated = ("POT-Creation-Date", "PO-Revision-Date", "Generated-By", "Report-Msgid", "Last-Translator")
    kept = [line for line in lines if not line.startswith(tuple(f'"{name}' for name in dated))]
    return ("\n".join(kept).rstrip("\n") + "\n").encode()


def faults(catalogue: Catalog) -> Iterator[str]:
    """List each sentence whose translation has other placeholders, or a percent sign where it has none.

    Templates read `%` as the start of a placeholder, so that a page with another one cannot be rendered.
    """
    for message in catalogue:
        original = _texts(message.id)[-1]
        translated = _texts(message.string) if message.id else []
        if not all(_holes(each) <= _holes(original) for each in translated):
            yield f"{catalogue.locale}: other placeholders than {original!r}: {message.string}"
        if any("%" in _HOLE.sub("", each) for each in translated) and "%" not in _HOLE.sub("", original):
            yield f"{catalogue.locale}: a percent sign of its own, unlike {original!r}: {message.string}"


def missing(catalogue: Catalog) -> list[str]:
    """Return the sentences that have no translation, or one that lacks a plural form."""
    sentences = [message for message in catalogue if message.id]
    return [
        _texts(message.id)[0] for message in sentences if message.fuzzy or not all(_texts(message.string))
    ]


def main() -> int:
    template = gathered()
    languages = sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())
    catalogues = {language: catalogue_of(language, template) for language in languages}
    files = {TEMPLATE: printed(template)}
    problems = [
        f"{language}: offered, but has no catalogue" for language in {*LANGUAGES} - {"en", *languages}
    ]
    for language, catalogue in catalogues.items():
        files[LOCALE / language / "LC_MESSAGES" / "tantrix.po"] = printed(catalogue)
        untranslated = missing(catalogue)
        print(f"{language}: {len(template) - len(untranslated)} of {len(template)} sentences")
        problems += faults(catalogue)
        if language in LANGUAGES:
            problems += [f"{language}: not translated: {sentence!r}" for sentence in untranslated]
    if "--check" in sys.argv[1:]:
        problems += [
            f"{path.relative_to(ROOT)} is out of date: run scripts/extract_messages.py"
            for path, text in files.items()
            if not path.is_file() or path.read_bytes() != text
        ]
    else:
        _write(files)
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    return 1 if problems and "--check" in sys.argv[1:] else 0


def _write(files: Mapping[Path, bytes]) -> None:
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    subprocess.run([sys.executable, ROOT / "hatch_build.py", "catalogues"], check=True)


def _texts(text: str | Iterable[str] | None) -> list[str]:
    """Return the forms of a sentence: one, or as many as the language has plural forms."""
    return [text or ""] if isinstance(text, str | None) else list(text)


def _holes(sentence: str) -> set[str]:
    """List the placeholders of a sentence, `{n}`, `{n:.1f}` or `%(n)s`."""
    return set(_HOLE.findall(sentence))


if __name__ == "__main__":
    sys.exit(main())
