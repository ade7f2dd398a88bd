"""The stream of account events and the rest of the interface for programs.

Imports: accounts, background, community, games, http, protocol and the library.
"""
