"""The views of tournaments: the same for everyone, so built only once for each state."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, cast

from tantrix.competition.cup import rank_tenths
from tantrix.competition.events.actions import (
    AdjustStanding,
    CancelEvent,
    ExtendDeadline,
    Forfeit,
    LogEntry,
    NameStaff,
    ReplacePlayers,
    Ruling,
    SetCategories,
    SetPause,
    Undo,
    Withdraw,
)
from tantrix.competition.events.categories import by_category, categories_of, present_order
from tantrix.competition.events.due import GIVEN_AWAY, ORGANISER_AWAY
from tantrix.competition.events.entrants import FILLER, Entrant, EntrantKind
from tantrix.competition.events.forms.base import TournamentForm
from tantrix.competition.events.forms.registry import first_form, form_of, form_played
from tantrix.competition.events.match_states import (
    is_round_over,
    match_status,
    next_keys,
    round_statuses,
    simul_host,
)
from tantrix.competition.events.outcomes import GameKey, GameOutcome, MatchStatus
from tantrix.competition.events.presets import kind_of
from tantrix.competition.events.rounds import TournamentMatch, TournamentRound
from tantrix.competition.events.tournament import READY_MS, EventState, Tournament, undone
from tantrix.competition.standings import StandingsRow
from tantrix.server.accounts.profiles import NameOf
from tantrix.server.protocol.times import print_time
from tantrix.server.protocol.tournaments import (
    ByeView,
    CategoryView,
    CupTableView,
    EntrantView,
    FormResult,
    MatchGameView,
    MatchTimes,
    MatchView,
    PresetKey,
    ProposalView,
    ReadyView,
    RoundView,
    RulingView,
    SectionView,
    StandingView,
    TileSet,
    TournamentListing,
    TournamentView,
)
from tantrix.server.tournaments.cache import StoredTournament
from tantrix.server.tournaments.corrections import may_undo
from tantrix.server.tournaments.service import commitment_of
from tantrix.server.tournaments.store import TournamentRow
from tantrix.server.tournaments.terms import stage_options
from tantrix.server.tournaments.wording import plain_name, reason_in_words
from tantrix.server.wording.events import event_name

MAX_CACHED = 100
_State = tuple[tuple[int, int, int], tuple[tuple[str | None, str | None], ...]]
_RESULTS: tuple[FormResult, ...] = ("lost", "drawn", "won")  # by the half games won


class _KnownRound(NamedTuple):
    """The view of a round, and the log's length, the matches and the deadline that it shows."""

    version: int
    statuses: tuple[MatchStatus, ...]
    deadline: str | None
    view: RoundView


_KnownRounds = dict[str, _KnownRound]


def tournament_view(
    found: StoredTournament,
    name_of: NameOf,
    face_of: NameOf = lambda _user_id: None,
    known: "_KnownRounds | None" = None,
) -> TournamentView:
    """Return the view of a tournament.

    Takes some ms for hundreds of entrants, so cache the result. `known`: the rounds of an earlier state;
    unchanged ones are reused, and the others are added.
    """
    now, row = found.now, found.row
    terms, staff = now.terms, [name_of(user_id) for user_id in now.staff]
    is_over = now.state in (EventState.OVER, EventState.CANCELLED)
    return TournamentView(
        id=row.id,
        version=row.version,
        name=terms.name,
        preset=cast(PresetKey, kind_of(terms, form_played(now))),
        state=now.state.value,
        text=terms.text,
        control=terms.control,
        kind=terms.kind.value,
        n_boards=terms.n_boards,
        is_by_hand=terms.is_by_hand,
        tile_set=cast(TileSet, terms.tile_set),
        start=terms.start.value,
        is_listed=terms.entry.is_listed,
        has_password=row.password is not None,
        organiser=staff[0],
        controllers=[name for name in staff[1:] if name is not None],
        starts_at=_time(terms.starts_ms),
        check_in_from=_time((terms.starts_ms or 0) - terms.check_in_ms) if terms.check_in_ms else None,
        stages=[stage_options(stage) for stage in terms.stages],
        low=terms.entry.low,
        high=terms.entry.high,
        countries=list(terms.entry.countries),
        most=terms.entry.most,
        filler=terms.entry.filler,
        entrants=[_entrant(now, each, name_of, face_of) for each in now.entrants.values()],
        sections=_sections(now, len(found.entries), {} if known is None else known),
        places=list(now.places),
        categories=_categories(now),
        rulings=list(_rulings(_shown_in_full(found), name_of)),
        commitment=commitment_of(row.secret),
        secret=row.secret if is_over else None,
    )


