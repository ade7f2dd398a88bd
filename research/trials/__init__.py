"""Trials: paired matches between settings of robots, and how far back endgames are solved."""
