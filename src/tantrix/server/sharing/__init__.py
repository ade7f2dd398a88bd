"""Pictures of games, embedded boards and share pages.

Imports: accounts, archive, games, http, wording and the library.
"""
