"""Games at the table: rooms, the hub and its parts, sockets, the API and the pages of a game."""
