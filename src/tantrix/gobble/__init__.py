"""Gobble, the party game: real time, no turns, and the first to claim a space gets it (R6).

It is pure like the strategy game: timestamped commands go in, events come out. The server, robots, simulation
and tests run the same code; time, randomness and the deal's secret are arguments.
"""

from tantrix.gobble.commands import (
    Command,
    Ending,
    Event,
    Give,
    Lay,
    Leave,
    PlayerFinished,
    PlayerLeft,
    PutAside,
    RushEnded,
    Source,
    Tick,
    TileGiven,
    TileLaid,
    TilePutAside,
    TileTurned,
    Turn,
)
from tantrix.gobble.deal import RushDeal, deal_rush
from tantrix.gobble.options import GobbleRules, Penalty, classic, modern, parse_options, print_options
from tantrix.gobble.record import (
    Moment,
    RushRecord,
    RushRecordError,
    TimedCommand,
    check,
    parse_command,
    parse_rush,
    parse_rushes,
    print_command,
    print_rush,
    replay,
    scan_rushes,
)
from tantrix.gobble.rush import Gobble, RushOutcome, RushPlayer, default_receiver
from tantrix.gobble.table import RushTable
from tantrix.gobble.verdicts import RefusedCommand, RushVerdict
from tantrix.gobble.view import Holding, View, view_for

__all__ = [
    "Command",
    "Ending",
    "Event",
    "Give",
    "Gobble",
    "GobbleRules",
    "Holding",
    "Lay",
    "Leave",
    "Moment",
    "Penalty",
    "PlayerFinished",
    "PlayerLeft",
    "PutAside",
    "RefusedCommand",
    "RushDeal",
    "RushEnded",
    "RushOutcome",
    "RushPlayer",
    "RushRecord",
    "RushRecordError",
    "RushTable",
    "RushVerdict",
    "Source",
    "Tick",
    "TileGiven",
    "TileLaid",
    "TilePutAside",
    "TileTurned",
    "TimedCommand",
    "Turn",
    "View",
    "check",
    "classic",
    "deal_rush",
    "default_receiver",
    "modern",
    "parse_command",
    "parse_options",
    "parse_rush",
    "parse_rushes",
    "print_command",
    "print_options",
    "print_rush",
    "replay",
    "scan_rushes",
    "view_for",
]
