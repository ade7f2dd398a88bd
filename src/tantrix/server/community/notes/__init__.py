"""Private notes of players about their games.

Imports: accounts, database, games, http and what they import.
"""
