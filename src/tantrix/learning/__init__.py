"""Environments in which other programs can learn to play."""
