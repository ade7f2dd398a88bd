"""The stream of account events and the rest of the interface for programs."""
