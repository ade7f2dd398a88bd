"""Pictures of games, embedded boards and share pages.

Imports: everything below; only app.py imports it.
"""
