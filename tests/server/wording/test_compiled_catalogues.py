"""Catalogues are compiled once for each source, and read without Babel's parser after that."""

import subprocess
import sys
from io import BytesIO
from pathlib import Path

from babel.messages.pofile import read_po

from tantrix.server.wording.compiled_catalogues import compiled_catalogue
from tests.server.support.starts import words_of_two_starts

PROGRAM = """
import sys
from tantrix.server.wording.catalogues import client_catalogue, compile_catalogues, translate
compile_catalogues()
print(translate("pl", "Lobby"), len(client_catalogue("pl")), "babel.messages.pofile" in sys.modules)
"""
SOURCE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

#: web/src/game.ts:1
msgid "Lay a tile"
msgstr "Połóż płytkę"

#: src/tantrix/server/app.py:1
msgid "Nobody is here"
msgstr "Nikogo tu nie ma"

#: web/src/game.ts:2
msgid "one tile"
msgid_plural "{n} tiles"
msgstr[0] "płytka"
msgstr[1] "{n} płytki"
msgstr[2] "{n} płytek"

#: web/src/game.ts:3
msgid "Not translated"
msgstr ""
""".encode()


def test_the_second_start_reads_what_the_first_has_compiled(tmp_path: Path) -> None:
    first, second = words_of_two_starts(PROGRAM, tmp_path)

    assert first[:-1] == second[:-1]
    assert (first[-1], second[-1]) == ("True", "False")


def test_a_server_that_has_started_keeps_no_catalogue_in_memory() -> None:
    program = (
        "from tantrix.server.http.templates import compile_templates\n"
        "from tantrix.server.wording.catalogues import translations\n"
        "compile_templates()\n"
        "print(translations.cache_info())"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout.strip().endswith("currsize=1)"), "only that of English, which is empty"


def test_only_translated_sentences_of_the_browser_are_sent_to_it() -> None:
    made = compiled_catalogue("pl", SOURCE)

    assert len(read_po(BytesIO(SOURCE), locale="pl")) == 4
    assert b"Nikogo tu nie ma" in made.sentences
    assert made.of_client.decode() == (
        '{"Lay a tile": "Połóż płytkę", "one tile": ["płytka", "{n} płytki", "{n} płytek"]}'
    )


def test_two_sources_of_a_language_are_two_catalogues() -> None:
    another = compiled_catalogue("pl", SOURCE.replace("Połóż".encode(), b"Daj"))

    assert "Daj" in another.of_client.decode()
    assert "Daj" not in compiled_catalogue("pl", SOURCE).of_client.decode()
