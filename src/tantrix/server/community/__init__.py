"""Chat, mutes, reports and moderation.

Imports: games and the packages below it.
"""
