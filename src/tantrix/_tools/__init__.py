"""Tools that know nothing of the game: workers, files written in one step, languages, options, JSON."""
