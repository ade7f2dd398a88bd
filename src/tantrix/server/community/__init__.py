"""Chat, mutes, reports, moderation, notes and vacations.

Imports: accounts, background, database, friends, games, http, protocol, ratings, settings and wording.
"""
