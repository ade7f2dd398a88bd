"""Chat, mutes, reports and moderation; players who follow each other, notes and vacations.

Imports: accounts, background, database, games, http, protocol, ratings, settings and wording.
"""
