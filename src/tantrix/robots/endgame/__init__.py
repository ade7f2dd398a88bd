"""Endgames solved exactly: bounds, the search, and the robot that plays by it.

Imports: robots.evaluation.
"""
