"""The start page, help and settings.

Imports: everything below; only app.py imports it.
"""
