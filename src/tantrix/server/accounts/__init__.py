"""Who somebody is to the server: accounts, guests, sessions, tokens, passwords and mail.

Imports: database, http, protocol, settings, wording.
"""
