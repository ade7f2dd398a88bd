"""The arena: matches and leagues between robots, in which the same deal is played from every side.

Every game is a function of the version, the seed and its number, so a match can be spread over any number of
processes or computers, killed and resumed, with the same result.

Imports: simulation, robots, record, and the rules.
"""
