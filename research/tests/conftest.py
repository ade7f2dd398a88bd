"""Without PyTorch, the extra `train`, the tests that need it are left out; scripts/parts runs them."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["test_teaching.py"]
