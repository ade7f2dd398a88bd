"""Computations in tests: limits that do not depend on how fast the machine is, and quick hashes."""

from argon2 import PasswordHasher

from tantrix.server.settings import ComputingLimits

MAX_S = 1800.0  # a call that takes longer hangs
UNHURRIED = ComputingLimits(
    search_s=MAX_S,
    suggestion_s=MAX_S,
    client_s=MAX_S,
    client_analysis_s=MAX_S,
    call_s=MAX_S,
    analysis_call_s=MAX_S,
    ahead_call_s=MAX_S,
    pause_s=0.0,
)
QUICK_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # protects nothing
