"""The engine protocol from both ends: a program as a robot, and a robot as a program.

Imports: robots.evaluation, and the text of positions.
"""
