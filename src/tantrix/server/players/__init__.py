"""Profiles, leaderboards and head-to-head pages.

Imports: games, puzzles and the packages below them.
"""
