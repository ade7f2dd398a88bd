"""Several servers on one database: the message bus, leases, heartbeats, past outages, and who is online."""
