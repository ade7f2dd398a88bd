"""Private messages between two accounts.

Imports: accounts, community, database, friends, http, notices, protocol, settings, wording and the library.
"""
