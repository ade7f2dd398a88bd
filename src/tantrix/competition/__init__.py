"""Competition as plain values: ratings, the ladder, tournament points, pairings, standings.

Results go in, numbers and pairings come out; nothing here knows a server, a clock or a file.
"""
