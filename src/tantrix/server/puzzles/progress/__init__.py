"""The progress of accounts in puzzles, merged from all of their browsers.

Imports: accounts, database, http, protocol, puzzles, settings and the library.
"""
