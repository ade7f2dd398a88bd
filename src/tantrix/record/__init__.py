"""A whole game as text, the authoritative form that is stored, downloaded, replayed and tested.

JSON is a view of it. Seats are counted from 1 in the text, from 0 in the value and in JSON.
"""

from tantrix.record.checks import check, verify
from tantrix.record.entries import Entry, RecordError, Variation
from tantrix.record.json_view import from_json, to_json
from tantrix.record.text import parse_record, parse_records, print_record, print_records, scan_records
from tantrix.record.value import VERSION, End, Record, Seat

__all__ = [
    "VERSION",
    "End",
    "Entry",
    "Record",
    "RecordError",
    "Seat",
    "Variation",
    "check",
    "from_json",
    "parse_record",
    "parse_records",
    "print_record",
    "print_records",
    "scan_records",
    "to_json",
    "verify",
]