class ViewCache:
    """A cache of the views of tournaments that were shown last."""

    def __init__(self, name_of: NameOf, face_of: NameOf) -> None:
        self._name_of = name_of
        self._face_of = face_of
        self._cache: dict[str, tuple[_State, TournamentView]] = {}
        self._rounds: defaultdict[str, _KnownRounds] = defaultdict(dict)

    def view(self, found: StoredTournament) -> TournamentView:
        """Return the view of a tournament: the same one until the tournament or an account in it changes."""
        cached, state = self._cache.get(found.row.id), self._state(found)
        if cached is not None and cached[0] == state:
            return cached[1]
        view = tournament_view(found, self._name_of, self._face_of, self._rounds[found.row.id])
        if len(self._cache) >= MAX_CACHED:
            self._cache = {}
            self._rounds.clear()
        self._cache[found.row.id] = state, view
        return view

    def _state(self, found: StoredTournament) -> "_State":
        """Return all values that determine a view, including names, which may change or be removed."""
        members = (member for entrant in found.now.entrants.values() for member in entrant.members)
        user_ids = (*found.now.staff, *(member.user_id for member in members))
        return found.stamp, tuple((self._name_of(each), self._face_of(each)) for each in user_ids)


def named_in(view: TournamentView, language: str) -> TournamentView:
    """Return a view with what the server has named or decided in a language."""
    rulings = rulings_in(view, language)
    return view.model_copy(update={"name": event_name(view.name, language), "rulings": rulings})


def rulings_in(view: TournamentView, language: str) -> list[RulingView]:
    """Return the rulings with the server's reasons in a language."""
    return [
        each.model_copy(update={"reason": reason_in_words(each.reason, language)}) for each in view.rulings
    ]


def tournament_listing(row: TournamentRow, language: str) -> TournamentListing:
    """Return a tournament as shown in lists, with its name in a language if the server named it."""
    return TournamentListing.model_validate(
        {
            "id": row.id,
            "url": f"/tournaments/{row.id}",
            "name": event_name(row.name, language),
            "preset": row.preset,
            "state": row.state,
            "n_entrants": row.n_entrants,
            "starts_at": _time(row.starts_ms),
            "ended_at": _time(row.ended_ms),
        }
    )


def _entrant(tournament: Tournament, entrant: Entrant, name_of: NameOf, face_of: NameOf) -> EntrantView:
    members = tournament.line_up(entrant.id)
    return EntrantView(
        id=entrant.id,
        name=plain_name(entrant),
        members=[member.name for member in members],
        accounts=[name_of(member.user_id) for member in members],
        face=face_of(entrant.members[0].user_id) if len(entrant.members) == 1 else None,
        robot=entrant.captain.robot,
        rating=entrant.rating,
        country=entrant.country,
        categories=list(categories_of(tournament, entrant)),
        state=_entrant_state(tournament, entrant.id),
    )


def _categories(tournament: Tournament) -> list[CategoryView]:
    if not tournament.terms.entry.categories:
        return []
    return [
        CategoryView(name=name, entrants=list(order), first=order[0] if order and tournament.places else None)
        for name, order in by_category(tournament, present_order(tournament)).items()
    ]


def _entrant_state(tournament: Tournament, entrant: str) -> Literal["in", "here", "paused", "withdrawn"]:
    if entrant in tournament.withdrawn or (entrant == FILLER and not tournament.rounds[-1].inputs.filler):
        return "withdrawn"
    if entrant in tournament.paused:
        return "paused"
    return "here" if entrant in tournament.checked_in else "in"


def _sections(tournament: Tournament, version: int, known: "_KnownRounds") -> list[SectionView]:
    forms = [form_of(tournament, stage.number) for stage in tournament.stages]
    early = [(each.stage.number, section) for each in forms if each.is_timed for section in each.sections]
    names = dict.fromkeys([*early, *((paired.stage, paired.section) for paired in tournament.rounds)])
    return [
        SectionView(
            stage=stage,
            section=section,
            is_bracket=forms[stage - 1].is_bracket(section),
            ends_at=_time(tournament.stage(stage).ends_ms or None),
            host=simul_host(tournament),
            host_tenths=_host_tenths(forms[stage - 1], section),
            standings=_table_rows(forms[stage - 1], section),
            rounds=[
                _known_round(tournament, version, paired, known)
                for paired in tournament.section(stage, section)
            ],
        )
        for stage, section in names
    ]


def _table_rows(form: TournamentForm, section: str) -> list[StandingView]:
    if section not in form.sections or not form.has_standings:
        return []
    return _standings(form.table(section).rows, form.last_results(section))


