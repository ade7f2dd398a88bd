"""A tournament as files: CSV, TRF and a calendar."""

import csv
from io import StringIO

from tantrix.server.protocol.tournaments import MatchView, SectionView, TournamentView
from tantrix.server.tournaments.wording import entrant_names, points
from tantrix.server.wording.catalogues import DEFAULT


def results_csv(view: TournamentView) -> str:
    """Return all games as comma-separated values, one game per line."""
    names = entrant_names(view, DEFAULT)
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(
        (
            "round",
            "match",
            "game",
            "board",
            "first",
            "second",
            "points",
            "points",
            "score",
            "score",
            "address",
        )
    )
    for section in view.sections:
        for drawn in section.rounds:
            for match in drawn.matches:
                for game in match.games:
                    if match.first and match.second and game.is_over:
                        first, second = _safe(names[match.first]), _safe(names[match.second])
                        scores = game.scores or ("", "")
                        tenths = [points(each) for each in game.tenths]
                        place = (drawn.id, match.id, game.number, game.board)
                        writer.writerow((*place, first, second, *tenths, *scores, game.url or ""))
    return out.getvalue()


def tables_csv(view: TournamentView) -> str:
    """Return the tables of a Gobble cup that are over as comma-separated values, a player a line."""
    names = entrant_names(view, DEFAULT)
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("round", "table", "entrant", "rank", "points", "address"))
    for section in view.sections:
        for drawn in section.rounds:
            for table in drawn.tables:
                for entrant, rank, tenths in zip(table.entrants, table.ranks, table.tenths, strict=False):
                    name = _safe(names[entrant])
                    writer.writerow((drawn.id, table.id, name, rank, points(tenths), table.url or ""))
    return out.getvalue()


def race_csv(view: TournamentView) -> str:
    """Return the standings of a puzzle race as comma-separated values, a player a line."""
    names = entrant_names(view, DEFAULT)
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("place", "entrant", "solved", "missed", "points"))
    for section in view.sections:
        for row in section.standings:
            name = _safe(names[row.entrant])
            writer.writerow((row.place, name, row.won, row.lost, points(row.points)))
    return out.getvalue()


def standings_trf(view: TournamentView, section: SectionView) -> str:
    """Return a section as a tournament report file (FIDE's TRF16), with points in place of chess points.

    Each game of a match is a round in the file; `w` stands for the side that is named first.
    """
    numbers = {row.entrant: at for at, row in enumerate(section.standings, 1)}
    entrants = {entrant.id: entrant for entrant in view.entrants}
    lines = [f"012 {view.name}", f"042 {(view.starts_at or '')[:10]}", f"062 {len(numbers)}", "092 Tantrix"]
    for row in section.standings:
        entrant = entrants[row.entrant]
        player = f"001 {numbers[row.entrant]:4d}      {entrant.name[:33]:33s} {entrant.rating or 0:4d}"
        head = f"{player} {entrant.country:3s}{'':24s}{row.points / 10:4.1f} {row.place:4d}"
        rounds = [_trf_round(drawn.matches, row.entrant, numbers) for drawn in section.rounds]
        lines.append(head + "".join(f"  {each}" for each in rounds))
    return "\r".join((*lines, ""))


def appointment_calendar(view: TournamentView, match: MatchView, made_at: str, address: str) -> str:
    """Return the appointment of a match as an iCalendar file."""
    assert match.times is not None and match.times.appointment_at is not None, "expected an appointment"
    names = entrant_names(view, DEFAULT)
    title = f"{view.name}: {names[match.first or '']} – {names[match.second or '']}"
    return _calendar(f"{view.id}-{match.id}", title, match.times.appointment_at, "PT45M", made_at, address)


def start_calendar(view: TournamentView, made_at: str, address: str) -> str:
    """Return the start of a tournament as an iCalendar file."""
    assert view.starts_at is not None, f"expected a start, got {view.id}"
    return _calendar(view.id, view.name, view.starts_at, "PT2H", made_at, address)


def _calendar(key: str, title: str, at: str, lasts: str, made_at: str, address: str) -> str:
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//tantrix//tournaments//EN",
        "BEGIN:VEVENT",
        f"UID:{key}@tantrix",
        f"DTSTAMP:{_stamp(made_at)}",
        f"DTSTART:{_stamp(at)}",
        f"DURATION:{lasts}",
        f"SUMMARY:{_escaped(title)}",
        f"URL:{address}",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    )
    return "\r\n".join(lines)


def _trf_round(matches: list[MatchView], entrant: str, numbers: dict[str, int]) -> str:
    for match in matches:
        sides = (match.first, match.second)
        if entrant in sides:
            me = sides.index(entrant)
            opponent = sides[1 - me]
            if opponent is None or opponent not in numbers:
                return "0000 - U"
            mine, theirs = match.tenths[me], match.tenths[1 - me]
            result = " " if not match.is_over else "1" if mine > theirs else "0" if mine < theirs else "="
            return f"{numbers[opponent]:4d} {'wb'[me]} {result}"
    return "0000 - Z"


def _safe(name: str) -> str:
    """Prevent a spreadsheet from interpreting a name as a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


def _stamp(time: str) -> str:
    return time.replace("-", "").replace(":", "")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
