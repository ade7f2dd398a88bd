"""The server as on the command line, except that it does not prepare robots and solver for later."""

PLAY_ONLY = """
from tantrix.cli import main
from tantrix.server import app
from tantrix.server.warmup import Warmup, warm_up_rules

app.Warmup = lambda: Warmup(rules=warm_up_rules, robots=lambda: None, solver=lambda: None)
main()
"""
