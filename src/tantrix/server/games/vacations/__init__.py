"""Vacations: while a player is away, no time runs in their correspondence games.

Imports: database, games, http and the library.
"""
