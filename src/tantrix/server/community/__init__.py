"""Chat, mutes, reports, moderation and notes.

Imports: accounts, background, database, friends, games, http, protocol, ratings, settings, wording
and the library.
"""
