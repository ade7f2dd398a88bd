"""Why a compiled search stopped: budget spent, a solution shown, everything tried, or before a branch."""

RUNNING, SOLUTION, DONE, BRANCH = range(4)
