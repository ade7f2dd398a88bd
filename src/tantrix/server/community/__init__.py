"""Chat, private messages, mutes, reports, moderation and notes.

Imports: accounts, background, database, friends, games, http, notices, protocol, ratings, settings, wording
and the library.
"""
