"""The second factor: codes of an authenticator app or recovery codes, checked after the password.

Imports: the accounts and their store, the writer; nothing that signs anybody in.
"""
