"""The place to play: a web server for games of Tantrix.

Imports: everything but cli.
"""
