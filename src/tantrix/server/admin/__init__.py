"""Administration from the command line: accounts, backups, the archive, moderation, rebuilding.

Imports: anything below app.py; only the command line imports it.
"""
