"""A tournament as files: CSV, TRF and a calendar."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO

from tantrix.competition.scoring import BYE, LATE_ROUND
from tantrix.server.protocol.tournaments import MatchView, RoundView, SectionView, TournamentView
from tantrix.server.tournaments.wording import entrant_names, plain_points
from tantrix.server.wording.catalogues import DEFAULT

_CHESS_POINTS = {"1": 1.0, "+": 1.0, "U": 1.0, "=": 0.5, "H": 0.5}  # by the results of a report file
_ABSENT = "0000 - Z"  # a round that somebody misses or has not played yet


_GAME_COLUMNS = (
    *("round", "match", "game", "board", "first", "second", "first_points", "second_points"),
    *("first_score", "second_score", "first_penalty", "second_penalty", "result", "address"),
)
_STANDING_COLUMNS = (
    *("section", "place", "entrant", "points", "games", "won", "drawn", "lost", "percent", "tie_break"),
    "by_lot",
)


def results_csv(view: TournamentView) -> str:
    """Return all games and byes as comma-separated values, one per line.

    `result`: `played`, `default`, or `bye`.
    """
    names = {each: _safe(name) for each, name in entrant_names(view, DEFAULT).items()}
    lines: list[tuple[object, ...]] = []
    for paired in (paired for section in view.sections for paired in section.rounds):
        for match in paired.matches:
            lines += _game_lines(paired, match, names)
        for bye in paired.byes:
            place = (paired.id, "", "", "", names[bye.entrant], "")
            lines.append((*place, plain_points(bye.tenths), *("",) * 5, "bye", ""))
    return _csv(_GAME_COLUMNS, lines)


def _game_lines(
    paired: RoundView, match: MatchView, names: Mapping[str, str]
) -> Iterator[tuple[object, ...]]:
    if not match.first or not match.second:
        return
    for game in (game for game in match.games if game.is_over):
        place = (paired.id, match.id, game.number, game.board, names[match.first], names[match.second])
        figures = (*map(plain_points, game.tenths), *(game.scores or ("", "")), *game.penalties)
        yield (*place, *figures, "played" if game.is_played else "default", game.url or "")


def standings_csv(view: TournamentView) -> str:
    """Return the standings of all sections as comma-separated values, an entrant a line.

    A tournament with categories has a further column for those of the entrant.
    """
    names = entrant_names(view, DEFAULT)
    chosen = {each.id: ", ".join(each.categories) for each in view.entrants} if view.categories else {}
    return _csv(
        _STANDING_COLUMNS + (("categories",) if chosen else ()),
        [
            (
                *(section_key(section), row.place, _safe(names[row.entrant]), plain_points(row.points)),
                *(row.n_games, row.won, row.drawn, row.lost, row.percent, plain_points(round(row.tie_break))),
                *("yes" if row.is_by_lot else "no", *([_safe(chosen[row.entrant])] if chosen else [])),
            )
            for section in view.sections
            for row in section.standings
        ],
    )


def tables_csv(view: TournamentView) -> str:
    """Return the tables of a Gobble cup that are over as comma-separated values, a player a line."""
    names = entrant_names(view, DEFAULT)
    return _csv(
        ("round", "table", "entrant", "rank", "points", "address"),
        [
            (paired.id, table.id, _safe(names[entrant]), rank, plain_points(tenths), table.url or "")
            for section in view.sections
            for paired in section.rounds
            for table in paired.tables
            for entrant, rank, tenths in zip(table.entrants, table.ranks, table.tenths, strict=False)
        ],
    )


def race_csv(view: TournamentView) -> str:
    """Return the standings of a puzzle race as comma-separated values, a player a line."""
    names = entrant_names(view, DEFAULT)
    return _csv(
        ("place", "entrant", "solved", "missed", "points"),
        [
            (row.place, _safe(names[row.entrant]), row.won, row.lost, plain_points(row.points))
            for section in view.sections
            for row in section.standings
        ],
    )


def section_key(section: SectionView) -> str:
    """Return the name of a section in files and addresses, such as `1-group2`."""
    return f"{section.stage}-{section.section}"


def _csv(columns: tuple[str, ...], lines: Iterable[tuple[object, ...]]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(lines)
    return out.getvalue()


def standings_trf(view: TournamentView, section: SectionView) -> str:
    """Return a section as a tournament report file (FIDE's TRF16).

    A match is a round in the file. Chess programs refuse points that do not follow from the results, so a
    match or a bye counts as in chess there; the ranks follow from the tournament points. `w` stands for the
    side that is named first.
    """
    numbers = {row.entrant: at for at, row in enumerate(section.standings, 1)}
    entrants = {entrant.id: entrant for entrant in view.entrants}
    lines = [f"012 {view.name}", f"042 {(view.starts_at or '')[:10]}", f"062 {len(numbers)}", "092 Tantrix"]
    lines.append(f"XXR {len(section.rounds)}")
    for row in section.standings:
        entrant = entrants[row.entrant]
        player = f"001 {numbers[row.entrant]:4d}      {entrant.name[:33]:33s} {entrant.rating or 0:4d}"
        rounds = [_trf_round(paired, row.entrant, numbers) for paired in section.rounds]
        chess_points = sum(_CHESS_POINTS.get(each[-1], 0.0) for each in rounds)
        head = f"{player} {entrant.country:3s}{'':24s}{chess_points:4.1f} {row.place:4d}"
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


def _trf_round(paired: RoundView, entrant: str, numbers: Mapping[str, int]) -> str:
    tenths = next((each.tenths for each in paired.byes if each.entrant == entrant), 0)
    for match in paired.matches:
        sides = (match.first, match.second)
        if entrant in sides:
            me = sides.index(entrant)
            opponent = sides[1 - me]
            if opponent is not None and opponent in numbers:
                is_over = match.is_over and match.games
                return f"{numbers[opponent]:4d} {'wb'[me]} {_trf_result(match, me)}" if is_over else _ABSENT
    return {BYE: "0000 - U", LATE_ROUND: "0000 - H"}.get(tenths, _ABSENT)


def _trf_result(match: MatchView, me: int) -> str:
    """Return the result of a match for a side; one without any game played was won or lost by forfeit."""
    mine, theirs = match.tenths[me], match.tenths[1 - me]
    is_played = any(game.is_played for game in match.games)
    if not is_played and (mine != theirs or mine == 0):
        return "+" if mine > theirs else "-"
    return "1" if mine > theirs else "0" if mine < theirs else "="


def _safe(name: str) -> str:
    """Prevent a spreadsheet from interpreting a name as a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


def _stamp(time: str) -> str:
    return time.replace("-", "").replace(":", "")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
