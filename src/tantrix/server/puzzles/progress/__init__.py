"""The progress of accounts in puzzles, merged from all of their browsers."""
