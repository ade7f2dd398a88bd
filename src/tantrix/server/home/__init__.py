"""The start page and help.

Imports: everything below; only app.py imports it.
"""
