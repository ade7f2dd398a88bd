"""Finding, counting and growing loops and lines on the open plane.

Imports: solver and the rules.
"""
