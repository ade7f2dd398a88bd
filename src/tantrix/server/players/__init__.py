"""Profiles, leaderboards and head-to-head pages.

Imports: accounts, database, games, http, protocol, puzzles, ratings, settings, wording and the library.
"""
