"""Games at the table: rooms, the hub and its parts, sockets, the API and the pages of a game.

Imports: accounts, background, cluster, database, http, protocol, ratings, rooms, settings,
subscribers, wording and the library.
"""
