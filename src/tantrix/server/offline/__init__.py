"""Playing without a connection: what browsers save, the service worker, and the page that starts it.

Imports: http, protocol, puzzles, settings and wording.
"""
