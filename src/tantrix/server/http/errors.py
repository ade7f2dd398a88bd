"""All refusals: the code, the HTTP status and the sentence of each error.

The same `Refusal` serves HTTP, sockets, forms, games, Gobble and accounts. Deciding functions return it;
request handlers raise it. A code is for programs and never changes; the sentence is for people, in their
language.
"""

from collections.abc import Mapping

from tantrix.game import Verdict
from tantrix.gobble.verdicts import RushVerdict
from tantrix.server.wording.catalogues import gettext_noop, translate

# By reason: the HTTP status and the English sentence. A reason is a code; where a code has another sentence
# elsewhere, that reason has a prefix: `gobble:not_owner` has the code `not_owner`.
ERRORS: Mapping[str, tuple[int, str]] = {
    # refusals of requests
    "bad_request": (400, gettext_noop("The request could not be read.")),
    "bad_host": (400, gettext_noop("The request does not name its host.")),
    "unknown_host": (421, gettext_noop("This server does not answer under that name.")),
    "foreign_origin": (403, gettext_noop("This request came from another site.")),
    "no_cookies": (
        403,
        gettext_noop(
            "Your browser blocks cookies, so this site cannot tell that it is you. Allow cookies for this "
            "site in the browser's settings, then try again."
        ),
    ),
    "not_found": (404, gettext_noop("There is no such page.")),
    "unknown_game": (404, gettext_noop("There is no such game.")),
    "record_removed": (410, gettext_noop("This record was removed from the archive.")),
    "unknown_puzzle": (404, gettext_noop("There is no such puzzle.")),
    "unreadable_goal": (422, gettext_noop("This link does not say what the puzzle is.")),
    "unknown_ply": (404, gettext_noop("The game has not reached this ply.")),
    "game_in_play": (
        409,
        gettext_noop("This game is still being played. It can be analysed once it is over."),
    ),
    "method_not_allowed": (405, gettext_noop("This address does not take such a request.")),
    "not_begun": (409, gettext_noop("The game has not begun: a seat is still free.")),
    "too_large": (413, gettext_noop("The message is too large.")),
    "invalid": (422, gettext_noop("Some values are missing or out of range.")),
    "no_account": (404, gettext_noop("There is no such player.")),
    "no_chat_message": (404, gettext_noop("There is no such message.")),
    "no_mute": (404, gettext_noop("There is no such mute.")),
    "no_contact": (403, gettext_noop("You cannot follow this player or write to them.")),
    "inbox_closed": (403, gettext_noop("This player does not let you write to them.")),
    "no_answer_possible": (
        403,
        gettext_noop(
            "This player couldn't answer you: follow them, or change who may write to you in the settings."
        ),
    ),
    "too_many_conversations": (
        429,
        gettext_noop("You've started many conversations today; start the next one tomorrow."),
    ),
    "too_many_messages": (429, gettext_noop("You've sent a lot of messages; try again in an hour.")),
    "too_many_followed": (409, gettext_noop("You follow 500 players already; unfollow one of them first.")),
    "no_challenge": (404, gettext_noop("This challenge is gone.")),
    "no_pool": (404, gettext_noop("There is no such pool.")),
    "rating_range": (403, gettext_noop("Your rating is outside the range of this challenge.")),
    "too_many_challenges": (409, gettext_noop("You have five open challenges; withdraw one first.")),
    "too_many_tables": (409, gettext_noop("You have five tables waiting for players; close one first.")),
    "too_many_at_address": (
        409,
        gettext_noop("Your network has 20 open tables and challenges already; that is the limit."),
    ),
    "too_many_robot_games": (
        409,
        gettext_noop("Three of your games between robots are running; wait until one is over."),
    ),
    "too_many_codes": (429, gettext_noop("Too many codes were tried; wait a minute.")),
    "too_many_new_games": (
        429,
        gettext_noop("Too many new games: at most 30 a minute, 6 of them between robots. Wait a moment."),
    ),
    "no_report": (404, gettext_noop("There is no such open report.")),
    "not_moderator": (403, gettext_noop("This page is for moderators only.")),
    "yourself": (409, gettext_noop("You cannot choose yourself.")),
    "no_session": (404, gettext_noop("There is no such session.")),
    "signed_in": (409, gettext_noop("You are already signed in.")),
    "signed_out": (403, gettext_noop("Sign in first.")),
    "other_account": (403, gettext_noop("Sign in first.")),
    "banned": (403, gettext_noop("This account may not play here.")),
    "name_taken": (409, gettext_noop("This name, or one that looks like it, is taken.")),
    "renamed_lately": (409, gettext_noop("You can change your name again on {day}.")),
    "bad_name": (
        422,
        gettext_noop(
            "A name needs 2 to 20 letters or digits from one alphabet; "
            "single spaces or . _ - may separate them."
        ),
    ),
    "bad_password": (422, gettext_noop("A password needs 10 to 200 characters.")),
    "wrong_password": (403, gettext_noop("Wrong name or password.")),
    "account:wrong_password": (403, gettext_noop("Wrong password.")),
    "common_password": (
        422,
        gettext_noop(
            "This password is too easy to guess: it is widely used or follows a pattern. A few random words "
            "are a better one."
        ),
    ),
    "name_in_password": (
        422,
        gettext_noop("A password must not contain your name or your email address."),
    ),
    "guarded": (
        429,
        gettext_noop(
            "Too many wrong passwords were tried for this account from unknown devices. Wait an hour, use a "
            "device on which you have signed in before, or a passkey."
        ),
    ),
    "bad_code": (403, gettext_noop("This code is wrong, or it has been used.")),
    "step_over": (403, gettext_noop("That took too long; please start again.")),
    "factor_on": (409, gettext_noop("The second factor is already on.")),
    "bad_passkey": (403, gettext_noop("This passkey was not accepted.")),
    "no_passkey": (404, gettext_noop("There is no such passkey.")),
    "too_many_passkeys": (409, gettext_noop("There are ten passkeys already; remove one first.")),
    "bad_reset": (403, gettext_noop("This link has been used or has expired.")),
    "bad_token": (401, gettext_noop("This token is unknown, or it was revoked.")),
    "missing_scope": (403, gettext_noop("This token does not allow that.")),
    "not_for_tokens": (403, gettext_noop("This cannot be done with a token; sign in with a browser.")),
    "token_limit": (429, gettext_noop("Too many requests with this token; wait a moment.")),
    "bad_token_request": (422, gettext_noop("A token needs a name and at least one permission.")),
    "too_many_tokens": (409, gettext_noop("There are twenty tokens already; revoke one first.")),
    "too_many_puzzles": (
        409,
        gettext_noop("You have ten thousand puzzles, which is the limit."),
    ),
    "too_many_preferences": (409, gettext_noop("Your account has no room for more settings.")),
    "no_token": (404, gettext_noop("There is no such token.")),
    "has_played": (
        409,
        gettext_noop("This account has already played, so it cannot become a robot account."),
    ),
    "not_for_robots": (
        403,
        gettext_noop("Quick pairing is not for robots: they play by challenge only."),
    ),
    "bad_mail": (422, gettext_noop("That is not an email address.")),
    "mail_taken": (409, gettext_noop("This email address belongs to another account.")),
    "too_many_mails": (429, gettext_noop("Too many mails were asked for; try again tomorrow.")),
    # refusals in tournaments
    "no_tournament": (404, gettext_noop("There is no such tournament.")),
    "no_series": (404, gettext_noop("There is no such series of events.")),
    "too_many_series": (409, gettext_noop("You already run three series; end one first.")),
    "no_match": (404, gettext_noop("There is no such match or game in this tournament.")),
    "no_entrant": (404, gettext_noop("There is no such entrant in this tournament.")),
    "not_organiser": (403, gettext_noop("Only the organiser and the controllers can do this.")),
    "not_entrant": (403, gettext_noop("You are not in this match or tournament.")),
    "not_captain": (403, gettext_noop("Only the captain of the team can do this.")),
    "more_games_needed": (
        403,
        gettext_noop(
            "You can create a public tournament after 20 rated games, and a private one, by link, right now."
        ),
    ),
    "too_many_tournaments": (409, gettext_noop("You already have five unfinished tournaments.")),
    "tournament_begun": (409, gettext_noop("The tournament has begun.")),
    "tournament_not_running": (409, gettext_noop("The tournament is not running.")),
    "entries_closed": (409, gettext_noop("The entries are closed.")),
    "host_stays": (409, gettext_noop("The host of a simul cannot leave it; cancel it instead.")),
    "heir_is_busy": (409, gettext_noop("This account already has five unfinished tournaments.")),
    "founder_stays": (
        409,
        gettext_noop("Whoever created a tournament stays one of its controllers until it is over."),
    ),
    "no_heir": (
        409,
        gettext_noop("A tournament can only be given to one of its controllers or entrants."),
    ),
    "tournament_full": (409, gettext_noop("The tournament is full.")),
    "entry_terms": (
        403,
        gettext_noop("This tournament is limited to other ratings or countries."),
    ),
    "wrong_entry_password": (403, gettext_noop("Wrong password for this tournament.")),
    "robots_not_allowed": (403, gettext_noop("Robots cannot enter this tournament.")),
    "no_partner": (403, gettext_noop("You cannot enter this player.")),
    "entered_twice": (409, gettext_noop("One of these players has entered already.")),
    "missed_games": (409, gettext_noop("You have missed two games, so you cannot enter again.")),
    "other_members": (409, gettext_noop("You can return only with the members you entered with.")),
    "too_few_entrants": (409, gettext_noop("There are too few entrants to start.")),
    "check_in_closed": (409, gettext_noop("The check-in is not open now.")),
    "match_over": (409, gettext_noop("This match is over, or its next game has begun.")),
    "no_proposal": (409, gettext_noop("The other side has not proposed this time.")),
    "too_many_proposals": (409, gettext_noop("Each side can suggest up to five dates per game.")),
    "past_time": (422, gettext_noop("This time is past, or after the deadline.")),
    "own_game": (
        403,
        gettext_noop("Another controller decides your own games and points. The organiser can name one."),
    ),
    "reason_needed": (422, gettext_noop("Give a reason: everybody can read it.")),
    "not_friend": (403, gettext_noop("Only friends can be invited: players who follow each other.")),
    "no_ruling": (404, gettext_noop("There is no such decision to undo.")),
    "too_often": (429, gettext_noop("Too many tries; wait a minute.")),
    "no_text": (422, gettext_noop("The file is not UTF-8 text.")),
    "no_records": (422, gettext_noop("Choose a file of records, or paste them.")),
    "internal": (500, gettext_noop("Something went wrong on the server.")),
    "busy": (503, gettext_noop("Too many requests right now; try again in a moment.")),
    "too_many_sign_ins": (503, gettext_noop("Too many people sign in at once; try again in a moment.")),
    "being_made": (503, gettext_noop("This puzzle is being made; it will be ready in a moment.")),
    "over_budget": (
        429,
        gettext_noop("You've asked a lot of the server; wait a minute and try again."),
    ),
    # refusals of messages to a game or in a chat
    "stale_ply": (
        409,
        gettext_noop("The table has changed since you saw it; look again and place your tile."),
    ),
    "not_your_seat": (403, gettext_noop("This seat is not yours to play.")),
    "seat_taken": (409, gettext_noop("This seat is taken.")),
    "already_seated": (409, gettext_noop("You already sit at this table.")),
    "correspondence_only": (409, gettext_noop("This is possible in correspondence games only.")),
    "your_turn": (409, gettext_noop("It is your turn: place your tile instead of planning it.")),
    "plan_without_reply": (422, gettext_noop("A plan ends with a tile of yours.")),
    "plan_too_large": (422, gettext_noop("Your plan has room for {n} tiles; remove a line first.")),
    "on_vacation": (409, gettext_noop("You are already on vacation.")),
    "no_vacation_left": (409, gettext_noop("You do not have that many vacation days left.")),
    "name_of_another": (
        403,
        gettext_noop("This name looks like that of an account or a robot: choose another one, or sign in."),
    ),
    "not_owner": (403, gettext_noop("Only the player who opened the table can close it.")),
    "has_begun": (409, gettext_noop("The game has begun, so its table cannot be closed.")),
    "account_needed": (403, gettext_noop("Rated games need an account: sign in first.")),
    "id_in_use": (409, gettext_noop("This message id was used for something else.")),
    "time_over": (409, gettext_noop("The time is up.")),
    "paused": (409, gettext_noop("The game is paused.")),
    "rated": (422, gettext_noop("This is possible in casual games only.")),
    "robots_play": (
        422,
        gettext_noop("Robots cannot agree to this: it needs a person in every seat."),
    ),
    "no_offer": (422, gettext_noop("This offer is no longer open.")),
    "declined": (
        422,
        gettext_noop("This was declined; it can be proposed again once the game has moved on."),
    ),
    "not_now": (422, gettext_noop("This is not possible now.")),
    "match_game": (422, gettext_noop("Live games of tournaments cannot be paused.")),
    "no_rematch": (
        422,
        gettext_noop("A tournament game has no rematch: its tournament decides who meets next."),
    ),
    "not_claimable": (422, gettext_noop("This player has not been away for long enough.")),
    "stood_in": (409, gettext_noop("A robot plays on for you.")),
    "bad_message": (422, gettext_noop("The message could not be read.")),
    "too_fast": (422, gettext_noop("Too many messages at once; wait a moment.")),
    "players_only": (422, gettext_noop("Only players can write here.")),
    "after_the_game": (422, gettext_noop("You can read the spectators' chat once the game is over.")),
    "sign_in_to_chat": (422, gettext_noop("Sign in to write here.")),
    "empty_chat_message": (422, gettext_noop("The message is empty.")),
    "too_many_chat_messages": (422, gettext_noop("Too many messages; wait a few seconds.")),
    "abort_wait": (
        403,
        gettext_noop(
            "You aborted too many of your recent rated games: wait {minutes} more minutes before the next "
            "one. You can play casual games now."
        ),
    ),
    "not_saved": (
        503,
        gettext_noop("The server could not save this, so nothing has changed; try again in a moment."),
    ),
    "conflict": (409, gettext_noop("Somebody changed this at the same moment; try again.")),
    "nothing_laid": (422, gettext_noop("No tile was placed in this game, so there is nothing to analyse.")),
    "analysis:invalid": (422, gettext_noop("This is not a position.")),
    # refusals of forms
    "seat_count": (422, gettext_noop("Choose two, three or four seats, or doubles.")),
    "same_colour": (422, gettext_noop("Every player needs a different colour.")),
    "pair_colours": (422, gettext_noop("Partners share a colour, and the two pairs need different ones.")),
    "same_browser": (422, gettext_noop("In a rated game everybody plays in their own browser.")),
    "adaptive_robot": (
        422,
        gettext_noop("{name} plays as well as its opponents do, so games with it are not rated."),
    ),
    "puzzle_size": (422, gettext_noop("Allowed numbers of tiles: {sizes}.")),
    "too_many_to_count": (
        422,
        gettext_noop(
            "Difficulty can be chosen for up to {n} tiles; beyond that there are too many solutions to count."
        ),
    ),
    # refusals in Gobble
    "rush_not_begun": (409, gettext_noop("The rush has not begun yet.")),
    "rush_begun": (409, gettext_noop("The rush has begun already.")),
    "rush_in_play": (409, gettext_noop("This rush is still being played.")),
    "rush_full": (409, gettext_noop("All eight seats are taken.")),
    "guests_here": (409, gettext_noop("A guest is in the room, and rated rushes need an account.")),
    "tournament:not_owner": (403, gettext_noop("Only the organiser can give the tournament away.")),
    "gobble:not_owner": (403, gettext_noop("Only the host of the room can do this.")),
    "gobble:no_person": (409, gettext_noop("Only a person who sits here can be the host.")),
    # refusals by the rules
    **{verdict.name: (422, verdict.sentence) for verdict in Verdict},
    Verdict.GAME_OVER.name: (409, Verdict.GAME_OVER.sentence),
    **{f"gobble:{verdict.name}": (422, verdict.sentence) for verdict in RushVerdict},
}


class Moved(Exception):
    """What a page shows has another address for now, like the profile of a player with a new name."""

    def __init__(self, path: str, query: str = "") -> None:
        super().__init__(path)
        self.url = f"{path}?{query}" if query else path


class Refusal(Exception):
    """A request is refused and nothing has changed: a value to return, or an exception to raise.

    `errors` has details for programs, in English; `values` are for the placeholders in the sentence.
    """

    def __init__(self, reason: str, *errors: str, **values: object) -> None:
        super().__init__(reason, *errors)
        self.reason = reason
        self.errors = errors
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.args, self.values) == (other.args, other.values)

    def __hash__(self) -> int:
        return hash(self.args)

    @property
    def code(self) -> str:
        """The code for programs."""
        return self.reason.rpartition(":")[2]

    @property
    def status(self) -> int:
        """The HTTP status."""
        return ERRORS[self.reason][0]

    def sentence_in(self, language: str) -> str:
        """Return why the request is refused, for people, in a language."""
        sentence = translate(language, ERRORS[self.reason][1])
        return sentence.format(**self.values) if self.values else sentence
