"""Series of events."""
