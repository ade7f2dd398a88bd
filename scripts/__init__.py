"""What maintainers run: set-up, checks, generated files and pictures. Nothing here is in the wheel."""
