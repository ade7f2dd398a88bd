"""The second factor: codes of an authenticator app or recovery codes, checked after the password."""
