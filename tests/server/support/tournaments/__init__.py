"""Tournaments whose servers are killed, and an oracle that reads what they stored."""
