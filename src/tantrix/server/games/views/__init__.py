"""Views of a game: welcomes, events, positions, rows of lists, and badges beside names."""
