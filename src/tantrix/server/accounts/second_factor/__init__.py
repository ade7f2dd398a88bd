"""The second factor: codes of an authenticator app or recovery codes, checked after the password.

Imports: the accounts and their store, and the writer; no module that signs users in.
"""
