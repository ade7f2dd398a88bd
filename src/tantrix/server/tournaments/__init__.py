"""Tournaments on the server: creation from presets, entries, the draw of rounds, games and publication.

Imports: `competition`, `games`, `lobby` and what they import.
"""
