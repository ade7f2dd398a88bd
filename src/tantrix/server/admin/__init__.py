"""Administration from the command line: accounts, backups, the archive, moderation, rebuilding."""
