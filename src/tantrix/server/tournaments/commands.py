"""Commands of people in a tournament: a command results in actions for the log, or in a refusal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tantrix.competition.events.actions import (
    AcceptTime,
    Action,
    AdjustStanding,
    BeReady,
    CancelEvent,
    CheckIn,
    Enter,
    ExtendDeadline,
    Forfeit,
    LogEntry,
    NameStaff,
    OpenEntries,
    ProposeTime,
    ReplacePlayers,
    Ruling,
    SetCategories,
    SetLineUp,
    SetPause,
    SetTerms,
    StartEvent,
    Undo,
    Withdraw,
)
from tantrix.competition.events.categories import categories_of, parse_category
from tantrix.competition.events.due import GIVEN_AWAY, MAX_NO_SHOWS, starting_early
from tantrix.competition.events.entrants import Entrant, EntrantKind, Member, check_members, joint_name
from tantrix.competition.events.forms.registry import first_form, form_of
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.match_states import (
    is_round_over,
    next_keys,
    simul_host,
)
from tantrix.competition.events.outcomes import GameKey, forfeited, played
from tantrix.competition.events.rounds import TournamentMatch, TournamentRound
from tantrix.competition.events.terms import EntryTerms, EventTerms
from tantrix.competition.events.tournament import EventState, Tournament, undone
from tantrix.competition.scoring import GAME, POINT
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol import tournaments as messages
from tantrix.server.protocol.times import parse_time
from tantrix.server.tournaments.corrections import may_undo, with_new_order
from tantrix.server.tournaments.terms import terms_of
from tantrix.server.wording.catalogues import gettext_noop

MAX_PROPOSALS = 5  # per side and game
MAX_ADJUSTED = 3 * GAME  # of an entrant in a stage, in tenths

_SAME_KIND = gettext_noop("Some have entered, so the kind of entrants cannot change.")
_NO_STANDINGS = gettext_noop(
    "Points are changed only in a stage with standings; in a knock-out, decide a game instead."
)
_ONLY_TEAMS = gettext_noop("Only teams have line-ups.")
_AT_BOARDS = gettext_noop("Enter {n} members of {name}, one for each board, not {value}.")
_ONE_BOARD = gettext_noop("Each member plays at one board, unlike {value}.")
_NO_POINTS = gettext_noop("Points must not be 0.")
_TOO_MANY_POINTS = gettext_noop("At most {most} points are added or deducted in a stage, not {value}.")
_NOT_AGREED = gettext_noop("Both players must agree to a result from a picture.")
_NO_CATEGORY = gettext_noop("The categories of this tournament are {categories}, not {value}.")
_DECIDABLE = (EventState.RUNNING, EventState.OVER)  # controllers may correct results after the end

Decision = tuple[Action, ...] | Refusal


@dataclass(frozen=True, slots=True)
class Actor:
    """The account that sends a command. `rating`: points of its rating, None for a newcomer. `country`: two
    letters, of its profile; empty if it names none.

    `knows_password`: it has given the password of the tournament, or there is none. `partners`: the accounts
    that it names for its pair or team; `named`: the accounts that it names as controllers, `heir` the one to
    which it gives the tournament, `founder` the one that stays in its staff. `leads_team`: it is the captain
    of its team, or the captain is away.
    """

    member: Member
    rating: int | None = None
    country: str = ""
    is_robot: bool = False
    knows_password: bool = True
    partners: tuple["Actor", ...] = ()
    named: tuple[str, ...] = ()
    heir: str | None = None
    founder: str | None = None
    leads_team: bool = False

    @property
    def user_id(self) -> str:
        """The id of the account."""
        assert self.member.user_id is not None, "expected an account"
        return self.member.user_id


def decide(
    tournament: Tournament,
    entries: Sequence[LogEntry],
    command: messages.TournamentCommand,
    actor: Actor,
    now_ms: int,
) -> Decision:
    """Return the actions of a command; an empty tuple if it has already been carried out.

    Raises InvalidValue for options that contradict each other, impossible scores and wrong members.
    """
    match command:
        case messages.EnterTournament():
            return _enter(tournament, command, actor, now_ms)
        case messages.WithdrawEntrant() | messages.PauseEntrant() | messages.CheckInEntrant():
            return _about_entrant(tournament, command, actor, now_ms)
        case messages.SetTeamLineUp():
            return _set_line_up(tournament, command, actor)
        case messages.SetEntrantCategories():
            return _set_categories(tournament, command, actor)
        case messages.ProposeMatchTime() | messages.AcceptMatchTime() | messages.ReadyToPlay():
            return _arrange(tournament, command, actor, now_ms)
        case _:
            if actor.user_id not in tournament.staff:
                return Refusal("not_organiser")
            decision = _direct(tournament, entries, command, actor, now_ms)
            if isinstance(decision, Refusal):
                return decision
            return with_new_order(tournament, entries, decision, actor.user_id, now_ms)


def may_enter(tournament: Tournament, now_ms: int) -> bool:
    """Return whether entries are open.

    Entries are open before the start; in groups until their first game begins; in a Swiss or a cup until half
    the rounds are paired; in an arena or a race until its end.
    """
    if tournament.state is EventState.OPEN:
        return True
    if not tournament.is_running or len(tournament.stages) != 1:
        return False
    return form_of(tournament, 1).may_enter(now_ms)


def _direct(
    tournament: Tournament,
    entries: Sequence[LogEntry],
    command: messages.TournamentCommand,
    actor: Actor,
    now_ms: int,
) -> Decision:
    """Decide about a command that only the organiser and controllers may give."""
    if _is_about_own_result(tournament, entries, command, actor.user_id):
        return Refusal("own_game")
    match command:
        case messages.EditTournament():
            terms = _with_kept_password(terms_of(command.options), command.options, tournament)
            if tournament.state not in (EventState.DRAFT, EventState.OPEN):
                return Refusal("tournament_begun")
            is_moved = terms.starts_ms is not None and terms.starts_ms != tournament.terms.starts_ms
            if is_moved and (terms.starts_ms or 0) < now_ms:
                return Refusal("past_time")
            same_kind = (terms.kind, terms.n_boards) == (tournament.terms.kind, tournament.terms.n_boards)
            if tournament.entrants and not same_kind:
                raise InvalidValue(_SAME_KIND, "preset")
            return () if terms == tournament.terms else (SetTerms(terms),)
        case messages.OpenTournament():
            return (OpenEntries(),) if tournament.state is EventState.DRAFT else ()
        case messages.StartTournament():
            return _start(tournament)
        case messages.CancelTournament():
            is_over = tournament.state in (EventState.OVER, EventState.CANCELLED)
            return () if is_over else (CancelEvent(command.reason),)
        case messages.NameControllers():
            return _name_staff(tournament, actor)
        case messages.UndoRuling():
            return _undo(entries, command)
        case messages.ExtendRound():
            return _extend(tournament, command, now_ms)
        case messages.EnterScores() | messages.AwardGame():
            return _rule(tournament, entries, command)
        case messages.AdjustPoints():
            return _adjust(tournament, entries, command)
        case messages.ReplaceMember():
            return _replace(tournament, command, actor, now_ms)
        case _:
            return Refusal("invalid")


def _name_staff(tournament: Tournament, actor: Actor) -> Decision:
    """Set the controllers, or give the tournament away: the former organiser is then one of them.

    Whoever created it can only take themselves off: a minute's absence makes somebody else the organiser, who
    must not shut them out of their own tournament.
    """
    organiser = tournament.staff[0]
    is_gift = actor.heir is not None and actor.heir != organiser
    first = (actor.heir, organiser) if actor.heir is not None else (organiser,)
    staff = tuple(dict.fromkeys((*first, *actor.named)))
    if is_gift and actor.user_id != organiser:
        return Refusal("tournament:not_owner")
    if is_gift and first_form(tournament.terms).has_host:
        return Refusal("host_stays")
    if actor.founder is not None and actor.founder not in (actor.user_id, *staff):
        return Refusal("founder_stays")
    if is_gift:
        return (NameStaff(staff, GIVEN_AWAY),)
    return () if staff == tournament.staff else (NameStaff(staff),)


def _is_about_own_result(
    tournament: Tournament, entries: Sequence[LogEntry], command: messages.TournamentCommand, user_id: str
) -> bool:
    """Return whether a ruling is about a game or the points of an entrant that the controller plays for.

    Not where games are played over the board: entering a score there is no ruling.
    """
    mine = tournament.entrant_of(user_id)
    if mine is None or tournament.terms.is_by_hand:
        return False
    match command:
        case messages.EnterScores(match=name) | messages.AwardGame(match=name):
            return _plays(tournament, mine, name)
        case messages.AdjustPoints(entrant=entrant):
            return entrant == mine.id
        case messages.UndoRuling(sequence=sequence):
            found = next((entry.action for entry in entries if entry.sequence == sequence), None)
            is_game = isinstance(found, Ruling | Forfeit) and _plays(tournament, mine, found.match)
            return is_game or (isinstance(found, AdjustStanding | SetCategories) and found.entrant == mine.id)
        case _:
            return False


def _plays(tournament: Tournament, entrant: Entrant, match: str) -> bool:
    return match in tournament.matches and entrant.id in tournament.matches[match][1].sides


def _with_kept_password(
    terms: EventTerms, options: messages.TournamentOptions, tournament: Tournament
) -> EventTerms:
    if options.password is not None:
        return terms
    return replace(terms, entry=replace(terms.entry, has_password=tournament.terms.entry.has_password))


def _enter(tournament: Tournament, command: messages.EnterTournament, actor: Actor, now_ms: int) -> Decision:
    if not may_enter(tournament, now_ms):
        return Refusal("entries_closed")
    if len(tournament.playing) >= tournament.terms.entry.most:
        return Refusal("tournament_full")
    if is_entry_by_hand(tournament, command, actor.user_id):
        return _enter_by_hand(tournament, command)
    if tournament.entrant_of(actor.user_id) is not None:
        return ()
    refused = _entry_refusal(tournament, command, actor)
    if refused is not None:
        return Refusal(refused)
    members = (actor.member, *(each.member for each in actor.partners))
    check_members(tournament.terms.kind, members, tournament.terms.n_boards)
    if any(tournament.entrant_of(member.user_id) is not None for member in members):
        return Refusal("entered_twice")
    is_named = tournament.terms.kind is EntrantKind.TEAM and bool(command.name)
    name = command.name if is_named else joint_name(members)
    country, categories = actor.country or command.country, _chosen(tournament, command.categories)
    new = Entrant(_next_id(tournament), name, members, _seed(actor), country, categories)
    entrant = tournament.returning(new)
    if tournament.n_no_shows.get(entrant.id, 0) >= MAX_NO_SHOWS:
        return Refusal("missed_games")
    if entrant.user_ids != new.user_ids:
        return Refusal("other_members")
    is_present = is_check_in_open(tournament, now_ms)
    return (Enter(entrant), CheckIn(entrant.id)) if is_present else (Enter(entrant),)


def is_check_in_open(tournament: Tournament, now_ms: int) -> bool:
    """Return whether entrants can confirm that they are present; who enters now has done so."""
    starts_ms, check_in_ms = tournament.terms.starts_ms, tournament.terms.check_in_ms
    is_early = starts_ms is not None and now_ms < starts_ms - check_in_ms
    return tournament.state is EventState.OPEN and bool(check_in_ms) and not is_early


def _entry_refusal(tournament: Tournament, command: messages.EnterTournament, actor: Actor) -> str | None:
    """Return why an entrant may not enter; the limits hold for each of its members."""
    entry, members = tournament.terms.entry, (actor, *actor.partners)
    if first_form(tournament.terms).has_host and actor.user_id == tournament.staff[0]:
        return None  # the host
    if not entry.allows_robots and any(each.is_robot for each in members):
        return "robots_not_allowed"
    if not actor.knows_password:
        return "wrong_entry_password"
    is_within = all(_is_within(entry, each.rating, each.country or command.country) for each in members)
    return None if is_within else "entry_terms"


def _is_within(entry: EntryTerms, rating: int | None, country: str) -> bool:
    """Return whether a rating and a country are within the limits."""
    if entry.countries and country not in entry.countries:
        return False
    if entry.low is None and entry.high is None:
        return True
    return rating is not None and (entry.low or 0) <= rating <= (entry.high or rating)


def is_entry_by_hand(tournament: Tournament, command: messages.EnterTournament, user_id: str) -> bool:
    """Return whether a controller enters people by their names, who need no accounts."""
    return (
        tournament.terms.is_by_hand and user_id in tournament.staff and bool(command.name or command.members)
    )


def _enter_by_hand(tournament: Tournament, command: messages.EnterTournament) -> Decision:
    """Enter people without accounts; one who was withdrawn comes back."""
    members = tuple(Member(name) for name in (command.members or [command.name]))
    name = command.name or joint_name(members)
    same = [each for each in tournament.entrants.values() if each.name.casefold() == name.casefold()]
    if any(entrant.id not in tournament.withdrawn for entrant in same):
        return Refusal("entered_twice")
    check_members(tournament.terms.kind, members, tournament.terms.n_boards)
    if same:
        return (Enter(replace(same[-1], members=members) if command.members else same[-1]),)
    categories = _chosen(tournament, command.categories)
    return (Enter(Entrant(_next_id(tournament), name, members, None, command.country, categories)),)


def _seed(actor: Actor) -> int | None:
    """Return the rating that seeds an entrant: the mean of its members who have one."""
    ratings = [each.rating for each in (actor, *actor.partners) if each.rating is not None]
    return round(sum(ratings) / len(ratings)) if ratings else None


def _next_id(tournament: Tournament) -> str:
    return str(len(tournament.entrants) + 1)


def _about_entrant(
    tournament: Tournament,
    command: messages.WithdrawEntrant | messages.PauseEntrant | messages.CheckInEntrant,
    actor: Actor,
    now_ms: int,
) -> Decision:
    entrant = _entrant_meant(tournament, command.entrant, actor)
    if isinstance(entrant, Refusal):
        return entrant
    if tournament.state in (EventState.OVER, EventState.CANCELLED):
        return Refusal("tournament_not_running")
    if entrant.id == simul_host(tournament) and not isinstance(command, messages.CheckInEntrant):
        return Refusal("host_stays")
    match command:
        case messages.WithdrawEntrant():
            return (Withdraw(entrant.id),)
        case messages.PauseEntrant():
            is_paused = entrant.id in tournament.paused
            return () if is_paused == command.is_paused else (SetPause(entrant.id, command.is_paused),)
        case messages.CheckInEntrant():
            if not is_check_in_open(tournament, now_ms):
                return Refusal("check_in_closed")
            return () if entrant.id in tournament.checked_in else (CheckIn(entrant.id),)


def _set_line_up(tournament: Tournament, command: messages.SetTeamLineUp, actor: Actor) -> Decision:
    """Seat members at the boards of a team; all others become reserves, in the order of before."""
    team = _entrant_meant(tournament, command.entrant, actor)
    if isinstance(team, Refusal):
        return team
    if tournament.state not in (EventState.OPEN, EventState.RUNNING):
        return Refusal("tournament_not_running")
    if not actor.leads_team and actor.user_id not in tournament.staff:
        return Refusal("not_captain")
    if tournament.terms.kind is not EntrantKind.TEAM:
        raise InvalidValue(_ONLY_TEAMS)
    places = {member.name.casefold(): place for place, member in enumerate(team.members)}
    wrong = [name for name in command.members if name.casefold() not in places]
    if wrong or len(command.members) != tournament.terms.n_boards:
        value = ", ".join(wrong or command.members)
        raise InvalidValue(_AT_BOARDS, "members", n=tournament.terms.n_boards, name=team.name, value=value)
    chosen = [places[name.casefold()] for name in command.members]
    if len(set(chosen)) < len(chosen):
        raise InvalidValue(_ONE_BOARD, "members", value=", ".join(command.members))
    before = [team.members.index(member) for member in tournament.line_up(team.id)]
    order = (*chosen, *(place for place in before if place not in chosen))
    return () if order == tuple(before) else (SetLineUp(team.id, order),)


def _chosen(tournament: Tournament, given: Sequence[str]) -> tuple[str, ...]:
    """Return categories in the order of the tournament. Raises InvalidValue for one that it does not have."""
    known = tournament.terms.entry.categories
    keys = {parse_category(each).casefold() for each in given}
    if keys - {each.casefold() for each in known}:
        value = ", ".join(given)
        raise InvalidValue(_NO_CATEGORY, "categories", categories=", ".join(known) or "–", value=value)
    return tuple(each for each in known if each.casefold() in keys)


def _set_categories(tournament: Tournament, command: messages.SetEntrantCategories, actor: Actor) -> Decision:
    """Set the categories of an entrant: its own before the start, or for controllers any."""
    entrant = _entrant_meant(tournament, command.entrant, actor)
    if isinstance(entrant, Refusal):
        return entrant
    if tournament.state is EventState.CANCELLED:
        return Refusal("tournament_not_running")
    chosen, has_begun = _chosen(tournament, command.categories), tournament.state in _DECIDABLE
    is_staff, is_own = actor.user_id in tournament.staff, actor.user_id in entrant.user_ids
    if not is_staff and (has_begun or entrant.id in tournament.categorised):
        return Refusal("not_organiser")
    if has_begun and is_own:
        return Refusal("own_game")
    if has_begun and not command.reason:
        return Refusal("reason_needed")
    before = entrant.categories if is_own else categories_of(tournament, entrant)
    return () if chosen == before else (SetCategories(entrant.id, chosen, command.reason),)


def _entrant_meant(tournament: Tournament, entrant_id: str | None, actor: Actor) -> Entrant | Refusal:
    """Return the entrant that a command concerns: the user's own, or for controllers any."""
    mine = tournament.entrant_of(actor.user_id)
    if entrant_id is None or (mine is not None and mine.id == entrant_id):
        return Refusal("not_entrant") if mine is None else mine
    if actor.user_id not in tournament.staff:
        return Refusal("not_organiser")
    return tournament.entrants[entrant_id] if entrant_id in tournament.playing else Refusal("no_entrant")


