"""The identity of users: accounts, guests, sessions, tokens, passwords and mail.

Imports: background, database, http, protocol, settings, subscribers, wording and the library.
"""
