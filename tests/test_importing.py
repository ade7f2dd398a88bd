"""Importing the package changes nothing in other libraries."""

import subprocess
import sys

LOOK = '''
import sys
from importlib import import_module
from pkgutil import walk_packages

LIBRARIES = ("numba", "llvmlite", "numpy", "joblib", "fastapi", "starlette", "uvicorn", "websockets",
             "structlog", "typer", "rich", "asyncio", "threading")
PRELOADED = ("numba.core.types", "numba.core.caching", "numba.core.dispatcher", "numba.core.compiler",
             "joblib.externals.loky.process_executor", "fastapi.routing", "starlette.routing", "uvicorn.main",
             "uvicorn.protocols.http.httptools_impl", "websockets.server")


def code_of_libraries():
    """Return the classes and functions of all loaded modules of the libraries, by name, and their members."""
    found = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] not in LIBRARIES or module is None:
            continue
        for key, value in list(vars(module).items()):
            if not callable(value):
                continue
            found[f"{name}.{key}"] = value
            if isinstance(value, type) and value.__module__.partition(".")[0] in LIBRARIES:
                members = list(vars(value).items())
                code = [each for each in members if callable(each[1]) or hasattr(each[1], "__get__")]
                found.update({f"{name}.{key}.{member}": each for member, each in code})
    return found


for name in (*LIBRARIES, *PRELOADED):
    import_module(name)
before, hidden = code_of_libraries(), {name for name, each in sys.modules.items() if each is None}
CHANGE
import tantrix
for each in walk_packages(tantrix.__path__, "tantrix."):
    left_out = ("tantrix.__main__", "tantrix.server.database.migrations.")
    if not each.name.startswith(left_out):
        import_module(each.name)
after = code_of_libraries()
for name, was in before.items():
    if after.get(name) is not was:
        print("changed", name)
for name in after.keys() - before.keys():
    owner = name.rpartition(".")[0]
    if owner in before and not name.endswith(".__signature__"):  # kept by Pydantic once asked for
        print("added", name)
for name, each in sys.modules.items():
    if each is None and name not in hidden:
        print("hidden", name)
'''
PATCH = (
    "import numba.core.types as t; t.Record.mangling_args = property(str); sys.modules['rich.none'] = None"
)


def changes(change: str) -> set[str]:
    """Return what differs in other libraries after a change and importing every module."""
    program = LOOK.replace("CHANGE", change)
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(ran.stdout.splitlines())


def test_importing_every_module_changes_nothing_in_other_libraries() -> None:
    assert changes("") == set()


def test_a_change_would_be_found() -> None:
    assert {"changed numba.core.types.Record.mangling_args", "hidden rich.none"} <= changes(PATCH)
