"""What there is to watch: the best game now, games in play, an exhibition of robots, replays of the week."""
