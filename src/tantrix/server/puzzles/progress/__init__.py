"""The progress of an account in the puzzles, merged from all of its browsers.

Imports: as puzzles.
"""
