"""Solitaire: the open stack, the daily one and its leaderboard.

Imports: as puzzles.
"""
