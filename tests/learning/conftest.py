"""The example that learns by PPO needs the extra `train`; scripts/parts installs it."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("sb3_contrib") else ["test_ppo.py"]
