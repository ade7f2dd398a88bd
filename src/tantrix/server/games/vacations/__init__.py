"""Vacations: while a player is away, no time runs in their correspondence games.

Imports: accounts, database, games, http, protocol, settings and the library.
"""
