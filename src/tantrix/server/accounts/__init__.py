"""The identity of users: accounts, guests, sessions, tokens, passwords and mail.

Imports: background, database, http, protocol, settings, wording and the library.
"""