def _start(tournament: Tournament) -> Decision:
    if tournament.is_running:
        return ()
    if tournament.state not in (EventState.DRAFT, EventState.OPEN):
        return Refusal("tournament_not_running")
    action = starting_early(tournament)
    return (action,) if isinstance(action, StartEvent) else Refusal("too_few_entrants")


def _undo(entries: Sequence[LogEntry], command: messages.UndoRuling) -> Decision:
    if command.sequence in undone(entries):
        return ()
    found = [entry for entry in entries if entry.sequence == command.sequence]
    if not found or not may_undo(found[0]):
        return Refusal("no_ruling")
    return (Undo(command.sequence, command.reason),) if command.reason else Refusal("reason_needed")


def _extend(tournament: Tournament, command: messages.ExtendRound, now_ms: int) -> Decision:
    """Move the deadline of a round, or of all rounds of its stage that are not over."""
    named = next((each for each in tournament.rounds if each.name == command.round), None)
    if named is None or not tournament.is_running:
        return Refusal("no_match")
    until_ms = parse_time(command.until)
    if until_ms < now_ms:
        return Refusal("past_time")
    rounds = [
        each
        for each in tournament.rounds
        if each.stage == named.stage and not is_round_over(tournament, each)
    ]
    moved = [
        each
        for each in (rounds if command.whole_stage else [named])
        if tournament.deadline_ms(each) != until_ms
    ]
    if moved and not command.reason:
        return Refusal("reason_needed")
    return tuple(ExtendDeadline(each.name, until_ms, command.reason) for each in moved)


