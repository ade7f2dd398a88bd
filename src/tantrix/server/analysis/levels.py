"""Which robots analyse on the server, and how much of its time they may take."""

JUDGE = "expert"  # of whole games
N_SAMPLES = 4  # draws that each draw is compared with
ADVISERS = ("expert", "master")  # of positions, each after the one before it: quick first, then deep
MAX_ADVICE_MS = 20_000
TELL_MS = 150  # between two messages about one piece of work
SEED = 0
