"""The stream of account events and the rest of the interface for programs.

Imports: everything below; only app.py imports it.
"""
