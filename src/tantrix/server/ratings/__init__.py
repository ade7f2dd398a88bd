"""Ratings: results as rows, the ledger that replays them, the service that rates finished games.

Imports: database.
"""
