"""Finished and imported games: stored records, search, import and export.

Imports: accounts, database, games, http, protocol, ratings, settings, wording and the library.
"""
