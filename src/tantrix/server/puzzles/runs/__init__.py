"""Runs: gaps in loops that are filled one after the other, as storm, streak or rated puzzles."""
