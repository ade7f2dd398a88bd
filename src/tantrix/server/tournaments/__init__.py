"""Tournaments on the server: created from presets, entered, drawn round by round, played, published.

Imports: `competition`, `games`, `lobby` and what they import.
"""
