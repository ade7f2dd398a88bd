"""Ratings and the ladder as plain values: results in, ratings out, no server and no clock."""
