"""Finding, counting and growing loops and lines on the open plane.

Imports: solver.goal and the values below it.
"""
