"""Views of a game: welcomes, events, positions, rows of lists, and badges beside names.

Imports: the rooms and the store of games, accounts and ratings; no hub, and no API, page or socket.
"""
