"""Notices of what happened while users were away, shown under the bell and sent by push and mail.

Imports: accounts, background, cluster, database, games, http, protocol, settings, wording and the library.
"""
