"""`python -m tantrix`."""

from tantrix.cli import main

main()
