"""The second factor: codes of an authenticator app or recovery codes, checked after the password.

Imports: accounts, database, http and settings. It imports no module that signs users in.
"""
