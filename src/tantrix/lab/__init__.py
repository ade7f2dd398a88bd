"""Experiments: robots in matches, games in bulk, training, perft, and the speed of the kernel."""
