"""The start page and help."""
