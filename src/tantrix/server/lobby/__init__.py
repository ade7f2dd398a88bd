"""The lobby, where games are arranged: challenges, invitations, quick pairing and presence."""
