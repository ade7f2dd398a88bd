"""Views of a game: welcomes, events, positions, rows of lists, and badges beside names.

Imports: accounts, games, protocol, ratings, settings, wording and the library. Of games it imports no hub
and no API, page or socket.
"""
