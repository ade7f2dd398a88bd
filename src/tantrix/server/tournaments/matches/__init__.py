"""Matches: the page of each one, and the next match of a player."""
