"""The sample client of `examples/`, as a module."""

import importlib.util
from pathlib import Path
from types import ModuleType

SAMPLE = Path(__file__).parents[2] / "examples" / "robot_client.py"


def robot_client() -> ModuleType:
    """Load the sample client."""
    spec = importlib.util.spec_from_file_location("robot_client", SAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
