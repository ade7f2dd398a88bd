"""Private notes of players about their games."""
