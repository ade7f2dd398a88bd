"""Runs: gaps in loops to be filled one after the other – storm, streak and rated puzzles.

Imports: the package above and ratings.
"""
