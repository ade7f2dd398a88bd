"""The example that learns by policy gradients does learn, in a fortieth of its games."""

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np

EXAMPLE = Path(__file__).parents[2] / "examples" / "policy_gradient.py"


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("policy_gradient", EXAMPLE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_after_five_hundred_games_the_policy_is_a_match_for_greedy():
    policy = example()

    weights = policy.train(512, seed=1)

    before, _ = policy.against_greedy(np.zeros(len(policy.FEATURES)), 512, seed=7)
    after, _ = policy.against_greedy(weights, 512, seed=7)
    assert before < 0.3
    assert after > 0.38


def test_the_same_seed_gives_the_same_weights():
    policy = example()

    assert policy.train(256, seed=3).tolist() == policy.train(256, seed=3).tolist()
