"""Tournaments on the server: creation from presets, entries, the pairing of rounds, games and publication.

Imports: accounts, archive, background, cluster, community, database, friends, games, http, lobby, notices,
players, protocol, puzzles, ratings, rooms, series, settings, wording and the library.
"""
