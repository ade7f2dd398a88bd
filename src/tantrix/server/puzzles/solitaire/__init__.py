"""Solitaire: the daily stack, open solitaire with all tiles, and their leaderboards."""
