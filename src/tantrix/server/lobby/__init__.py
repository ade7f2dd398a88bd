"""The lobby, where games are arranged: challenges, invitations, quick pairing and presence.

Imports: accounts, background, cluster, database, games, http, notices, protocol, puzzles, ratings,
settings, subscribers, wording and the library.
"""
