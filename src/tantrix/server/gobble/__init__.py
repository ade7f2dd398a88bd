"""Gobble, the party game without turns: its rooms, hub, socket, API and pages.

Imports: accounts, background, cluster, database, http, players, protocol, ratings, rooms, settings,
subscribers, wording and the library.
"""
