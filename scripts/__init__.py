"""Scripts for maintainers: set-up, checks, generated files and pictures. None of them is in the wheel."""
