"""The parts that all live rooms share: open rooms, connections, presence and commits.

The hubs of games and of Gobble are built from these parts; each adds the decisions for its rooms.
"""
