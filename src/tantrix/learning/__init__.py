"""The environment in which other programs learn to play.

Imports: notation, deal, and the rules.
"""
