"""All services of a server, each built on the services that it names, and looked up by class in requests."""

import asyncio
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import TypeVar, cast

from tantrix.server.account_data import account_store
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.addresses.service import MailAddresses
from tantrix.server.accounts.creation_limits import CreationLimits
from tantrix.server.accounts.device_store import DeviceStore
from tantrix.server.accounts.factor_store import FactorStore
from tantrix.server.accounts.mail.mailing import Mailing
from tantrix.server.accounts.mail.sender import MailSender
from tantrix.server.accounts.passkeys import Passkeys
from tantrix.server.accounts.preferences.service import Preferences
from tantrix.server.accounts.preferences.store import PreferenceStore
from tantrix.server.accounts.second_factor.service import SecondFactors
from tantrix.server.accounts.sign_in import SignIns
from tantrix.server.accounts.store import ROBOT_ACCOUNTS
from tantrix.server.accounts.token_store import TokenStore
from tantrix.server.accounts.tokens import Tokens
from tantrix.server.analysis.game_analysis import GameAnalysisQueue
from tantrix.server.analysis.suggestions import SuggestionService
from tantrix.server.api_docs.page import ApiDescriptions
from tantrix.server.archive.archive import Archive
from tantrix.server.archive.store import ArchiveStore
from tantrix.server.cluster.cluster import Cluster
from tantrix.server.cluster.online import OnlineUsers
from tantrix.server.community.chat import Chat
from tantrix.server.community.chat_store import ChatStore, mutes_of
from tantrix.server.community.inbox.service import Inbox
from tantrix.server.community.inbox.store import InboxStore
from tantrix.server.community.lobby_chat import LOBBY, LobbyChat
from tantrix.server.community.moderation import Moderation
from tantrix.server.community.moderation_store import ModerationStore
from tantrix.server.community.notes.service import GameNotes
from tantrix.server.community.notes.store import NoteStore
from tantrix.server.database.database import Database
from tantrix.server.database.keys import ServerKeys
from tantrix.server.database.replica import Replica
from tantrix.server.database.writer import Writer
from tantrix.server.departures import Departures
from tantrix.server.event_stream.events import AccountEvents
from tantrix.server.friends.service import Friends
from tantrix.server.friends.store import FollowStore
from tantrix.server.games.hub import Hub
from tantrix.server.games.plans.service import GamePlans
from tantrix.server.games.players import MatchNames
from tantrix.server.games.store import GameStore
from tantrix.server.games.vacations.service import VacationService
from tantrix.server.games.views.badges import Badges
from tantrix.server.gobble.cup_rooms import CupTables
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.health.readiness import ReadinessChecks
from tantrix.server.http.line_streams import LineStreams
from tantrix.server.http.worker_pool import WorkerPool
from tantrix.server.lobby.lobby import LobbyService
from tantrix.server.lobby.parts import LobbyParts
from tantrix.server.lobby.players import TablePlayers
from tantrix.server.lobby.store import LobbyStore
from tantrix.server.metrics import Metrics
from tantrix.server.notices.deliverer import Deliverer, NoticeSender
from tantrix.server.notices.mailer import NoticeMailer
from tantrix.server.notices.push import PushService
from tantrix.server.notices.push_store import PushStore
from tantrix.server.notices.push_transport import PushTransport
from tantrix.server.notices.service import NoticeService
from tantrix.server.notices.store import NoticeStore
from tantrix.server.notices.timing import NoticeChannel
from tantrix.server.players.medals import Medals
from tantrix.server.players.store import StatisticsStore
from tantrix.server.puzzles.daily.service import DailyPuzzles
from tantrix.server.puzzles.daily.store import DailyStore
from tantrix.server.puzzles.progress.service import ProgressService
from tantrix.server.puzzles.progress.store import ProgressStore
from tantrix.server.puzzles.runs.service import RunService
from tantrix.server.puzzles.runs.store import RunStore
from tantrix.server.puzzles.solitaire.service import SolitaireService
from tantrix.server.puzzles.solutions.cache import SolutionLists
from tantrix.server.ratings.service import RatingService
from tantrix.server.ratings.store import RatingStore
from tantrix.server.series.formats import EventFormat, ServerSeries
from tantrix.server.series.service import SeriesService
from tantrix.server.series.store import SeriesStore
from tantrix.server.settings import Settings
from tantrix.server.sharing.removals import RecordRemovals
from tantrix.server.tournaments.chat import TournamentChat
from tantrix.server.tournaments.creation import DAILY_ARENA, FORMAT, WEEKLY_OPEN, TournamentFormat
from tantrix.server.tournaments.invitations import TournamentInvitations
from tantrix.server.tournaments.leaving.organisers import Organisers
from tantrix.server.tournaments.rating_pages import won_medals
from tantrix.server.tournaments.ratings import TournamentRatings, TournamentRatingStore
from tantrix.server.tournaments.round_line import event_and_round
from tantrix.server.tournaments.service import Tournaments
from tantrix.server.tournaments.store import TournamentStore
from tantrix.server.tournaments.tables import TournamentTables
from tantrix.server.tournaments.views import ViewCache
from tantrix.server.watch.exhibition import Exhibition
from tantrix.server.watch.replays import WeeklyReplays

