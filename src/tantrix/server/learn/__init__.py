"""The lessons and their pages.

Imports: analysis, games, http, protocol, wording and the library.
"""
