"""Pictures of games, embedded boards and share pages."""
