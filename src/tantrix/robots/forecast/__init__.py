"""The learned evaluation: features, weights, and the robot that plays by them.

Imports: robots.evaluation.
"""
