"""The list of a user's correspondence games.

Imports: accounts, games, protocol and wording.
"""
