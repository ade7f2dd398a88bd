"""Competition as plain values: ratings, the ladder, tournament points, pairings, standings.

Results go in, numbers and pairings come out: no server, no clock, no file.

Imports: nothing of the package.
"""
