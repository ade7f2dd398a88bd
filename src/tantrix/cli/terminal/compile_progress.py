"""The progress line during compilation of the kernel, so that no command seems to hang."""

import sys

from tantrix.i18n import gettext as _


def compile_kernel() -> None:
    """Compile what is not compiled yet, with a message on standard error if there is anything to do."""
    # NumPy and Numba take a third of a second to import; `--help` must not wait for them.
    from tantrix import warmup as warming

    if warming.is_warm():
        return
    show_steps()


def show_steps() -> None:
    """Run all compilation steps with a progress line."""
    from tantrix import warmup as warming

    message = _("compiling the kernel, once, about 25 s")
    is_terminal = sys.stderr.isatty()
    print(message, end="" if is_terminal else "\n", file=sys.stderr, flush=True)
    for step in warming.steps():
        if is_terminal:
            print(f"\r\x1b[K{message}: {step.name}", end="", file=sys.stderr, flush=True)
        step.run()
    if is_terminal:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
