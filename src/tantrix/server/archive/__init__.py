"""Finished and imported games: stored records, search, import and export.

Imports: games and the packages below it.
"""
