"""Games in bulk: jobs, counters of finished games, and the statistics made from them.

Imports: robots, workers, and the rules.
"""
