"""Finished and imported games: stored records, search, import and export."""
