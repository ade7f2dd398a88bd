"""Analysis on the server: finished games, positions set up by hand, and live suggestions."""
