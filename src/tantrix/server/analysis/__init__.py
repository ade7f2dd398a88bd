"""Analysis on the server: finished games, positions set up by hand, and live suggestions.

Imports: accounts, background, games, http, protocol, settings, wording and the library.
"""
