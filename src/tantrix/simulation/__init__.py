"""Games in bulk: jobs, counts of finished games, and statistics made from them.

Imports: robots, workers, and the rules.
"""
