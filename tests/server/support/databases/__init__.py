"""Databases that are made or opened for tests."""
