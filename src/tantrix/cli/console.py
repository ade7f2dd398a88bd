"""The console for coloured text, which leaves the end of a broken pipe to `status`."""

import rich.console


class Console(rich.console.Console):
    """A console that raises BrokenPipeError where Rich would exit with 1, which is a negative answer here."""

    def on_broken_pipe(self) -> None:
        """Let the error go on; called while it is handled."""
        raise
