"""Short proofs that a goal has no solution, by counting instead of searching."""
