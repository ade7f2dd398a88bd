"""The robots that the server uses for analysis, and how much time they may take."""

JUDGE = "expert"  # for whole games
N_SAMPLES = 4  # how many alternative draws each draw is compared with
ADVISERS = ("expert", "master")  # for positions, one after the other: the quick robot, then the deep one
REPORT_MS = 150  # between two messages about the same analysis
SEED = 0