def _rule(
    tournament: Tournament, entries: Sequence[LogEntry], command: messages.EnterScores | messages.AwardGame
) -> Decision:
    """Rule on a game: one that has an outcome, or one that is next in its match."""
    if tournament.state not in _DECIDABLE:
        return Refusal("tournament_not_running")
    key = GameKey(command.match, command.number, command.board)
    if not _may_rule(tournament, key):
        return Refusal("no_match")
    is_entry = tournament.terms.is_by_hand and tournament.is_running  # from a table: it needs no reason
    if not is_entry and not command.reason:
        return Refusal("reason_needed")
    if isinstance(command, messages.EnterScores):
        penalties = command.first_penalty, command.second_penalty
        outcome = played((command.first, command.second), penalties)
        evidence = command.picture, command.tiles
        if any(evidence) and not command.is_agreed:
            raise InvalidValue(_NOT_AGREED)
    else:
        outcome = forfeited((command.to in ("first", "both"), command.to in ("second", "both")))
        evidence = "", ""
    ruling = Ruling(*key, outcome, command.reason, *evidence)
    is_known = tournament.ruled.get(key) == outcome and not _adds_evidence(entries, ruling)
    return () if is_known else (ruling,)


def _adds_evidence(entries: Sequence[LogEntry], new: Ruling) -> bool:
    """Return whether a ruling has a picture or tiles that the ruling on its game so far does not have."""
    taken_back, key = undone(entries), (new.match, new.number, new.board)
    actions = [entry.action for entry in entries if entry.sequence not in taken_back]
    rulings = [each for each in actions if isinstance(each, Ruling)]
    last = next((each for each in reversed(rulings) if (each.match, each.number, each.board) == key), None)
    known = ("", "") if last is None else (last.picture, last.tiles)
    return bool(new.picture or new.tiles) and (new.picture, new.tiles) != known


