"""Plans of players of correspondence games: what the server lays for them if the others play as foreseen."""
