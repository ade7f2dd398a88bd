"""The console for coloured text, which leaves broken pipes to `status`."""

import rich.console


class Console(rich.console.Console):
    """A console that raises BrokenPipeError where Rich would exit with 1, our status for "no"."""

    def on_broken_pipe(self) -> None:
        """Re-raise the error that is being handled."""
        raise
