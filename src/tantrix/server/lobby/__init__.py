"""The lobby, where games are arranged: challenges, invitations, quick pairing and presence.

Imports: games and the packages below it.
"""
