"""The build hook: what makes the pages stale, and its errors when it cannot build them."""

import json
from gettext import GNUTranslations
from pathlib import Path

import pytest

import hatch_build


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A source tree whose pages have just been built."""
    for name, text in {"package.json": "{}", "src/game/main.ts": "1", "src/game/main.test.ts": "1"}.items():
        put(tmp_path / "web" / name, text)
    put(tmp_path / hatch_build.BUILT / "game.js", "1")
    put(tmp_path / hatch_build.BUILT / hatch_build.STAMP, hatch_build.digest(tmp_path))
    return tmp_path


def put(path: Path, text: str) -> None:
    """Write a file and create its parent folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_pages_that_were_just_built_are_fresh(checkout: Path) -> None:
    assert hatch_build.is_fresh(checkout)


@pytest.mark.parametrize(
    "name",
    ["src/game/main.ts", "src/game/new.ts", "src/game/fixtures.ts", "package.json", "package-lock.json"],
)
def test_a_changed_or_added_source_makes_the_pages_stale(checkout: Path, name: str) -> None:
    put(checkout / "web" / name, "2")

    assert not hatch_build.is_fresh(checkout)


@pytest.mark.parametrize(
    "name",
    ["node_modules/lit/index.js", "test/game.ts", "src/game/main.test.ts", "src/game/fixture.ts", ".cache"],
)
def test_a_file_that_is_not_a_source_leaves_the_pages_fresh(checkout: Path, name: str) -> None:
    put(checkout / "web" / name, "2")

    assert hatch_build.is_fresh(checkout)


def test_fresh_pages_need_no_node(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    hatch_build.build_pages(checkout)


def test_without_pages_and_sources_the_hook_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(hatch_build.BuildError, match=r"neither built pages in .* nor their sources in web/"):
        hatch_build.build_pages(tmp_path)


@pytest.mark.parametrize(
    ("version", "fits"),
    [
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v21.7.3", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.0.0", True),
        ("nonsense", False),
    ],
)
def test_a_node_version_is_accepted_if_vite_accepts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, fits: bool
) -> None:
    for name in ("node", "npm"):
        put(tmp_path / name, f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert hatch_build.node_on_path() is fits


SOURCE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

#. browser
msgid "Lay a tile"
msgstr "Połóż płytkę"

msgid "Nobody is here"
msgstr "Nikogo tu nie ma"

#. browser
msgid "one tile"
msgid_plural "{n} tiles"
msgstr[0] "płytka"
msgstr[1] "{n} płytki"
msgstr[2] "{n} płytek"

#. browser
msgid "Not translated"
msgstr ""
"""


def test_scripts_of_the_pages_get_their_translated_sentences_and_gettext_gets_all(tmp_path: Path) -> None:
    folder = tmp_path / hatch_build.LOCALE / "pl/LC_MESSAGES"
    put(folder / "tantrix.po", SOURCE)

    hatch_build.compile_catalogues(tmp_path)

    assert json.loads((folder / "browser.json").read_text("utf-8")) == {
        "Lay a tile": "Połóż płytkę",
        "one tile": ["płytka", "{n} płytki", "{n} płytek"],
    }
    with (folder / "tantrix.mo").open("rb") as file:
        catalogue = GNUTranslations(file)
    assert catalogue.gettext("Nobody is here") == "Nikogo tu nie ma"
    assert catalogue.ngettext("one tile", "{n} tiles", 5) == "{n} płytek"
    assert catalogue.gettext("Not translated") == "Not translated"
