"""Endgames solved exactly: bounds, the search, and the robot that uses it."""
