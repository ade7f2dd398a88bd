"""What live rooms have in common, whatever is played in them: open rooms, connections, presence, commits.

The hubs of games and of Gobble are built from these parts, and each adds how its own rooms decide.
Imports: cluster, database, http.
"""
