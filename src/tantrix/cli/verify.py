"""`tantrix verify`."""

from tantrix.cli.options import Json, RecordFiles
from tantrix.cli.record_report import report_checks


def verify(files: RecordFiles, json: Json = False) -> None:
    """Check each record, and derive its deal and every draw again from its secret."""
    from tantrix.record import check
    from tantrix.record import verify as verified

    report_checks(files, json, lambda record: tuple(dict.fromkeys((*check(record), *verified(record)))))
