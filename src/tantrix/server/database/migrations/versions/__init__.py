"""One file per step of the schema.

Imports: nothing of tantrix.
"""
