"""Solo tasks: the catalogue, daily and generated puzzles, hints, solutions.

Imports: accounts, database, http, protocol, settings, wording.
"""
