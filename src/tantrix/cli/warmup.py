"""`tantrix warmup`."""

from time import process_time

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import Json
from tantrix.cli.terminal.compile_progress import show_steps
from tantrix.cli.terminal.output import print_json


def warmup(json: Json = False) -> None:
    """Compile everything, or load it if it has been compiled before."""
    began = process_time()
    from tantrix import warmup as warming

    was_warm = warming.is_warm()
    if was_warm:
        for step in warming.steps():
            step.run()
    else:
        show_steps()
    seconds = round(process_time() - began, 3)
    if json:
        print_json({"was_warm": was_warm, "seconds": seconds})
    else:
        print(_("The kernel is ready; this took {seconds:.1f} s of processor time.").format(seconds=seconds))
