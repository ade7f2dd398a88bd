"""The identity of users: accounts, guests, sessions, tokens, passwords and mail.

Imports: database, http, protocol, settings, wording.
"""
