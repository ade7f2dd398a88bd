"""Whether the server is alive and ready: what load balancers and operators ask.

Imports: cluster, database, games, protocol, settings.
"""
