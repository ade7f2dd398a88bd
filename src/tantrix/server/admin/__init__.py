"""Administration from the command line: accounts, backups, the archive, moderation, rebuilding.

Imports: account_data, accounts, archive, cluster, community, database, games, http, protocol, ratings,
settings, tournaments, warmup and the library.
"""
