"""Matches: the page of each one, and the next match of a player.

Imports: accounts, http, protocol, settings, tournaments, wording and the library.
"""
