"""Puzzles: the catalogue, daily and generated puzzles, hints and solutions."""
