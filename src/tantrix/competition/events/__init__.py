"""Tournaments as plain values: terms, entrants, rounds, results, and what is due next.

A tournament is replayed from its log of actions and the outcomes of its games. Nothing here reads a clock,
makes random choices itself, or knows about a server.
"""
