"""Ratings: results as rows, the ledger that replays them, and the service that rates finished games."""
