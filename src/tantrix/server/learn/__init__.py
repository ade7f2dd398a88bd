"""The lessons and their pages.

Imports: everything below; only app.py imports it.
"""
