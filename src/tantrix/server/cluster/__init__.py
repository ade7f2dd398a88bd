"""Several servers on one database: the message bus, leases, heartbeats and past outages.

Imports: background, database and settings.
"""
