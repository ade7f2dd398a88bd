"""Solving on given boards: the frontier search, shapes, and open solitaire."""
