"""Tournaments on the server: creation from presets, entries, the pairing of rounds, games and publication."""
