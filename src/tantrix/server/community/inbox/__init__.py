"""Private messages between two accounts."""
