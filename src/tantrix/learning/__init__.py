"""The environment in which other programs learn to play."""