def _adjust(tournament: Tournament, entries: Sequence[LogEntry], command: messages.AdjustPoints) -> Decision:
    """Adjust points in the current stage, if it has standings; the same for the same reason only once."""
    if tournament.state not in _DECIDABLE or not tournament.stages:
        return Refusal("tournament_not_running")
    stage = tournament.stages[-1]
    if not form_of(tournament, stage.number).has_standings:
        raise InvalidValue(_NO_STANDINGS)
    if command.entrant not in tournament.playing:
        return Refusal("no_entrant")
    if not command.tenths:
        raise InvalidValue(_NO_POINTS, "points")
    if not command.reason:
        return Refusal("reason_needed")
    action = AdjustStanding(stage.number, command.entrant, command.tenths, command.reason)
    taken_back = undone(entries)
    if any(entry.action == action and entry.sequence not in taken_back for entry in entries):
        return ()
    in_all = tournament.adjusted.get((stage.number, command.entrant), 0) + command.tenths
    if abs(in_all) > MAX_ADJUSTED:
        raise InvalidValue(_TOO_MANY_POINTS, "points", most=MAX_ADJUSTED // POINT, value=in_all / POINT)
    return (action,)


def _replace(tournament: Tournament, command: messages.ReplaceMember, actor: Actor, now_ms: int) -> Decision:
    """Let a named account, or a mere name in a tournament by hand, play for an entrant."""
    if tournament.state in (EventState.OVER, EventState.CANCELLED):
        return Refusal("tournament_not_running")
    if command.entrant not in tournament.playing:
        return Refusal("no_entrant")
    entrant = tournament.entrants[command.entrant]
    new = actor.partners[0].member if actor.partners else Member(command.name)
    if new in entrant.members:
        return ()
    if not any(member.name == command.member for member in entrant.members):
        return Refusal("no_entrant", f"expected a member of {entrant.name}, got {command.member!r}")
    if not command.reason:
        return Refusal("reason_needed")
    if new.user_id is not None and tournament.entrant_of(new.user_id) is not None:
        return Refusal("entered_twice")
    members = tuple(new if member.name == command.member else member for member in entrant.members)
    is_team = tournament.terms.kind is EntrantKind.TEAM
    name = entrant.name if is_team else joint_name(members)
    return (ReplacePlayers(entrant.id, now_ms, name, members, command.reason),)


def _may_rule(tournament: Tournament, key: GameKey) -> bool:
    if key.match not in tournament.matches:
        return False
    return tournament.outcome(key) is not None or key in next_keys(tournament, *tournament.matches[key.match])


def _arrange(
    tournament: Tournament,
    command: messages.ProposeMatchTime | messages.AcceptMatchTime | messages.ReadyToPlay,
    actor: Actor,
    now_ms: int,
) -> Decision:
    found = _own_match(tournament, command.match, actor)
    if isinstance(found, Refusal):
        return found
    paired, match, side = found
    keys = next_keys(tournament, paired, match)
    if not keys or not tournament.is_running or any(key in tournament.begun for key in keys):
        return Refusal("match_over")
    number = keys[0].number
    if isinstance(command, messages.ReadyToPlay):
        is_ready = side in tournament.ready_sides(match.id, number, now_ms)
        return () if is_ready else (BeReady(match.id, number, side),)
    time_ms = parse_time(command.at)
    if not now_ms <= time_ms < tournament.deadline_ms(paired):
        return Refusal("past_time")
    made = tournament.proposals.get((match.id, number), ())
    if isinstance(command, messages.AcceptMatchTime):
        if not any(each.time_ms == time_ms and each.entrant != side for each in made):
            return Refusal("no_proposal")
        is_agreed = tournament.appointments.get((match.id, number)) == time_ms
        return () if is_agreed else (AcceptTime(match.id, number, side, time_ms),)
    mine = [each.time_ms for each in made if each.entrant == side]
    if time_ms in mine:
        return ()
    if len(mine) >= MAX_PROPOSALS:
        return Refusal("too_many_proposals")
    return (ProposeTime(match.id, number, side, time_ms),)


def _own_match(
    tournament: Tournament, match_id: str, actor: Actor
) -> tuple[TournamentRound, TournamentMatch, str] | Refusal:
    if match_id not in tournament.matches:
        return Refusal("no_match")
    paired, match = tournament.matches[match_id]
    mine = tournament.entrant_of(actor.user_id)
    if mine is None or mine.id not in match.sides:
        return Refusal("not_entrant")
    return paired, match, mine.id
