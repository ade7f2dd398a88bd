"""The package as built and installed: minimum versions, lazy imports, pins."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from tantrix import __version__

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src/tantrix"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
IMPORTED_AS = {
    "argon2": "argon2_cffi",
    "cv2": "opencv_python_headless",
    "jwt": "pyjwt",
    "pil": "pillow",
}  # import names that differ from the package names
LAYERS = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]


def run(*command: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command and return its output."""
    return subprocess.run(
        command, cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False
    )


def lint_imports(source: Path) -> subprocess.CompletedProcess[str]:
    """Check the minimum versions in the copy of the package in `source`."""
    command = str(Path(sys.executable).with_name("lint-imports"))
    settings = str(ROOT / "pyproject.toml")
    return run(command, "--no-cache", "--config", settings, cwd=source, PYTHONPATH=str(source))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package's modules that a test may modify."""
    shutil.copytree(PACKAGE, tmp_path / "tantrix", ignore=shutil.ignore_patterns("built", "__pycache__"))
    return tmp_path


@pytest.mark.parametrize("above", range(len(LAYERS) - 1))
def test_an_import_from_a_higher_floor_is_found(copied: Path, above: int) -> None:
    upper, lower = (re.findall(r"\w+", LAYERS[floor])[0] for floor in (above, above + 1))
    file = copied / "tantrix" / lower
    file = file / "__init__.py" if file.is_dir() else file.with_suffix(".py")
    file.write_text(f"import tantrix.{upper}\n{file.read_text('utf-8')}", "utf-8")

    outcome = lint_imports(copied)

    assert outcome.returncode == 1
    assert f"tantrix.{lower} is not allowed to import tantrix.{upper}" in outcome.stdout


def test_a_file_without_a_floor_is_found(copied: Path) -> None:
    (copied / "tantrix/attic.py").write_text("", "utf-8")

    outcome = lint_imports(copied)

    assert outcome.returncode == 1
    assert "tantrix.attic" in outcome.stdout


@pytest.mark.parametrize("floor", range(len(LAYERS)))
def test_the_floors_checked_are_the_floors_of_the_design(floor: int) -> None:
    design = (ROOT / "docs/design.md").read_text("utf-8")
    number = len(LAYERS) - 1 - floor
    line = re.search(rf"^{number}  (.*)$", design, re.MULTILINE)

    assert line is not None
    assert set(re.findall(r"\w+", LAYERS[floor])) <= set(re.findall(r"\w+", line[1]))


def test_no_file_imports_from_the_root_of_the_package() -> None:
    # The root loads its names lazily, where import-linter cannot see an import cycle.
    found = [
        (path.name, name.name)
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "tantrix"
        for name in node.names
        if name.name != "__version__" and not list(PACKAGE.glob(f"{name.name}*"))
    ]

    assert found == []


def test_the_rules_load_no_web_server() -> None:
    program = "import sys, tantrix; tantrix.Game; print(*sorted(sys.modules))"

    loaded = run(sys.executable, "-c", program).stdout.split()

    assert "tantrix.kernel" in loaded
    assert not {"fastapi", "starlette", "uvicorn", "sqlalchemy", "pydantic"} & set(loaded)


def test_the_root_loads_nothing_before_it_is_used() -> None:
    loaded = run(sys.executable, "-c", "import sys, tantrix; print(*sys.modules)").stdout.split()

    assert [name for name in loaded if name.startswith("tantrix.")] == []
    assert not {"numba", "numpy"} & set(loaded)


def test_every_name_of_the_root_exists() -> None:
    import tantrix

    assert [name for name in tantrix.__all__ if not hasattr(tantrix, name)] == []


def test_the_version_is_stated_once() -> None:
    from tantrix import __version__

    source = ROOT / PROJECT["tool"]["hatch"]["version"]["path"]

    assert "version" in PROJECT["project"]["dynamic"]
    assert "version" not in PROJECT["project"]
    assert f'\n__version__ = "{__version__}"\n' in source.read_text("utf-8")


def test_every_pin_is_exact_and_names_no_address() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()[1:]

    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+( ; [^:]+)?", line)] == []


def test_every_dependency_is_pinned() -> None:
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = [*PROJECT["project"]["dependencies"], *(item for extra in extras for item in extra)]
    names = {re.split(r"[\[<>=]", item)[0].lower().replace("-", "_") for item in wanted} - {"tantrix"}
    pins = (ROOT / "constraints.txt").read_text("utf-8").replace("-", "_").splitlines()

    assert names - {pin.partition("==")[0] for pin in pins} == set()


