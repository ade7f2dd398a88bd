"""Searches cell by cell: any goal, boards of a fixed shape, and open solitaire."""