def _host_tenths(form: TournamentForm, section: str) -> list[int]:
    host = form.simul_host(form.tournament)
    if host is None:
        return []
    games = form.games(section)
    mine = [game.tenths if game.first == host else game.tenths[::-1] for game in games]
    return [sum(one[side] for one in mine) for side in (0, 1)]


def _standings(rows: Iterable[StandingsRow], last: Mapping[str, tuple[int, ...]]) -> list[StandingView]:
    return [
        StandingView(
            place=row.place,
            entrant=row.entrant,
            points=row.tenths,
            n_games=row.n_games,
            won=row.won,
            drawn=row.drawn,
            lost=row.lost,
            percent=round(row.percent, 1),
            tie_break=round(float(row.tie_break), 1),
            is_by_lot=row.is_by_lot,
            adjusted=row.adjusted,
            form=[_RESULTS[halves] for halves in last.get(row.entrant, ())],
        )
        for row in rows
    ]


def _known_round(
    tournament: Tournament, version: int, paired: TournamentRound, known: "_KnownRounds"
) -> RoundView:
    """Return a round: the view of an earlier state if its matches have not changed.

    A longer log, as `version`, may have changed the times of matches that are not over.
    """
    if paired.tables:
        return _round(tournament, paired)
    statuses, deadline = round_statuses(tournament, paired), _deadline(tournament, paired)
    before = known.get(paired.name)
    if before is not None and before.version != version:
        before = before if before.view.is_over and before.deadline == deadline else None
    if before is not None and before.statuses is statuses:
        return before.view
    view = _round(tournament, paired, before if before is not None and before.version == version else None)
    known[paired.name] = _KnownRound(version, statuses, deadline, view)
    return view


def _round(tournament: Tournament, paired: TournamentRound, before: "_KnownRound | None" = None) -> RoundView:
    reused = {} if before is None else _reused(tournament, paired, before)
    matches = []
    for at, pair in enumerate(paired.pairs):
        match = paired.match(at)
        if match is None:
            matches.append(_bye(*pair))
        else:
            matches.append(reused.get(match.id) or _match(tournament, paired, match))
    return RoundView(
        id=paired.name,
        number=paired.number,
        matches=matches,
        tables=[_table(tournament, each, table) for each, table in paired.tables_by_id.items()],
        byes=[ByeView(entrant=each.entrant, tenths=each.tenths) for each in paired.byes],
        is_over=is_round_over(tournament, paired),
        deadline_at=_deadline(tournament, paired),
        begins_at=_begins(tournament, paired),
    )


def _reused(
    tournament: Tournament, paired: TournamentRound, before: "_KnownRound"
) -> dict[str | None, MatchView]:
    """Return the matches of an earlier view with the same log whose status is still the same."""
    views = (match for match in before.view.matches if match.id is not None)
    statuses = zip(before.statuses, round_statuses(tournament, paired), views, strict=True)
    return {view.id: view for was, status, view in statuses if was is status}


def _table(tournament: Tournament, table_id: str, table: tuple[str, ...]) -> CupTableView:
    ranks, room_id = tournament.table_ranks.get(table_id, ()), tournament.begun.get(GameKey(table_id, 1))
    return CupTableView(
        id=table_id,
        entrants=list(table),
        url=None if room_id is None else f"/gobble/{room_id}",
        ranks=list(ranks),
        tenths=list(rank_tenths(ranks)) if ranks else [],
    )


def _bye(first: str | None, second: str | None) -> MatchView:
    return MatchView(
        id=None,
        first=first,
        second=second,
        tenths=[0, 0],
        is_over=True,
        winner=first or second,
        games=[],
        times=None,
    )


def _match(tournament: Tournament, paired: TournamentRound, match: TournamentMatch) -> MatchView:
    status = match_status(tournament, paired, match)
    games = dict(status.games)
    keys = sorted({*games, *(key for key in next_keys(tournament, paired, match))})
    return MatchView(
        id=match.id,
        first=match.first,
        second=match.second,
        tenths=list(status.tenths),
        is_over=status.is_over,
        winner=None if status.winner is None else match.sides[status.winner],
        games=[_game(tournament, match, key, games.get(key)) for key in keys],
        times=_times(tournament, paired, match),
    )


def _game(
    tournament: Tournament, match: TournamentMatch, key: GameKey, outcome: GameOutcome | None
) -> MatchGameView:
    game_id, is_team = tournament.begun.get(key), tournament.terms.kind is EntrantKind.TEAM
    return MatchGameView(
        number=key.number,
        board=key.board,
        players=[tournament.players(key, side)[0].name for side in match.sides] if is_team else [],
        url=None if game_id is None else f"/games/{game_id}",
        is_over=outcome is not None,
        tenths=[0, 0] if outcome is None else list(outcome.tenths),
        scores=None if outcome is None or outcome.scores is None else list(outcome.scores),
        penalties=[0, 0] if outcome is None else list(outcome.penalties),
        is_played=outcome is None or outcome.is_played,
    )


