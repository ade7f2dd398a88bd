"""Where games are arranged: challenges, invitations, quick pairing and who is here.

Imports: games and the packages below it.
"""
