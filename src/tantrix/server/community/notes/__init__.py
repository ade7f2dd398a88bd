"""Private notes of players about their games.

Imports: accounts, database, games, http, protocol and settings.
"""
