"""What there is to watch: the best game now, all games in play, an exhibition of robots, replays of the week.

Imports: archive, background, cluster, database, games, home, http, protocol, settings and the library.
"""
