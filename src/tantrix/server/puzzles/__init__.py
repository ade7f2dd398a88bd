"""Puzzles: the catalogue, daily and generated puzzles, hints and solutions.

Imports: accounts, database, http, protocol, settings, wording.
"""
