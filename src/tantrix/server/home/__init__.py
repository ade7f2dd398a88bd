"""The start page and what it shows of the day.

Imports: everything below; only app.py imports it.
"""
