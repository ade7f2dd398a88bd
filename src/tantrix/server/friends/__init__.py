"""Players who follow each other, and which of them are online.

Imports: accounts, cluster, database, http, protocol and settings.
"""