def test_every_pinned_version_runs_on_the_oldest_python() -> None:
    pins = re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    here = {re.sub(r"[-_.]+", "-", found.name).lower(): found for found in distributions()}
    asked = {
        name: here[name].metadata["Requires-Python"] or ""
        for name, version in pins
        if name in here and here[name].version == version
    }

    too_new = [name for name, pythons in asked.items() if "3.11.0" not in SpecifierSet(pythons)]

    assert len(asked) > len(pins) / 2  # this environment is the one that the pins describe
    assert too_new == []


LIBRARY = [path for path in PACKAGE.rglob("*.py") if "server" not in path.relative_to(PACKAGE).parts[:1]]
FILES = {
    "library": LIBRARY,
    "server": [path for path in PACKAGE.rglob("*.py") if path not in LIBRARY],
    **{folder: [*(ROOT / folder).rglob("*.py")] for folder in ("tests", "scripts", "research")},
}


@pytest.mark.parametrize(
    ("part", "extras"),
    [
        ("library", ["pictures", "env"]),
        ("server", ["serve", "postgres", "redis"]),
        ("tests", ["test", "serve", "postgres", "redis", "pictures", "env", "dev"]),
        ("scripts", ["test", "serve", "pictures", "dev"]),
        ("research", ["test", "train", "eye-train", "pictures"]),
    ],
)
def test_imported_packages_are_declared(part: str, extras: list[str]) -> None:
    own = {"tantrix", "tests", "scripts", "research", "benchmarks", "hatch_build", "conftest"}
    imported = {name for path in FILES[part] for name in imports(ast.walk(parsed(path)))}

    assert imported - declared(*extras) - own - sys.stdlib_module_names == set()


def test_the_library_loads_no_extra_before_it_is_needed() -> None:
    needs_an_extra = {
        PACKAGE / "pictures/gif.py": declared("pictures"),
        PACKAGE / "learning/env.py": declared("env"),
        PACKAGE / "learning/gym.py": declared("env"),
        **{PACKAGE / f"eye/{name}.py": declared("pictures") for name in ("photograph", "printing", "reader")},
    }
    found = {
        path.name: loaded
        for path in LIBRARY
        if (
            loaded := imports(parsed(path).body)
            - declared()
            - needs_an_extra.get(path, set())
            - sys.stdlib_module_names
            - {"tantrix"}
        )
    }

    assert found == {}


def test_the_library_loads_no_server_before_it_is_needed() -> None:
    found = [
        path.name
        for path in LIBRARY
        for node in parsed(path).body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tantrix.server")
    ]

    assert found == []


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("serve --no-open", "serve"),
        ("admin accounts", "serve"),
        ("admin ban Ann", "serve"),
        ("export --out games.txt", "serve"),
        ("record png docs/library/games/expert-club.tantrix --output /dev/null", "pictures"),
        ("record gif docs/library/games/expert-club.tantrix --output /dev/null", "pictures"),
        ("scan README.md", "pictures"),
    ],
)
def test_a_command_without_its_extra_says_what_to_install(tmp_path: Path, command: str, extra: str) -> None:
    hidden = sorted(
        {*declared("serve", "pictures"), "PIL"} - declared() - {"tantrix", "pydantic", "pydantic_core"}
    )  # typer needs pydantic
    hide = f"import sys; sys.modules.update(dict.fromkeys({hidden})); sys.argv[1:] = {command.split()}"
    program = f"{hide}; from tantrix.cli import main; main()"

    done = run(sys.executable, "-c", program, XDG_DATA_HOME=str(tmp_path), LANGUAGE="en")

    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1:] == [
        f"tantrix: this needs a part that is not installed: pip install 'tantrix[{extra}]'"
    ]


def declared(*extras: str) -> set[str]:
    """Return the names of the packages that the library and some extras declare, as they are imported."""
    wanted = [*PROJECT["project"]["dependencies"]]
    for extra in extras:
        wanted += PROJECT["project"]["optional-dependencies"][extra]
    names = {re.split(r"[\[<>=]", item)[0].lower().replace("-", "_") for item in wanted}
    return names | {module for module, name in IMPORTED_AS.items() if name in names}


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the top-level names of everything that some statements import."""
    found = list(nodes)
    for node in found:
        if isinstance(node, ast.Try):
            found += node.body
    names = [alias.name for node in found if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in found if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0].lower() for name in names}


def test_the_lock_of_the_browser_code_names_no_address() -> None:
    assert '"resolved": "http' not in (ROOT / "web/package-lock.json").read_text("utf-8")


def test_a_paper_cites_this_version():
    facts = dict(re.findall(r"^([\w-]+): +(.+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE))

    assert facts["cff-version"] == "1.2.0"
    assert facts["version"] == __version__
    assert facts["license"] == PROJECT["project"]["license"]
    assert {"message", "type", "title", "abstract"} <= facts.keys()
