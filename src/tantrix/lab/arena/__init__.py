"""The arena: matches and leagues between robots, in which every deal is played from all sides.

Every game is a function of the version, the seed and its number. So a match can be spread over any number of
processes or computers, killed and resumed, and gives the same result.
"""
