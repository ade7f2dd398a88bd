"""Child processes that react to Ctrl-C even when the tests run in the background, where it is ignored."""

import signal


def heed_interrupts() -> None:
    """Restore the default handling of Ctrl-C in a child process; for `preexec_fn`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
