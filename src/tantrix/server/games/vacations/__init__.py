"""Vacations: while a player is away, no time runs in their correspondence games."""
