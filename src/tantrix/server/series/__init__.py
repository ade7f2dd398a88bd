"""Series: events of any format that repeat by themselves, such as a weekly Open or a daily arena.

Imports: accounts, background, cluster, database, http, protocol, settings, wording and the library.
"""
