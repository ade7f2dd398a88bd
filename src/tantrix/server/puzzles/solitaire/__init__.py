"""Solitaire: the daily stack, open solitaire with all tiles, and their leaderboards.

Imports: accounts, database, http, protocol, puzzles, settings, wording and the library.
"""
