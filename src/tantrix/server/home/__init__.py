"""The start page and help.

Imports: accounts, games, http, lobby, protocol, puzzles and wording.
"""
