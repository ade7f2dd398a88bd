"""The list of a user's correspondence games."""
