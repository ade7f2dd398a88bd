"""The identity of users: accounts, guests, sessions, tokens, passwords and mail."""
