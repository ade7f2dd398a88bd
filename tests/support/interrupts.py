"""Programs that heed Ctrl-C whoever runs the tests: one in the background inherits that it is ignored."""

import signal


def heed_interrupts() -> None:
    """Give a child process the usual answer to Ctrl-C; for `preexec_fn`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
