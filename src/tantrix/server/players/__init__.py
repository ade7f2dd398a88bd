"""Profiles, leaderboards and head-to-head pages.

Imports: accounts, database, friends, games, http, protocol, puzzles, ratings, settings, wording and
the library.
"""
