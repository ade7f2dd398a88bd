"""Environments in which other programs can learn to play.

Imports: notation, deal, and the rules.
"""
