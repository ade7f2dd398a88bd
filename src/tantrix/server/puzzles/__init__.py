"""Puzzles: the catalogue, daily and generated puzzles, hints and solutions.

Imports: accounts, background, database, http, protocol, ratings, settings, wording and the library.
"""
