"""nginx and Caddy for tests."""
