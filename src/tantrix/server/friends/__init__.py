"""Players who follow each other, and who of them is here.

Imports: accounts, cluster, database, http, protocol and settings.
"""
