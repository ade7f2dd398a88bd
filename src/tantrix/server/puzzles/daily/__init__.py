"""The puzzle and the solitaire of each day: chosen by the date, made in advance, stored.

Imports: background, database, http, protocol, puzzles, settings, wording and the library.
"""