_T = TypeVar("_T")

OWN_SERIES: tuple[ServerSeries, ...] = (WEEKLY_OPEN, DAILY_ARENA)


@dataclass(frozen=True)
class Services:
    """The services of a server; each class occurs once.

    A property builds its service from the services that it names, once, when it is first needed. To add a
    service, add a property: requests find it by its class.
    """

    settings: Settings
    metrics: Metrics
    streams: LineStreams
    database: Database
    writer: Writer
    cluster: Cluster
    accounts: Accounts
    worker_pool: WorkerPool
    replica: Replica | None
    keys: ServerKeys

    def build(self) -> None:
        """Build all services that have not been needed so far."""
        for name in self._names:
            getattr(self, name)

    def find(self, kind: type[_T]) -> _T:
        """Return the service of a class."""
        return cast(_T, self._by_class[kind])

    @cached_property
    def _by_class(self) -> dict[type, object]:
        services = [getattr(self, name) for name in self._names]
        return {type(each): each for each in services}

    @property
    def _names(self) -> list[str]:
        built = [name for name, each in vars(Services).items() if isinstance(each, cached_property)]
        return [field.name for field in fields(self)] + [name for name in built if name[0] != "_"]

    @cached_property
    def creation_limits(self) -> CreationLimits:
        return CreationLimits(self.settings.address is not None, self.accounts.tiers)

    @cached_property
    def preferences(self) -> Preferences:
        return Preferences(self.settings, PreferenceStore(self.database.readers), self.writer)

    @cached_property
    def tokens(self) -> Tokens:
        return Tokens(self.settings, TokenStore(self.database.readers), self.writer, self.accounts)

    @cached_property
    def _mail_sender(self) -> MailSender:
        return MailSender(self.settings)

    @cached_property
    def mailing(self) -> Mailing:
        return Mailing(self._mail_sender, self.accounts)

    @cached_property
    def _factors(self) -> FactorStore:
        return FactorStore(self.database.readers)

    @cached_property
    def second_factors(self) -> SecondFactors:
        return SecondFactors(self.settings, self.accounts, self._factors, self.writer)

    @cached_property
    def sign_ins(self) -> SignIns:
        return SignIns(
            self.settings,
            self.accounts,
            account_store(self.database),
            DeviceStore(self.database.readers),
            self._factors,
            self.second_factors,
            self.writer,
            self.mailing,
        )

    @cached_property
    def mail_addresses(self) -> MailAddresses:
        return MailAddresses(self.settings, self.accounts, self._factors, self.writer, self.mailing)

    @cached_property
    def passkeys(self) -> Passkeys:
        return Passkeys(self.settings, self.accounts, self.sign_ins, self._factors, self.writer)

    @cached_property
    def ratings(self) -> RatingStore:
        return RatingStore(self.database.readers, ROBOT_ACCOUNTS)

    @cached_property
    def rating_service(self) -> RatingService:
        return RatingService(self.ratings, self.writer)

    @cached_property
    def statistics(self) -> StatisticsStore:
        return StatisticsStore(self.database.readers)

    @cached_property
    def archive(self) -> Archive:
        store = ArchiveStore(self.database.readers)
        return Archive(self.settings, store, self.writer, self.accounts, self.worker_pool)

    @cached_property
    def _lobby_store(self) -> LobbyStore:
        return LobbyStore(self.database.readers, mutes_of)

    def _runs_event(self, tournament_id: str, user_id: str | None) -> bool:
        """Return whether a user runs a tournament; its service is made after the hub. Reads the database."""
        return self.tournaments.runs(tournament_id, user_id)

    @cached_property
    def hub(self) -> Hub:
        badges = Badges(self.settings, self.accounts, self.ratings)
        return Hub(
            self.settings,
            self.database,
            self.writer,
            self.cluster,
            TablePlayers(self.accounts, badges, self._lobby_store, self._runs_event),
            self.archive,
            self.worker_pool,
        )

    @cached_property
    def gobble(self) -> GobbleHub:
        return GobbleHub(
            self.settings,
            self.database,
            self.writer,
            self.accounts.name_of,
            face_of=self.accounts.face_of,
            lease_holder=self.cluster.lease_holder,
            bus=None if self.cluster.is_single_server else self.cluster.bus,
            limits=self.creation_limits,
            tournament_of=self.tournament_store.tournament_of,
            runs=self._runs_event,
            online=lambda user_ids: self.online.among(user_ids),
            elsewhere=lambda user_ids: self.online.rooms_elsewhere(user_ids),
        )

    @cached_property
    def lobby(self) -> LobbyService:
        return LobbyService(
            LobbyParts(
                settings=self.settings,
                store=self._lobby_store,
                writer=self.writer,
                hub=self.hub,
                accounts=self.accounts,
                limits=self.creation_limits,
                ratings=self.ratings,
                bus=self.cluster.bus,
                is_single_server=self.cluster.is_single_server,
                n_chat=partial(self.chat_store.newest, LOBBY),
            )
        )

    @cached_property
    def exhibition(self) -> Exhibition:
        hub, lobby = self.hub, self.lobby
        return Exhibition(
            self.settings,
            hub,
            self.cluster,
            is_busy=lambda: hub.is_exhibition_watched() or lobby.has_visitors(),
        )

    @cached_property
    def replays(self) -> WeeklyReplays:
        return WeeklyReplays(self.settings, self.archive)

    @cached_property
    def online(self) -> OnlineUsers:
        parts = self.notices, self.lobby, self.gobble, self.hub, self.tournaments
        sources = [each.places for each in parts]
        cluster = self.cluster
        return OnlineUsers(cluster.name, self.settings.now_ms, self.database.readers, self.writer, sources)

    @cached_property
    def _follow_store(self) -> FollowStore:
        return FollowStore(self.database.readers)

    @cached_property
    def friends(self) -> Friends:
        return Friends(
            self.settings,
            self._follow_store,
            self.writer,
            self.accounts,
            self.online,
            self.chat_store.are_muted,
        )

    @cached_property
    def events(self) -> AccountEvents:
        return AccountEvents(self.hub, self.lobby, self.cluster.bus)

    @cached_property
    def chat_store(self) -> ChatStore:
        return ChatStore(self.database.readers)

    @cached_property
    def chat(self) -> Chat:
        return Chat(
            self.settings,
            self.chat_store,
            self.moderation_store,
            self.writer,
            self.hub,
            self.accounts,
            self.cluster.bus,
        )

    @cached_property
    def vacations(self) -> VacationService:
        return VacationService(self.settings, self.database.readers, self.writer, self.hub)

    @cached_property
    def game_plans(self) -> GamePlans:
        return GamePlans(self.settings, self.database.readers, self.writer, self.hub)

    @cached_property
    def game_notes(self) -> GameNotes:
        return GameNotes(self.settings, NoteStore(self.database.readers), self.writer, self.hub)

    @cached_property
    def lobby_chat(self) -> LobbyChat:
        return LobbyChat(
            self.settings,
            self.chat_store,
            self.moderation_store,
            self.writer,
            self.accounts,
            self.chat,
            self.lobby.notify,
        )

    @cached_property
    def moderation_store(self) -> ModerationStore:
        return ModerationStore(self.database.readers)

    @cached_property
    def moderation(self) -> Moderation:
        return Moderation(self.settings, self.moderation_store, self.writer, self.accounts)

    @cached_property
    def removals(self) -> RecordRemovals:
        return RecordRemovals(
            self.settings,
            ArchiveStore(self.database.readers),
            self.moderation_store,
            self.writer,
            self.accounts,
            self.hub,
            self.cluster.bus.publish,
            lambda: self.notices.notify(),
        )

    @cached_property
    def _notice_store(self) -> NoticeStore:
        return NoticeStore(self.database.readers)

    @cached_property
    def notices(self) -> NoticeService:
        return NoticeService(
            self.settings,
            self._notice_store,
            self.writer,
            self.cluster.bus,
            self.accounts,
            GameStore(self.database.readers).n_correspondence_turns,
            self._inbox_store.unread,
            self.chat_store.are_muted,
        )

    @cached_property
    def _inbox_store(self) -> InboxStore:
        return InboxStore(self.database.readers)

    @cached_property
    def inbox(self) -> Inbox:
        return Inbox(
            self.settings,
            self._inbox_store,
            self.writer,
            self.accounts,
            self.chat_store,
            self._follow_store,
            self.moderation_store,
            self.notices.notify,
        )

    @cached_property
    def push(self) -> PushService:
        store, transport = PushStore(self.database.readers), PushTransport(self.settings.may_push_to)
        waiting_of = GameStore(self.database.readers).n_correspondence_turns
        return PushService(self.settings, store, self.writer, self.accounts, self.keys, transport, waiting_of)

    @cached_property
    def deliverer(self) -> Deliverer:
        senders: dict[NoticeChannel, NoticeSender] = {
            NoticeChannel.MAIL: NoticeMailer(self._mail_sender, self.accounts, self.keys),
            NoticeChannel.PUSH: self.push,
        }
        return Deliverer(self.settings, self._notice_store, self.writer, self.notices, senders)

    @cached_property
    def game_analysis(self) -> GameAnalysisQueue:
        return GameAnalysisQueue(self.settings, self.worker_pool)

    @cached_property
    def suggestions(self) -> SuggestionService:
        return SuggestionService(self.settings, self.worker_pool)

    @cached_property
    def progress(self) -> ProgressService:
        return ProgressService(ProgressStore(self.database.readers), self.writer)

    @cached_property
    def solitaire(self) -> SolitaireService:
        return SolitaireService(self.database, self.writer, self.accounts.tiers)

    @cached_property
    def runs(self) -> RunService:
        return RunService(
            self.settings,
            RunStore(self.database.readers),
            self.writer,
            self.worker_pool,
            self.ratings,
            self.rating_service,
        )

    @cached_property
    def daily_puzzles(self) -> DailyPuzzles:
        return DailyPuzzles(self.settings, DailyStore(self.database.readers), self.writer, self.worker_pool)

    @cached_property
    def solutions(self) -> SolutionLists:
        return SolutionLists(self.worker_pool)

    @cached_property
    def api_descriptions(self) -> ApiDescriptions:
        return ApiDescriptions()

    @cached_property
    def readiness(self) -> ReadinessChecks:
        return ReadinessChecks(
            self.settings,
            self.database,
            self.writer,
            self.cluster.bus,
            self.replica,
            self.hub.ready.is_set,
        )

    @cached_property
    def tournament_store(self) -> TournamentStore:
        return TournamentStore(self.database.readers, self.accounts.changed_name)

    @cached_property
    def tournament_ratings(self) -> TournamentRatings:
        store = TournamentRatingStore(self.database.readers)
        return TournamentRatings(store, self.tournament_store, self.writer)

    @cached_property
    def tournaments(self) -> Tournaments:
        return Tournaments(
            self.settings,
            self.tournament_store,
            self.writer,
            self.cluster,
            self.hub,
            self.accounts,
            self.ratings,
            self.tournament_ratings,
            CupTables(self.gobble, self.settings),
            self.runs,
            self.chat_store.are_muted,
            Organisers(self.accounts, lambda user_ids: self.online.among(user_ids), self.settings.now_ms),
        )

    @cached_property
    def departures(self) -> Departures:
        publish = self.cluster.bus.publish
        return Departures(
            self.accounts,
            self.database.readers,
            self.writer,
            self.hub,
            self.lobby,
            self.gobble,
            self.series,
            self.tournaments,
            self.replays,
            publish,
        )

    @cached_property
    def tournament_chat(self) -> TournamentChat:
        return TournamentChat(
            self.settings, self.tournament_store, self.moderation_store, self.chat_store, self.writer
        )

    @cached_property
    def tournament_invitations(self) -> TournamentInvitations:
        return TournamentInvitations(
            self.settings,
            FollowStore(self.database.readers),
            self._notice_store,
            self.writer,
            self.accounts,
            self.notices.notify,
        )

    @cached_property
    def tournament_views(self) -> ViewCache:
        return ViewCache(self.accounts.name_of, self.accounts.face_of)

    @cached_property
    def match_names(self) -> MatchNames:
        return MatchNames(self._match_name)

    async def _match_name(self, id: str, language: str) -> str:
        tournament_id, _, match_id = id.partition("/")
        found = await self.tournaments.find(tournament_id)
        view = await asyncio.to_thread(self.tournament_views.view, found)
        return event_and_round(view, match_id, language)

    @cached_property
    def tournament_tables(self) -> TournamentTables:
        return TournamentTables()

    @cached_property
    def medals(self) -> Medals:
        store = self.tournament_store
        return Medals(partial(won_medals, store), store.with_place)

    @cached_property
    def series_store(self) -> SeriesStore:
        return SeriesStore(self.database.readers)

    @cached_property
    def series(self) -> SeriesService:
        return SeriesService(
            self.settings,
            self.series_store,
            self.writer,
            self.cluster,
            self._event_formats,
            OWN_SERIES if self.settings.has_own_series else (),
        )

    @cached_property
    def _event_formats(self) -> dict[str, EventFormat]:
        # Further formats add a line here, and the server's own series are listed in `OWN_SERIES`.
        return {
            FORMAT: TournamentFormat(
                self.tournament_store,
                self.accounts.name_of,
                self.settings.make_secret,
                self.tournaments.announce,
            ),
        }
