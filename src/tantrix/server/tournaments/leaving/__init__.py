"""Accounts that are closed or banned while they stand in a tournament: their entries and their names."""
