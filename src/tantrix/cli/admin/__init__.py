"""The commands of `tantrix admin`: accounts, the archive, moderation and ratings of a server."""
