"""Where the games of an experiment are played: in this process, in several, or on a cluster."""

from tantrix._tools.workers import Workers, workers

__all__ = ["Workers", "workers"]