def _times(tournament: Tournament, paired: TournamentRound, match: TournamentMatch) -> MatchTimes | None:
    if not tournament.stage(paired.stage).terms.days:
        return None
    keys = next_keys(tournament, paired, match)
    at = (match.id, keys[0].number if keys else 0)
    return MatchTimes(
        appointment_at=_time(tournament.appointments.get(at)),
        proposals=[
            ProposalView(entrant=each.entrant, at=print_time(each.time_ms))
            for each in tournament.proposals.get(at, ())
        ],
        deadline_at=_deadline(tournament, paired),
        ready=[
            ReadyView(entrant=each, until=print_time(since_ms + READY_MS))
            for each, since_ms in tournament.ready_ms.get(at, {}).items()
        ],
    )


def _begins(tournament: Tournament, paired: TournamentRound) -> str | None:
    """Return when the clocks of a live round start; None without a countdown."""
    terms, is_live = tournament.terms, not tournament.stage(paired.stage).terms.days
    has_countdown = is_live and not terms.is_by_hand and terms.countdown_ms
    return print_time(paired.at_ms + terms.countdown_ms) if has_countdown else None


def _deadline(tournament: Tournament, paired: TournamentRound) -> str | None:
    return None if tournament.terms.is_by_hand else print_time(tournament.deadline_ms(paired))


def _shown_in_full(found: StoredTournament) -> Iterable[LogEntry]:
    """Return the log without what entrants do by themselves: choose categories, leave and rejoin an arena."""
    return (entry for entry in found.entries if not _is_by_entrant(found.now, entry))


def _is_by_entrant(tournament: Tournament, entry: LogEntry) -> bool:
    match entry.action:
        case SetCategories(entrant):
            return entry.by in tournament.entrants[entrant].user_ids
        case _ if not first_form(tournament.terms).is_drop_in:
            return False
        case SetPause(entrant) | Withdraw(entrant):
            return entry.by not in tournament.staff or entry.by in tournament.entrants[entrant].user_ids
    return False


def _rulings(entries: Iterable[LogEntry], name_of: NameOf) -> Iterable[RulingView]:
    entries = tuple(entries)
    taken_back = undone(entries)
    for entry in entries:
        description = _described(entry)
        if description is None:
            continue
        is_undone = entry.sequence in taken_back
        yield RulingView.model_validate(
            {
                "sequence": entry.sequence,
                "at": print_time(entry.at_ms),
                "by": name_of(entry.by),
                "number": None,
                "tenths": None,
                "reason": "",
                "picture": "",
                "tiles": "",
                "is_undone": is_undone,
                "may_undo": not is_undone and may_undo(entry),
                **description,
            }
        )


def _described(entry: LogEntry) -> dict[str, object] | None:
    """Return what participants should know about an entry; None if the tables show it anyway."""
    match entry.action:
        case Ruling(match, number, _, outcome, reason, picture, tiles):
            found = {"what": "rule", "about": match, "number": number, "tenths": list(outcome.tenths)}
            return {**found, "reason": reason, "picture": picture, "tiles": tiles}
        case Forfeit(match, number):
            return {"what": "default", "about": match, "number": number or None}
        case Withdraw(entrant):
            return {"what": "withdraw", "about": entrant}
        case SetPause(entrant, is_paused):
            return {"what": "pause" if is_paused else "return", "about": entrant}
        case SetCategories(entrant, _, reason):
            return {"what": "categories", "about": entrant, "reason": reason}
        case ExtendDeadline(paired, _, reason):
            return {"what": "extend", "about": paired, "reason": reason}
        case AdjustStanding(_, entrant, points, reason):
            return {"what": "adjust", "about": entrant, "tenths": [points], "reason": reason}
        case ReplacePlayers(entrant, _, _, _, reason):
            return {"what": "replace", "about": entrant, "reason": reason}
        case Undo(sequence, reason):
            return {"what": "undo", "about": str(sequence), "reason": reason}
        case CancelEvent(reason):
            return {"what": "cancel", "about": "", "reason": reason}
        case NameStaff(user_ids, reason) if len(user_ids) > 1 or reason:
            is_passed = reason in (ORGANISER_AWAY, GIVEN_AWAY)
            return {"what": "organiser" if is_passed else "staff", "about": "", "reason": reason}
        case _:
            return None


def _time(ms: int | None) -> str | None:
    return None if ms is None else print_time(ms)
