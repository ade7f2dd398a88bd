"""Analyses on the server: of finished games, of positions set up by hand, and live suggestions.

Imports: games and the packages below it.
"""
