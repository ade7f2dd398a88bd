"""The lessons and their pages."""
