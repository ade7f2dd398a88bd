"""Vacations: while a player is away, no time runs in their correspondence games.

Imports: database, http, and the store of games.
"""
