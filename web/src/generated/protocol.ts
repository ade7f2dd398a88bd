// Written by scripts/make_types.py from src/tantrix/server/protocol/. Do not edit.

export type ColourLetter = "R" | "Y" | "G" | "B";
export type PhaseName = "fill" | "free" | "refill" | "over";
export type VerdictName = "GAME_OVER" | "NOT_IN_HAND" | "OCCUPIED" | "DETACHED" | "MISMATCH" | "FORCED_FIRST" | "TRIPLE" | "FOURTH_SIDE" | "CONTROLLED";
export type GradeName = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** The account that sends this request; `name` is null for a guest. `scopes`: of the token, null without one. `is_robot`: this is a robot account, so its games count as games of a robot. */
export interface AccountView {
  name: string | null;
  since: string | null;
  is_robot: boolean;
  scopes: ("read" | "play" | "challenge" | "chat" | "records" | "tournament")[] | null;
}

/** Your games that are not over, newest first. */
export interface OwnGames {
  games: TableView[];
}

/** One of your correspondence games. `others`: the names of the other players. `is_my_turn`: it waits for you. `left_ms`: the least time that the player to move has left; null in a pause. */
export interface CorrespondenceGame {
  url: string;
  others: string[];
  is_my_turn: boolean;
  left_ms: number | null;
  ply: number;
  n_tiles: number;
}

/** Your vacation. `until`: when it ends, null if you are not on vacation. `n_days_left`: the days that you can still take, of `n_days` in any 365 days. */
export interface VacationView {
  until: string | null;
  n_days_left: number;
  n_days: number;
}

/** A vacation that begins now. */
export interface NewVacation {
  days: number;
}

/** Your correspondence games, those that wait for you first, and then by the time that is left. `n_waiting`: how many wait for you, also of those that are not listed. */
export interface CorrespondenceGames {
  games: CorrespondenceGame[];
  n_waiting: number;
}

/** A game in which the account plays `my_seats` has begun, or is in progress when the stream begins. */
export interface GameStarted {
  type: "game_started";
  game: string;
  url: string;
  seats: SeatView[];
  my_seats: number[];
  rules: string;
  control: string | null;
  is_rated: boolean;
}

/** The account is to lay a tile at `seat`; `ply` tiles are laid, and the game is at `version`. */
export interface YourTurn {
  type: "your_turn";
  game: string;
  seat: number;
  ply: number;
  version: number;
}

/** A game of the account is over; `termination` and `ranks` as in `OutcomeView`. */
export interface GameFinished {
  type: "game_finished";
  game: string;
  termination: string;
  scores: number[];
  ranks: number[];
}

/** The account is invited to a game: take a seat of the challenge, or decline it by deleting it. */
export interface Challenged {
  type: "challenged";
  challenge: ChallengeView;
}

/** A challenge by or to the account is no longer open: withdrawn, declined, expired or accepted. If it was accepted, there is a `GameStarted` for its game. `challenge`: its id. */
export interface ChallengeClosed {
  type: "challenge_closed";
  challenge: string;
}

/** All open offers in a game of the account, such as of a draw or a rematch, whenever they change. */
export interface GameOffers {
  type: "game_offers";
  game: string;
  offers: OfferView[];
}

/** A robot's evaluation of a placement. `margin`: the expected final margin of the seat to play; `share`: its share of the points, 0 to 1; `line`: the expected placements, starting with this one. */
export interface JudgedView {
  placement: string;
  margin: number;
  share: number;
  n_playouts: number;
  line: string[];
}

/** A loop in the player's colour that could have been closed; `loss`: the margin lost by not doing so. */
export interface MissedLoopView {
  placement: string;
  score: number;
  loss: number;
}

/** A fact about a placement, the colour that it concerns, and a number of tiles, 0 if there is none. */
export interface ReasonView {
  fact: string;
  colour: ColourLetter;
  n: number;
}

/** A placement with alternatives: what was played, what was best, and what the choice cost. `reasons`: what the placement does, most important first; `best_reasons`: what the best one does, empty if it was played. */
export interface ChoiceView {
  n_placements: number;
  grade: GradeName;
  loss: number;
  share_loss: number;
  loss_error: number;
  is_exact: boolean;
  played: JudgedView;
  best: JudgedView;
  missed_loop: MissedLoopView | null;
  reasons: ReasonView[];
  best_reasons: ReasonView[];
}

/** A drawn tile, and its value relative to the mean of all possible draws, within one `error`. */
export interface DrawView {
  tile: number;
  luck: number;
  error: number;
}

/** The `ply`-th tile laid; `choice` and `draw` are null if there was none. */
export interface StepView {
  ply: number;
  seat: number;
  placement: string;
  choice: ChoiceView | null;
  draw: DrawView | null;
}

/** The sums of a seat; means are null without a choice, `accuracy` is 0 to 1. */
export interface TotalsView {
  seat: number;
  n_choices: number;
  loss: number;
  mean_loss: number | null;
  accuracy: number | null;
  grades: Partial<Record<GradeName, number>>;
  missed_loops: number;
  n_draws: number;
  luck: number;
  luck_error: number;
}

/** The loss of points, and of the share of the points, from which on a grade is given. */
export interface ThresholdView {
  grade: GradeName;
  margin: number;
  share: number;
}

/** A curve: the expected margins of a seat as [tiles laid, points]; only seat 0 if there are two sides. */
export interface TrackView {
  seat: number;
  points: number[][];
}

/** The analysis of a finished game. `margins`: the final margin of each seat. */
export interface AnalysisView {
  rules: string;
  robot: string;
  seed: number;
  n_plies: number;
  is_complete: boolean;
  margins: number[] | null;
  thresholds: ThresholdView[];
  seats: TotalsView[];
  steps: StepView[];
  tracks: TrackView[];
}

/** An analysis is running: `done` of `total` placements; `ahead`: how many analyses come before it. */
export interface Analysing {
  type: "analysing";
  game: string;
  done: number;
  total: number;
  ahead: number;
}

/** An analysis is done. */
export interface Analysed {
  type: "analysed";
  game: string;
  analysis: AnalysisView;
}

/** A robot's evaluation of a position so far; `judged` has the best few of `n_placements`, best first. */
export interface Suggested {
  type: "suggested";
  id: string;
  robot: string;
  n_placements: number;
  n_playouts: number;
  judged: JudgedView[];
  is_exact: boolean;
  is_done: boolean;
}

/** Ask for the analysis of a finished game. */
export interface AnalyseGame {
  type: "analyse";
  game: string;
}

/** Ask what to play in a finished game after `ply` tiles; ends the previous request. */
export interface SuggestAt {
  type: "suggest_at";
  id: string;
  game: string;
  ply: number;
}

/** Ask what to play in a position given as text; ends the previous request. */
export interface SuggestFor {
  type: "suggest_for";
  id: string;
  position: string;
}

/** Ask the server to stop sending suggestions. */
export interface StopThinking {
  type: "stop";
}

/** A position for the analysis board, in the one-line notation. */
export interface SetUp {
  position: string;
}

/** A placement to try in a position, and the tile drawn after it, null once the bag is empty. */
export interface Trial {
  position: string;
  placement: string;
  draw: number | null;
}

/** The record of a game as text. */
export interface RecordText {
  record: string;
}

/** A position on the analysis board. `text` is its one-line notation. */
export interface BoardView {
  text: string;
  laid: LaidView[];
  position: PositionView;
}

/** Consecutive positions as `texts`: the first has `n_before` tiles laid, each further one has one more. `laid`: the tiles of the last position, in order. */
export interface StudyView {
  game: GameView;
  texts: string[];
  laid: LaidView[];
  n_before: number;
}

/** A seat of a finished game. `account`: the name of the account that played it, null without one. `is_robot_account`: a program plays as this account. `tournament_points`: null without the tournament clock. */
export interface ArchiveSeat {
  name: string;
  account: string | null;
  robot: string | null;
  colour: ColourLetter;
  score: number;
  rank: number;
  has_loop: boolean;
  is_robot_account: boolean;
  tournament_points: number | null;
}

/** A finished game as the archive lists it. */
export interface ArchiveGame {
  id: string;
  url: string;
  picture_url: string;
  rules: string;
  tile_set: number;
  is_teams: boolean;
  n_plies: number;
  seats: ArchiveSeat[];
  termination: string;
  is_rated: boolean;
  is_imported: boolean;
  is_open: boolean;
  control: string | null;
  finished_at: string;
}

/** A page of games found; `next` is the cursor of the next page, null on the last one. */
export interface ArchivePage {
  games: ArchiveGame[];
  next: string | null;
}

/** The number of public finished games, and the day of the first one. */
export interface ArchiveFigures {
  n_games: number;
  first_day: string | null;
}

/** A record that was added to the archive, or was already there. */
export interface ImportedGame {
  game: number;
  line: number;
  id: string;
  url: string;
}

/** A problem with a record: the record's number in the text, from 1, the line, and what is wrong. */
export interface ImportProblem {
  game: number;
  line: number;
  problem: string;
}

/** The result of an import: records added, records already known, and problems. */
export interface ImportReport {
  imported: ImportedGame[];
  known: ImportedGame[];
  problems: ImportProblem[];
}

/** Records as text, one after the other. `listing`: whether everyone can find them, or only you. */
export interface ImportRequest {
  text: string;
  listing: "private" | "open";
}

export interface CellView {
  q: number;
  r: number;
}

/** The message `id` is durable; `version` is the event that it caused. */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}

/** The message was refused and nothing has changed. `code` is a verdict or a code of `tantrix.server.http.errors`; `detail` is a sentence for the reader, in their language. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  detail: string;
}

export interface Pong {
  type: "pong";
  sent_ms: number;
}

/** Ask for all events after `version`; 0 asks for everything. */
export interface Sync {
  type: "sync";
  version: number;
}

export interface Ping {
  type: "ping";
  sent_ms: number;
}

/** Whether this connection may be out of date because the server cannot read the database. Not an event, so it has no version. Meanwhile the server keeps trying; any changes that it then finds are sent as usual, before `is_stale` is false again. */
export interface Stale {
  type: "stale";
  is_stale: boolean;
}

/** The body of every error response. `detail` is a sentence for the reader, in their language. `errors` are for programs, in English: what exactly was wrong and what was expected; often empty. */
export interface Problem {
  code: string;
  detail: string;
  errors: string[];
}

/** Write on a channel: a text, or a preset phrase that each reader sees in their own language. The same `id` sent again is acknowledged again but published only once. */
export interface SendChat {
  type: "send_chat";
  id: string;
  channel: "players" | "spectators";
  text: string | null;
  preset: "hello" | "good_luck" | "have_fun" | "well_played" | "nice_placement" | "thanks" | "sorry" | "one_moment" | "good_game" | "again" | "must_go" | "goodbye" | null;
}

/** Ask for the chat so far. */
export interface ReadChat {
  type: "read_chat";
}

/** The chat message `id` is durable; it is the `number`-th message at the table. */
export interface ChatSent {
  type: "chat_sent";
  id: string;
  number: number;
}

/** A chat message. `number` counts messages at a table from 1; missing numbers are messages for others. `seat`: the seat of its author, null for spectators. `name`: empty if the account is closed. `account`: the author's account, null for guests; `face`: the face that the account has composed. Either `text` or `preset` is set. */
export interface ChatMessage {
  type: "chat_message";
  number: number;
  channel: "players" | "spectators";
  seat: number | null;
  name: string;
  account: string | null;
  face: string | null;
  text: string | null;
  preset: "hello" | "good_luck" | "have_fun" | "well_played" | "nice_placement" | "thanks" | "sorry" | "one_moment" | "good_game" | "again" | "must_go" | "goodbye" | null;
}

/** The newest 200 chat messages that the user may read. `reads`, `writes`: the channels that the user may now read and write. `account`: the name of their account, null for guests. `may_act`: they may mute and report. `newest`: the number of the table's last message. */
export interface ChatHistory {
  type: "chat_history";
  newest: number;
  messages: ChatMessage[];
  reads: ("players" | "spectators")[];
  writes: ("players" | "spectators")[];
  account: string | null;
  may_act: boolean;
}

/** Say why a moderator should look at a message or a player. */
export interface ReportRequest {
  reason: "insult" | "advertising" | "cheating" | "name" | "other";
  note: string;
}

/** A player whose messages and invitations are hidden from the user; `id` is for unmuting. */
export interface Mute {
  id: number;
  name: string;
}

/** The players that the user has muted, newest mute first. */
export interface Mutes {
  muted: Mute[];
}

/** What a player has noted about a game, for nobody else to read; empty for nothing. */
export interface GameNote {
  text: string;
}

/** The request was carried out. */
export interface Noted {
  status: "ok";
}

/** A player in a list. `is_friend`: you follow each other; `is_followed`: you follow this player. `is_here`: the player is online, and you may see it; `playing`: the address of the public game that they play, else null. `face`: as composed by the player, null for the face that follows from the name. `formerly`: the name that a friend has changed within the last 30 days, else null. */
export interface FriendView {
  name: string;
  url: string;
  face: string | null;
  is_robot: boolean;
  is_friend: boolean;
  is_followed: boolean;
  is_here: boolean;
  playing: string | null;
  formerly: string | null;
}

/** The players you follow who are here, friends first, and how many you follow and are followed by. */
export interface FriendList {
  here: FriendView[];
  n_following: number;
  n_followers: number;
}

/** A page of the players that you follow, or of your followers, newest first; pages begin at 1. */
export interface FollowList {
  players: FriendView[];
  page: number;
  n_pages: number;
}

/** Your relation to a player. `is_followed`: you follow them; the rest as in FriendView. */
export interface FollowState {
  is_followed: boolean;
  is_here: boolean;
  playing: string | null;
  formerly: string | null;
}

/** A tile on the table; `seat` is null for a random opening tile, `draw` null once the bag is empty. `left_ms`: the time that its player had left after it, null without a clock. */
export interface LaidView {
  tile: number;
  q: number;
  r: number;
  rotation: number;
  seat: number | null;
  draw: number | null;
  forced: boolean;
  turn: number;
  left_ms: number | null;
}

/** An empty cell that touches the Tantrix. `facing`: six letters clockwise from east, "." where there is no tile. `holders`: seats with a fitting tile. `n_unseen_fitting`: tiles of the bag that fit. Both are filled for forced spaces only. */
export interface SpaceView {
  q: number;
  r: number;
  facing: string;
  is_forced: boolean;
  is_controlled: boolean;
  holders: number[];
  n_unseen_fitting: number;
}

/** The best line or loop of a colour, with its cells in order. */
export interface LineView {
  colour: ColourLetter;
  is_loop: boolean;
  score: number;
  cells: CellView[];
}

/** How a game ended. `termination`: played-out, deadlock, resignation, time, abandoned, agreement (a draw) or aborted (no result, not counted); `ranks`: one for each seat, 1 is the best, ties share a rank. */
export interface OutcomeView {
  termination: string;
  scores: number[];
  ranks: number[];
}

/** A position as shown to players, with nothing that a person at the table could not see. `placements` are the legal placements of the seat to play, as text like "12@3,-1^4"; `refused` lists, by verdict, placements that fit by colour but are not legal now. Any other placement on a space is a mismatch. `forced_tiles`: tiles of the hand to play that may fill a forced space now (the arrow beside the tile). `unseen`: tiles still in the bag. `last_turn`: the tiles of the last turn, as indices into all tiles laid. Seats that missed a turn since the last tile was laid: `passed` had no legal free placement, `skipped` had no tile. */
export interface PositionView {
  ply: number;
  to_play: number;
  phase: PhaseName;
  turn: number;
  hands: number[][];
  unseen: number[];
  in_endgame: boolean;
  spaces: SpaceView[];
  placements: string[];
  refused: Partial<Record<VerdictName, string[]>>;
  forced_tiles: number[];
  lines: LineView[];
  scores: number[];
  last_turn: number[];
  passed: number[];
  skipped: number[];
  outcome: OutcomeView | null;
}

/** The badge beside a player's name at a table. `points`: the rating with which an account sat down, in the pool in which the game counts or would count, null for guests and robots; `is_provisional`: it is still uncertain. `level`: the strength of a built-in robot, 1 is the weakest. `is_guest`: somebody without an account has chosen the name, whatever it looks like. `face`: the face that the account has composed, null for the default face of the name. */
export interface Badge {
  points: number | null;
  is_provisional: boolean;
  level: number | null;
  is_guest: boolean;
  face: string | null;
}

/** `kind`: person, robot, or open until the seat is taken; `is_mine`: this session plays it. `account`: the name of the account that sits here, null for guests and robots. `stand_in`: the robot that plays on for a person who left; the seat stays theirs. `colour_preferences`: the preferred colours, first and second, while the table waits for players. `badge`: shown beside the name, null for none. `away_until`: the end of the player's vacation, null if this game knows of none. */
export interface SeatView {
  seat: number;
  colour: ColourLetter;
  name: string;
  kind: "person" | "robot" | "open";
  robot: string | null;
  is_mine: boolean;
  account: string | null;
  stand_in: string | null;
  colour_preferences: ColourLetter[];
  badge: Badge | null;
  away_until: string | null;
}

/** The constant facts of a game. `rules` is the one-line notation of the rule set. `control`: the time control as text, like "15 tournament", "10", "5+3", "5+20 credit", "2 days" or "2+7 days"; null for none. `drawn` is empty while the table waits for players. `is_imported`: the game was not played here, so the names and the shuffle are known only from its record; `commitment` is empty if the record has none. `tournament`: the address of the tournament that the game belongs to, null for spectators if it is reached only by its link. `host`: the seat of a simul's host. */
export interface GameView {
  id: string;
  rules: string;
  tile_set: number;
  is_teams: boolean;
  seats: SeatView[];
  drawn: number[];
  commitment: string;
  started_at: string;
  control: string | null;
  is_listed: boolean;
  is_rated: boolean;
  is_imported: boolean;
  tournament: string | null;
  host: number | null;
}

/** The time that each seat has left when the message is sent; below 0 only in tournament games. `running`: the seat whose time runs, null in a pause and during a vacation. `penalties`: the tournament points lost by exceeding the time (R8.1). `points`: the tournament points of each seat as the game stands, or at its end, penalties applied; null without the tournament clock and for more than two sides. `bank_ms`: how much of `left_ms` is in the bank, which is used after the time for the turn; null without a bank. `starts_in_ms`: how long the time of `running` still stands, in the countdown to a live game of a tournament; a `Welcome` follows if everybody comes before; null once time runs. */
export interface ClockView {
  left_ms: number[];
  running: number | null;
  penalties: number[];
  points: number[] | null;
  bank_ms: number[] | null;
  starts_in_ms: number | null;
}

/** An offer. It takes effect once the seats in `missing` have agreed as well. `by`: the seat that made it. `accepted`: the seats that agree, including `by`. `ply`: for a takeback, how many tiles will remain. `seat`: for an end, the absent seat that will rank last. */
export interface OfferView {
  kind: "draw" | "takeback" | "pause" | "resume" | "rematch" | "end";
  by: number;
  accepted: number[];
  missing: number[];
  ply: number | null;
  seat: number | null;
}

/** A person who is not connected to a live game while others wait. `away_ms`: how long the person has been away; outages of the server do not count. `n_absences`: the number of earlier absences of two minutes or more. `claimable_in_ms`: the time until the others may claim, 0 if they may now. They may after five minutes, or after two from the third such absence on. */
export interface AwayView {
  seat: number;
  away_ms: number;
  n_absences: number;
  claimable_in_ms: number;
}

/** The whole current state of a game. `is_stale`: the server cannot read the database now, so the game may have continued on another server. `secret` is set once the game is over. `pause_left_ms`: how much longer the pause can last, null without a pause. `may_abort`: fewer than two turns are complete. `rematch`: the address of the rematch. `left`: as in `Paused`. */
export interface Welcome {
  type: "welcome";
  version: number;
  game: GameView;
  laid: LaidView[];
  position: PositionView;
  secret: string | null;
  clock: ClockView | null;
  offers: OfferView[];
  pause_left_ms: number | null;
  may_abort: boolean;
  rematch: string | null;
  is_stale: boolean;
  left: number | null;
}

/** The table waits for players; a `Welcome` follows when the last seat is taken. */
export interface Waiting {
  type: "waiting";
  game: GameView;
}

/** The connected seats (robots always are), and the number of spectators; not an event of the game. `away`: the absent players whose seats the others may claim, now or later; empty in correspondence games, during a pause, and if nobody waits for them. */
export interface Presence {
  type: "presence";
  is_here: boolean[];
  n_spectators: number;
  away: AwayView[];
}

/** A tile was laid and the next one drawn; `position` is the position after it. `may_abort`: as in `Welcome`. */
export interface Placed {
  type: "placed";
  version: number;
  ply: number;
  laid: LaidView;
  position: PositionView;
  clock: ClockView | null;
  may_abort: boolean;
}

/** The last tiles were taken back; `ply` tiles remain. The next draws will be the same again. */
export interface TakenBack {
  type: "taken_back";
  version: number;
  ply: number;
  position: PositionView;
  clock: ClockView | null;
  may_abort: boolean;
}

/** A robot plays on for a person who left; if `stand_in` is null, the person plays again. */
export interface SeatChanged {
  type: "seat_changed";
  version: number;
  seat: number;
  stand_in: string | null;
  clock: ClockView | null;
}

/** The game is paused and no clock runs. It resumes after `pause_left_ms` at the latest. `left`: the seat that has left a game of a tournament. The other side chooses with a `Claim` whether a robot plays on or the game ends; it ends by itself after `pause_left_ms`. */
export interface Paused {
  type: "paused";
  version: number;
  pause_left_ms: number;
  clock: ClockView | null;
  left: number | null;
}

/** The pause is over. */
export interface Resumed {
  type: "resumed";
  version: number;
  clock: ClockView | null;
}

/** The game has ended; the secret of the bag is revealed. */
export interface Over {
  type: "over";
  version: number;
  position: PositionView;
  secret: string;
  clock: ClockView | null;
}

/** A robot is choosing; not an event of the game, so it has no version. */
export interface Thinking {
  type: "thinking";
  seat: number;
}

/** All open offers, sent whenever they change. Every event of the game cancels them. */
export interface Offers {
  type: "offers";
  offers: OfferView[];
}

/** All players have agreed to a rematch. `url`: the page of the new game, where seats move on by one. */
export interface Rematch {
  type: "rematch";
  url: string;
}

/** The owner closed the table before the game began; the game no longer exists. */
export interface Closed {
  type: "closed";
}

/** Sent to a player whose clock counts seconds: answer at once with an `Echo` of `nonce`. The time in between is the round trip. It is credited to the clock of the player who lays a tile: at most 500 ms a turn and 3 seconds a game. */
export interface Probe {
  type: "probe";
  nonce: number;
}

/** Lay a tile. `ply` is the number of tiles already laid as far as the page knows. */
export interface PlaceRequest {
  id: string;
  ply: number;
  placement: string;
}

export interface Place {
  id: string;
  ply: number;
  placement: string;
  type: "place";
}

export interface Resign {
  type: "resign";
  id: string;
  seat: number;
}

/** Offer a draw, a takeback of your last turn, a pause or its end, or, after the game, a rematch. Draws and takebacks are for casual games. If no other player has to agree, the offer takes effect at once, for example a takeback in a game against robots only. A declined offer can be made again once the game has moved on. */
export interface Offer {
  type: "offer";
  id: string;
  kind: "draw" | "takeback" | "pause" | "resume" | "rematch";
}

/** Accept or decline an offer; with `accept` false, its maker withdraws it. */
export interface Reply {
  type: "reply";
  id: string;
  kind: "draw" | "takeback" | "pause" | "resume" | "rematch" | "end";
  accept: boolean;
}

/** End the game without a result, before its second turn is complete. */
export interface Abort {
  type: "abort";
  id: string;
}

/** Let a robot play for an absent player, or end the game with the absent player ranked last. If more than one other person is connected, `end` is an offer (`Offers`) that takes effect when all agree. */
export interface Claim {
  type: "claim";
  id: string;
  seat: number;
  how: "end" | "robot";
}

/** Take your seat back from the robot that played on for you; only in casual games. */
export interface Return {
  type: "return";
  id: string;
  seat: number;
}

/** The answer to a `Probe`. */
export interface Echo {
  type: "echo";
  nonce: number;
}

/** A placement that a plan foresees; `draw`: the tile drawn after it, null for any. */
export interface PlannedTile {
  placement: string;
  draw: number | null;
}

/** What a player has planned in a correspondence game when `ply` tiles are laid. A line has the placements of all seats in the order of play, and ends with one of the player. If the others lay theirs, and the draws are those that it names, the server lays those of the player at once. */
export interface PlanView {
  ply: number;
  lines: PlannedTile[][];
}

/** The position after a line of a plan, in which unknown draws are missing from the hands. `laid`: the tiles on the table, in order. */
export interface ForeseenView {
  laid: LaidView[];
  position: PositionView;
}

/** The options of a room's rush; docs/play/gobble.md explains them. `penalty`: `forced-only` is the penalty pile of the older booklet, `anywhere` the open tiles of the newer one, which also has `double_gobble`. `handicaps`: how many tiles each seat is dealt above or below an equal share; missing ones are 0. `share`: how many tiles each player gets in a short rush, null for all tiles. `choose_s`: the time for choosing whom to give a tile; `limit_s`: the time for the rush, 0 for no limit. `pace`: the speed of robots in percent of a person's. `rated`: the ranks count for the ratings of all players, including robots; all players need an account and get the same number of tiles, and robots play at full pace. */
export interface RushSettings {
  double_gobble: boolean;
  penalty: "forced-only" | "anywhere";
  handicaps: number[];
  share: number | null;
  choose_s: number;
  limit_s: number;
  pace: number;
  rated: boolean;
}

/** Open a room as its host, in the first seat. `robots` take the next seats. An open room is listed in the lobby; a private one can be found only by its address. */
export interface NewRush {
  name: string;
  robots: ("gentle" | "calm" | "balanced" | "hasty")[];
  settings: RushSettings;
  listing: "private" | "open";
}

/** Take the next free seat of a room that has not begun, optionally under a name. */
export interface RushSit {
  name: string;
}

/** Free a seat of a room that has not begun: your own, or any seat if you are the host. */
export interface RushStand {
  seat: number;
}

/** Give the next free seat to a robot of some style; only the host may do this. */
export interface RushRobot {
  style: "gentle" | "calm" | "balanced" | "hasty";
}

/** Open a new room with the same players; with `handicap`, players who did better get more tiles. */
export interface RushRematch {
  handicap: boolean;
}

/** A seat: its player, and how many tiles it gets or got. `account`: the name of the account that sits here, null for guests and robots; `face`: the face that the account has composed. */
export interface RushSeatView {
  seat: number;
  name: string;
  robot: "gentle" | "calm" | "balanced" | "hasty" | null;
  is_mine: boolean;
  is_owner: boolean;
  account: string | null;
  face: string | null;
  handicap: number;
  n_dealt: number;
}

/** Make the person in a seat the host of the room; only the host may do this. */
export interface RushHost {
  seat: number;
}

/** The host of a room, who may change it and start the rush. `seat` is null for a host who only watches, `name` for one of these without an account. `passes_in_ms`: the host is away, and after this time the player who has been in the room longest becomes the host; null while the host is here, or nobody is here who could follow. */
export interface RushHostView {
  seat: number | null;
  name: string | null;
  is_here: boolean;
  passes_in_ms: number | null;
}

/** A room in any phase. `code`: a word and a number that find the room on the page of Gobble until it is over. `phase`: waiting for the host to start, countdown, running, over. `rules`: one line of text, as in records. `penalty_sides`: how many sides a space needs for a tile of the penalty pile. `n_core`, `n_box`: how many tiles are in the core, and how many are out of play. `is_owner`: this session is the host, who may change the settings and start. `rematch`: the room of the rematch, once there is one. `tournament`: the address of the cup whose table this is; null elsewhere, and for spectators of a private one. */
export interface RushRoomView {
  id: string;
  url: string;
  code: string;
  phase: "waiting" | "countdown" | "running" | "over";
  is_owner: boolean;
  host: RushHostView;
  is_listed: boolean;
  seats: RushSeatView[];
  settings: RushSettings;
  rules: string;
  penalty_sides: number;
  n_core: number;
  n_box: number;
  commitment: string;
  started_at: string | null;
  rematch: string | null;
  tournament: string | null;
}

/** An open tile with its six letters clockwise from east at rotation 0. */
export interface RushTile {
  tile: number;
  edges: string;
}

/** A tile on the table; `seat` is null for the core, `edges` are its letters as it lies. */
export interface RushLaid {
  tile: number;
  q: number;
  r: number;
  rotation: number;
  edges: string;
  seat: number | null;
}

/** An empty cell beside the tiles: its colours clockwise from east, and the number of its sides. */
export interface RushSpace {
  q: number;
  r: number;
  facing: string;
  n_sides: number;
}

/** What a player holds. `pile`: the tiles of the penalty pile by number, face up, oldest first. `dues`: when each tile owed after a Gobble will be given away automatically, in rush time. `rank` is set when the last tile is laid; `has_left`: the player gave up. */
export interface RushHolding {
  seat: number;
  n_stock: number;
  pile: number[];
  has_turned: boolean;
  dues: number[];
  rank: number | null;
  has_left: boolean;
}

/** Your own open tiles: the turned one, and the penalty pile, oldest first. */
export interface RushOwnTiles {
  seat: number;
  turned: RushTile | null;
  pile: RushTile[];
}

/** How a rush ended. `ending`: played-out, stalled (no player can lay a tile, or none acted for three minutes) or time. `ranks`: one for each seat, ties share a rank; `n_left`: tiles left; `out_ms`: when the last tile was laid, null if it was not. */
export interface RushOutcomeView {
  ending: "played-out" | "stalled" | "time";
  at_ms: number;
  ranks: number[];
  n_left: number[];
  out_ms: (number | null)[];
}

/** A player turned a tile; `tile` is null for all but that player. */
export interface RushTileTurned {
  kind: "turned";
  seat: number;
  tile: RushTile | null;
}

/** A player laid a tile, from the stock or the penalty pile. `gobble`: 0, or 1 for "Gobble!" and 2 for "Double Gobble!"; the tiles actually owed are in the player's `dues`. `spaces`: the new or changed spaces around the tile; its own cell is no longer a space. */
export interface RushTileLaid {
  kind: "laid";
  seat: number;
  laid: RushLaid;
  source: "stock" | "pile";
  n_sides: number;
  gobble: number;
  spaces: RushSpace[];
}

/** A player put the turned tile aside, face up for everyone. */
export interface RushTilePutAside {
  kind: "put-aside";
  seat: number;
  tile: RushTile;
}

/** A tile was put face down under an opponent's stock; `by_time`: the giver did not choose in time. `tile` is set if it came from the penalty pile, where it was visible; otherwise it is unknown to everyone. */
export interface RushTileGiven {
  kind: "given";
  seat: number;
  to: number;
  source: "stock" | "pile";
  tile: RushTile | null;
  by_time: boolean;
}

/** The call of the last tile: a player has none left and gets this rank. */
export interface RushPlayerFinished {
  kind: "finished";
  seat: number;
  rank: number;
}

/** A player gave up. */
export interface RushPlayerLeft {
  kind: "left";
  seat: number;
}

/** The rush has ended; the secret of the deal is revealed. */
export interface RushOver {
  kind: "over";
  outcome: RushOutcomeView;
  secret: string;
}

/** The whole room: the first message on a socket, also sent when the room changes other than by a command. `at_ms`: when this is sent, null while the room waits. `laid`, `spaces` and `holdings` are empty until the countdown begins; the core is shown during the countdown, so that all players see it for the same time. `mine` is null for spectators; `seat` is your own seat, null for none. */
export interface RushWelcome {
  type: "rush_welcome";
  version: number;
  at_ms: number | null;
  room: RushRoomView;
  seat: number | null;
  laid: RushLaid[];
  spaces: RushSpace[];
  holdings: RushHolding[];
  mine: RushOwnTiles | null;
  outcome: RushOutcomeView | null;
  secret: string | null;
}

/** A command was accepted: its effects in order, and the state after it. `holdings`: only the changed ones. `mine`: your own open tiles if they have changed, else null. */
export interface Rushed {
  type: "rushed";
  version: number;
  at_ms: number;
  events: (RushTileTurned | RushTileLaid | RushTilePutAside | RushTileGiven | RushPlayerFinished | RushPlayerLeft | RushOver)[];
  holdings: RushHolding[];
  mine: RushOwnTiles | null;
}

/** The connected seats (robots always are), the host, and the number of spectators; it has no version. */
export interface RushPresence {
  type: "rush_presence";
  is_here: boolean[];
  host: RushHostView;
  n_spectators: number;
}

/** Turn the top tile of your stock. */
export interface TurnTile {
  type: "turn";
  id: string;
}

/** Lay the turned tile, or one of the penalty pile, as text like "12@3,-1^4". */
export interface LayTile {
  type: "lay";
  id: string;
  placement: string;
}

/** Put the turned tile on your penalty pile. */
export interface PutTileAside {
  type: "aside";
  id: string;
}

/** Give a tile away after a Gobble: `tile` of the penalty pile, or null for the top of the stock. */
export interface GiveTile {
  type: "give";
  id: string;
  to: number;
  tile: number | null;
}

/** Give up the rush. */
export interface LeaveRush {
  type: "leave";
  id: string;
}

/** A command in a replay: its time, its seat (null for the clock) and its effects, with nothing hidden. */
export interface RushMoment {
  at_ms: number;
  seat: number | null;
  events: (RushTileTurned | RushTileLaid | RushTilePutAside | RushTileGiven | RushPlayerFinished | RushPlayerLeft | RushOver)[];
  holdings: RushHolding[];
}

/** A whole rush, for display on a time axis; `record` is the same as text. `core`: the tiles on the table at the start. `stocks`: the tiles dealt to each player, top tile first. */
export interface RushReplay {
  id: string;
  rules: string;
  seats: RushSeatView[];
  core: RushLaid[];
  stocks: RushTile[][];
  moments: RushMoment[];
  outcome: RushOutcomeView;
  secret: string;
  record: string;
}

/** A room as the lobby lists it. */
export interface RushRow {
  id: string;
  url: string;
  phase: "waiting" | "countdown" | "running" | "over";
  names: string[];
  n_seats_free: number;
  rules: string;
  is_rated: boolean;
  created_at: string;
}

/** The open rooms that wait for players and those in play, newest first. `mine`: the newest ten rooms that you have opened or played in, including private ones. */
export interface RushLobby {
  waiting: RushRow[];
  in_play: RushRow[];
  mine: RushRow[];
}

/** The process is alive and responds. `worker`: which one it is, of several behind one port. */
export interface Health {
  status: "ok";
  worker: number;
}

/** One check of readiness. `detail` says what is wrong; it is empty if nothing is. `warn`: the operator should look at it, but the server works. */
export interface Check {
  name: string;
  status: "ok" | "warn" | "fail";
  detail: string;
}

/** Whether the server should get requests, which is the case if no check fails. `worker`: which one it is, of several behind one port. */
export interface Readiness {
  ready: boolean;
  worker: number;
  checks: Check[];
}

/** Write to a player. The same `id` sent again is acknowledged again but saved only once. */
export interface SendPrivateMessage {
  id: string;
  text: string;
}

/** The message `id` is durable; it is the `number`-th message of the conversation. */
export interface PrivateMessageSent {
  type: "private_message_sent";
  id: string;
  number: number;
}

/** Mark a conversation as read, up to the message with this number. */
export interface ReadConversation {
  number: number;
}

/** A position and a task in it. `expected`: the placements that solve the task; if the goal is a refusal, the placements that are refused for `reason`. `praise` is shown after these, and `nudge` after any other legal placement. `ring`: the cell that the text is about; `ring_tile`: the tile of the hand that it refers to. `marks`: the marks that were explained so far and may be shown. `draw`: the tile that is drawn next, null if the bag is empty. `turns_freely`: the page does not turn the tile to fit. */
export interface LessonStep {
  words: string;
  praise: string;
  nudge: string;
  goal: "refusal" | "lay" | "lengthen" | "fill" | "spot" | "loop";
  game: GameView;
  board: BoardView;
  expected: string[];
  reason: VerdictName | null;
  ring: CellView | null;
  ring_tile: number | null;
  marks: ("dot" | "arrow" | "grey")[];
  draw: number | null;
  turns_freely: boolean;
}

/** A table of Gobble and a task; `stock` starts at the top, `pile` holds the open penalty tiles. */
export interface LessonRush {
  words: string;
  praise: string;
  nudge: string;
  goal: "lay" | "aside" | "gobble";
  laid: string[];
  stock: number[];
  pile: number[];
}

/** A lesson: either steps of Tantrix or steps of Gobble. */
export interface LessonView {
  name: string;
  title: string;
  steps: LessonStep[];
  rushes: LessonRush[];
}

/** All lessons, in order. */
export interface CourseView {
  lessons: LessonView[];
}

/** The player for a seat of a new game. `robot`: a name if `kind` is robot; `open`: a seat for others. Invisible characters are removed from the name. `colour_preferences`: a person's first and second choice of colour; `colour` is what the seat gets if no player has preferences. */
export interface SeatChoice {
  colour: ColourLetter;
  kind: "person" | "robot" | "open";
  name: string;
  robot: string | null;
  colour_preferences: ColourLetter[];
}

/** Seats in turn order, the rule set's options, and the time control as text, null for none. `listing`: an open table is listed in the lobby; a private one can be found only by its address. `rated`: the game counts for ratings; all players need an account, and only one person plays in each browser. */
export interface NewGame {
  seats: SeatChoice[];
  tile_set: 56 | 64;
  start: "draw-keep" | "draw-return" | "draw-then-six" | "highest-in-hand" | "random-opening";
  forced_sides: "three-or-more" | "exactly-three";
  deadlock: "draw" | "pass";
  teams: boolean;
  control: string | null;
  listing: "private" | "open";
  rated: boolean;
}

/** Take an open seat, optionally under a name; `colour_preferences` as in `SeatChoice`. */
export interface SitRequest {
  seat: number;
  name: string;
  colour_preferences: ColourLetter[];
}

/** A table as the lobby lists it. */
export interface TableView {
  id: string;
  url: string;
  seats: SeatView[];
  rules: string;
  control: string | null;
  is_rated: boolean;
  ply: number;
  n_tiles: number;
  scores: number[];
  started_at: string;
}

/** An offer to play a game: one seat is for the user who makes it, and at least one is open. `low` and `high`: the range of ratings for taking a seat, in the pool of the game, null for no limit. `to`: the name of the only invited account; then there is one open seat and no range. */
export interface NewChallenge {
  game: NewGame;
  low: number | null;
  high: number | null;
  to: string | null;
}

/** Take a free seat of a challenge, optionally under a name; accounts use their own. */
export interface TakeSeat {
  name: string;
  colour_preferences: ColourLetter[];
}

/** A challenge as the viewer sees it. `seats`: in the colours that they get if no other player has preferences. `points`: ratings by seat, null for guests, robots and free seats. `pool`: the pool of the ratings in `low` and `high`. `to`: the invited account. `is_slow`: by correspondence; other challenges expire when their owner has left. `role`: the viewer's part in it. */
export interface ChallengeView {
  id: string;
  seats: SeatView[];
  points: (number | null)[];
  rules: string;
  tile_set: number;
  control: string | null;
  is_rated: boolean;
  pool: "two" | "many";
  low: number | null;
  high: number | null;
  to: string | null;
  is_slow: boolean;
  role: "owner" | "seated" | "invited" | "none";
  made_at: string;
}

/** The result of taking a seat: the address of the game, or null while another seat is free. */
export interface SeatTaken {
  url: string | null;
}

/** Wait in a pool, optionally under a name; accounts use their own. */
export interface SeekRequest {
  pool: string;
  name: string;
}

/** A pool of quick pairing, and the number of users who wait in it. */
export interface PoolView {
  name: string;
  n_seats: number;
  control: string;
  is_rated: boolean;
  n_waiting: number;
}

/** An account that is in the lobby or at a table; `points`: the rating for two players. `is_provisional`: the rating is still uncertain. `is_robot_account`: a program plays as this account. `face`: the face that the account has composed. */
export interface PresentPlayer {
  name: string;
  url: string;
  points: number;
  is_provisional: boolean;
  is_playing: boolean;
  is_robot_account: boolean;
  face: string | null;
}

/** The viewer: the account's name, null for guests, and ratings in the two pools of Tantrix. `has_session`: the request had a cookie. Without one, the first challenge or seek sets it, and the page reconnects. */
export interface Me {
  account: string | null;
  has_session: boolean;
  two: number | null;
  many: number | null;
}

/** The lobby as the viewer sees it, newest first, without players who have muted each other. `waiting` and `in_play`: open tables. `seek`: the pool in which the viewer waits. `n_chat`: the number of the newest message in the lobby's chat. */
export interface Lobby {
  challenges: ChallengeView[];
  waiting: TableView[];
  in_play: TableView[];
  players: PresentPlayer[];
  n_guests: number;
  n_chat: number;
  pools: PoolView[];
  seek: string | null;
  me: Me;
}

/** The notices on every page: invitations, and addresses of games that have begun. `terms`: in the reader's language, the terms of each invitation by its id, and by the address of each game with whom it has begun. */
export interface Notices {
  invitations: ChallengeView[];
  begun: string[];
  terms: Partial<Record<string, string>>;
}

/** The first message of the lobby's socket, and the answer to a `Sync` after a gap. */
export interface LobbyWelcome {
  type: "lobby_welcome";
  version: number;
  lobby: Lobby;
}

/** The changes since the previous version: new, changed and removed rows. `gone`: ids of removed challenges and tables; `left`: names of players who left. A table in `in_play` no longer waits. */
export interface LobbyChanged {
  type: "lobby_changed";
  version: number;
  challenges: ChallengeView[];
  waiting: TableView[];
  in_play: TableView[];
  players: PresentPlayer[];
  gone: string[];
  left: string[];
  n_guests: number;
  n_chat: number;
  pools: PoolView[];
  seek: string | null;
}

/** A game of the recipient has begun: from a challenge, an invitation or a pool. */
export interface Begun {
  type: "begun";
  url: string;
}

export interface Created {
  id: string;
  url: string;
}

/** A notice: its sentence in the reader's language, and the page that it is about. `player`: the account it is about, null if there is none; `face`: the face that the account has composed. */
export interface NoticeView {
  id: string;
  kind: "turn" | "reminder" | "invitation" | "challenge" | "appointment" | "round" | "result" | "message";
  text: string;
  url: string;
  at: string;
  is_read: boolean;
  player: string | null;
  face: string | null;
}

/** The newest notices of an account, and how many are unread altogether. */
export interface NoticeList {
  notices: NoticeView[];
  n_unread: number;
}

/** Mark notices as read: some by `ids`, all about one page by its `url`, or all notices with neither. */
export interface ReadNotices {
  ids: string[] | null;
  url: string | null;
}

/** Which notices an account gets by which channel. `bell`, `push` and `mail`: the kinds of notices for each channel. `is_digest`: mail is sent once a day, at `digest_minute`. From `quiet_from` to `quiet_to`, minutes of the day in the time zone `zone`, no push messages or mails are sent; without quiet hours the two are equal. */
export interface NoticeSettings {
  bell: ("turn" | "reminder" | "invitation" | "challenge" | "appointment" | "round" | "result" | "message")[];
  push: ("turn" | "reminder" | "invitation" | "challenge" | "appointment" | "round" | "result" | "message")[];
  mail: ("turn" | "reminder" | "invitation" | "challenge" | "appointment" | "round" | "result" | "message")[];
  is_digest: boolean;
  digest_minute: number;
  quiet_from: number;
  quiet_to: number;
  zone: string;
}

/** A browser that should get push messages: its address at the push service, and its two keys. */
export interface PushSubscriptionRequest {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A browser that should no longer get push messages. */
export interface PushEnd {
  endpoint: string;
}

/** The number of unread notices of an account, and the id of its newest notice. `n_waiting`: the number of correspondence games that wait for the account. `n_messages`: the number of conversations with messages that it has not read; `message_version` changes with every such message. */
export interface Bell {
  type: "bell";
  n_unread: number;
  newest: string | null;
  n_waiting: number;
  n_messages: number;
  message_version: number;
}

/** A page to save: its address, and where to fetch it from. */
export interface OfflinePage {
  address: string;
  source: string;
}

/** Everything to save: pages, and the files that they need. `version` changes whenever a file does. */
export interface OfflineContents {
  version: string;
  pages: OfflinePage[];
  files: string[];
}

/** A thing that a person has chosen or read, and when. `name`: `setting/theme`, `lesson/loops/2` (a step is done), `tip/forced` (a tip was read) and others like these; `language` is the language of the pages. `value`: as the browser stores it. `at_ms`: when it was changed; of two values of a name, the later one counts. */
export interface Preference {
  name: string;
  value: string;
  at_ms: number;
}

/** What a browser has changed. `account`: the name of the account that it belongs to, so that no other account gets it; null for the sender's account. */
export interface PreferenceReport {
  account: string | null;
  preferences: Preference[];
}

/** Everything that an account has chosen and read, by name. */
export interface PreferenceList {
  preferences: Preference[];
}

/** Results in a puzzle, null if there are none, and the tiles on its table. `puzzle` and `query` are the name and query of a PuzzleView; a stack of fourteen has its results under the name without the number. `best_ms`: the shortest time of a solution without help, `solved_on`: the day (UTC) of the first one. `helped_by`: the least help used for a solution, `helped_on`: the day of the first such solution. `best`: the best result of a solitaire. `laid`: placements separated by semicolons; `ms`: the time spent on them, `help`: the strongest help used, `left_ms`: when a tile was last moved. */
export interface PuzzleProgress {
  puzzle: string;
  query: string;
  best_ms: number | null;
  solved_on: string | null;
  helped_by: "tile" | "solution" | null;
  helped_on: string | null;
  best: number | null;
  laid: string;
  ms: number;
  help: "tile" | "solution" | null;
  left_ms: number;
}

/** What a browser or program knows about progress in some puzzles. `account`: the name of the account that it belongs to, so that no other account gets it; null for the sender's account. */
export interface ProgressReport {
  account: string | null;
  puzzles: PuzzleProgress[];
}

/** The stored progress in some puzzles. `n_puzzles`: the number of puzzles with stored progress. */
export interface ProgressList {
  puzzles: PuzzleProgress[];
  n_puzzles: number;
}

/** The progress that the page of a puzzle or a list shows to the signed-in account. */
export interface PageProgress {
  account: string;
  puzzles: PuzzleProgress[];
}

/** How many puzzles of a group are solved, in total and without help. */
export interface GroupSolved {
  group: string;
  n_puzzles: number;
  n_solved: number;
  n_unaided: number;
}

/** What an account has solved: puzzles of the catalogue by group, daily puzzles, and others. `n_days`: the number of daily puzzles solved on their day without help. `streak`: the number of such days in a row, up to today or yesterday; `longest_streak`: the longest streak so far. `n_others`: all other daily puzzles, and generated puzzles. */
export interface PuzzlesSolved {
  groups: GroupSolved[];
  n_days: number;
  streak: number;
  longest_streak: number;
  n_others: number;
}

/** Begin a run. */
export interface RunRequest {
  mode: "storm" | "streak" | "rated";
}

/** An answer to the puzzle after `n_asked` others, which is final; without placements, it is given up. */
export interface RunAnswer {
  n_asked: number;
  placements: string[];
}

/** A loop with a gap: each of `spaces` takes one of `tiles`, so that the loop of `colour` closes. */
export interface GapView {
  level: number;
  colour: ColourLetter;
  laid: string[];
  spaces: CellView[];
  tiles: number[];
}

/** How a rated puzzle that was missed compares: `points` is the rating of its level. `solved_share`: how many of the newest answers at this level were right, null if they are few. `last`: whether the newest answers of the account were, the oldest first; empty for guests. */
export interface RatedEnd {
  points: number;
  solved_share: number | null;
  last: boolean[];
}

/** A run. `left_ms`: the time left for the storm, the race of a tournament, or for this puzzle. `limit_ms`: how much time there is for it. `was_right`: whether the last answer was right. `points`: the account's rating in puzzles, null for guests; `price`: how many of them a miss costs, null unless this is a rated puzzle. `best`: the most solved in a run of this mode. `solution`: how the gap of `gap` closes, once a miss has ended a streak or a rated run; `end` for the latter. */
export interface RunView {
  id: string;
  mode: "storm" | "streak" | "rated" | "race";
  left_ms: number;
  limit_ms: number;
  n_asked: number;
  n_solved: number;
  n_missed: number;
  row: number;
  is_over: boolean;
  was_right: boolean;
  best: number;
  points: number | null;
  price: number | null;
  gap: GapView;
  solution: string[] | null;
  end: RatedEnd | null;
}

/** A line or loop that a puzzle asks for: through all tiles, or through all tiles with its colour. */
export interface StrandView {
  colour: ColourLetter;
  is_loop: boolean;
  is_of_all: boolean;
}

/** A puzzle. `edges`: the six letters of each tile at rotation 0, clockwise from east. `goal` is the whole task in one line; `shape` is null on a free table, `holes` null for any number. `mode`: solve it; lay the tiles for the best sum of four colours; or take them from a stack in the order of `tiles`. `n_to_lay`: how many tiles must be laid. `target`: the best known result, null if there is none. `query` is part of every address of the puzzle. */
export interface PuzzleView {
  name: string;
  title: string;
  goal: string;
  mode: "solve" | "sum" | "stack";
  query: string;
  tiles: number[];
  n_to_lay: number;
  target: number | null;
  edges: string[];
  strands: StrandView[];
  shape: CellView[] | null;
  holes: number | null;
}

/** Tiles on the table of a puzzle; they need not touch. */
export interface PuzzlePosition {
  placements: string[];
}

/** Whether a position solves its puzzle; `faults` are sentences for programs. */
export interface Checked {
  is_solved: boolean;
  faults: string[];
}

/** Ask whether the position can still be solved, for a pair of neighbours, a tile, or everything. */
export interface HintRequest {
  placements: string[];
  strength: "solvable" | "pair" | "tile" | "solution";
}

/** `status` of the position: solved (it has a solution), none (it has none) or unknown (out of time). `pair`: two tiles that are neighbours in a solution. `placements`: where a tile belongs, with the tiles that it is joined to. */
export interface Hint {
  status: "solved" | "none" | "unknown";
  pair: number[];
  placements: string[];
}

/** Some solutions of a puzzle, from number `first` on; no two are the same when turned. `status` as in `Hint`. `n_listed`: how many can be requested. `count`: how many there are in total, null if counting took too long. */
export interface SolutionList {
  status: "solved" | "none" | "unknown";
  first: number;
  solutions: string[][];
  n_listed: number;
  count: number | null;
}

/** A player: `url` is set if there is a page about them; `robot` is the name of a robot of the server. The name of a closed account is a pseudonym. `is_robot_account`: a program plays as this account. `face`: the face that the account has composed. */
export interface PlayerRef {
  name: string;
  url: string | null;
  robot: string | null;
  is_robot_account: boolean;
  face: string | null;
}

/** A place on a list; ties share a place. `plus_minus`: the deviation of a rating, null on a ladder. */
export interface LeaderRow {
  place: number;
  player: PlayerRef;
  points: number;
  plus_minus: number | null;
  n_games: number;
  played_at: string;
  is_me: boolean;
}

/** A page of a list, best first. `name`: a pool of ratings, `all` for the all-time ladder, `masters`, or the month of a ladder like 2026-11. On the list of masters, `points` are those of the all-time ladder, and the games are the master games of the last three months. `mine`: your own row, if you have a place. `lists`: the names of all lists. */
export interface Leaderboard {
  name: string;
  page: number;
  n_pages: number;
  n_players: number;
  rows: LeaderRow[];
  mine: LeaderRow | null;
  lists: string[];
}

/** A rating in a pool; newcomers have 1500. The true rating is within `plus_minus` in two cases out of three. `is_provisional`: too uncertain for a place on the list. `place` is null for these ratings, and after three months without a game. */
export interface RatingView {
  pool: "two" | "many" | "gobble" | "puzzles";
  points: number;
  plus_minus: number;
  is_provisional: boolean;
  n_games: number;
  played_at: string;
  place: number | null;
}

/** Points on a ladder; `period` is `all` or a month. `is_retired`: no game for three months. */
export interface LadderEntryView {
  period: string;
  points: number;
  n_games: number;
  is_retired: boolean;
  place: number | null;
}

/** A place on the list of masters, and how many master games of the last three months it rests on. */
export interface MasterView {
  place: number;
  n_games: number;
}

/** A rating after a game, with the points rounded as they are shown. `game` is null in a tournament that is reached only by its link, except for those who played the game. */
export interface TrackPoint {
  game: string | null;
  finished_at: string;
  points: number;
  plus_minus: number;
  is_counted: boolean;
}

/** A rating in a pool after each of the last 500 games, oldest first. */
export interface RatingTrack {
  player: PlayerRef;
  pool: "two" | "many" | "gobble" | "puzzles";
  points: TrackPoint[];
}

/** Counts of games. `share`: of the points, 0 to 1; `mean_score` is null without games. */
export interface Tally {
  n_games: number;
  n_won: number;
  n_drawn: number;
  n_lost: number;
  share: number | null;
  mean_score: number | null;
}

export interface ColourTally {
  colour: ColourLetter;
  tally: Tally;
}

/** Games by number of seats, teams and number of tiles. */
export interface RulesTally {
  n_seats: number;
  is_teams: boolean;
  tile_set: number;
  tally: Tally;
}

/** Games against an opponent, from the player's side. `mean_margin`: of the scores, above 0 for a lead. */
export interface OpponentTally {
  opponent: PlayerRef;
  url: string | null;
  tally: Tally;
  mean_margin: number;
}

/** Best results: the longest line and the largest loop in tiles, most wins in a row, the highest score. Each is 0 as long as there is none. */
export interface BestResults {
  longest_line: number;
  largest_loop: number;
  most_wins: number;
  highest_score: number;
}

/** A seat at the end of a game. In Gobble there are no colours, and `score` is minus the tiles left. */
export interface FinishedSeat {
  player: PlayerRef;
  seat_name: string;
  colour: ColourLetter | null;
  score: number;
  rank: number;
  is_quitter: boolean;
}

/** A finished game from the side of a player, who won, drew or lost it. `points`: the change of the rating; `month_won`, `all_won`: the points won on the ladders. All three are null if the game did not count. */
export interface FinishedGame {
  id: string;
  url: string;
  finished_at: string;
  rules: string;
  termination: string;
  is_gobble: boolean;
  is_rated: boolean;
  seats: FinishedSeat[];
  result: "won" | "drawn" | "lost";
  points: number | null;
  month_won: number | null;
  all_won: number | null;
}

/** How a rated game changed the rating of a seat's player: before and after it, as shown. `is_counted`: false after too many games of the same players in a month. `month_won`, `all_won`: points won on the ladders, null for robots. */
export interface SeatRating {
  seat: number;
  player: PlayerRef;
  before: number;
  after: number;
  plus_minus: number;
  is_provisional: boolean;
  is_counted: boolean;
  month_won: number | null;
  all_won: number | null;
}

/** How a game changed ratings, by seat; without seats if it was unrated or aborted, or is not over. `best_of`: the longest time of which the reader's score in it is the best; null if it is not, if too few games were played in that time, or a day after the game. */
export interface GameRatings {
  game: string;
  seats: SeatRating[];
  best_of: "all" | "month" | "week" | null;
}

/** The profile of an account, or of a robot of the server, whose `since` is null. The figures cover the games of Tantrix among the newest 1,000 finished games, rated or not; Gobble is in `ratings` and `recent` only. `form`: the last ten results, newest first. `recent`: games that everyone may see, and games that the viewer has played. `master`: the place on the list of masters, if there is one. */
export interface Profile {
  player: PlayerRef;
  since: string | null;
  ratings: RatingView[];
  ladder_entries: LadderEntryView[];
  master: MasterView | null;
  total: Tally;
  best: BestResults;
  form: ("won" | "drawn" | "lost")[];
  colours: ColourTally[];
  rules: RulesTally[];
  opponents: OpponentTally[];
  recent: FinishedGame[];
}

/** The games of a player against an opponent, from the player's side; partners are not opponents. */
export interface HeadToHead {
  player: PlayerRef;
  opponent: PlayerRef;
  tally: Tally;
  mean_margin: number | null;
  form: ("won" | "drawn" | "lost")[];
  recent: FinishedGame[];
}

/** An event of a series. `winners`: the names of the winners, once it is over. */
export interface HeldEventView {
  url: string;
  name: string;
  starts_at: string;
  state: "open" | "running" | "over" | "cancelled";
  n_entrants: number;
  winners: string[];
}

/** A series in a list. `organiser`: null for the server. `next_at`: the start of the next event. */
export interface SeriesListing {
  id: string;
  url: string;
  name: string;
  every: "daily" | "weekly" | "monthly";
  recurrence: string;
  organiser: string | null;
  is_stopped: boolean;
  next_at: string;
}

/** The active public series. */
export interface SeriesList {
  series: SeriesListing[];
}

/** A series with its newest events, newest first. */
export interface SeriesView {
  series: SeriesListing;
  events: HeldEventView[];
}

/** The tiles that lie, in the order in which they were laid: those of the last answer and a new one. Guests are listed as `name`, unless it belongs to an account or a robot; accounts are listed under their own names. */
export interface SolitairePlayed {
  placements: string[];
  name: string;
}

/** A table of all 56 tiles, in any order. Guests are listed as `name`. */
export interface OpenSolitairePlayed {
  placements: string[];
  name: string;
}

/** A result: the length of the line or loop from a stack, or the points of all four colours. Guests follow after all accounts. */
export interface SolitaireRow {
  name: string;
  result: number;
  is_mine: boolean;
  is_guest: boolean;
}

/** The best results of a day, and your own: the first try of a stack, or the best table of all 56 tiles. `game`: `stack` is the daily solitaire, `open` all 56 tiles. `url`: the page where it is played. `is_today`: results can still be entered. `laid` and `tiles`: what you have laid of today's stack, and the tiles that you know, the last of which is the next one; no tile after it is told. */
export interface SolitaireTable {
  game: "stack" | "open";
  day: string;
  is_today: boolean;
  url: string;
  rows: SolitaireRow[];
  mine: number | null;
  laid: string[];
  tiles: number[];
}

/** The options of a stage. `n_rounds`: 0 for a number that depends on the entrants; `days`: 0 for live games; `minutes`: of an arena or a puzzle race; `n_best`: of an arena; `host_minutes`: how many minutes more the host of a simul has for each game. `min_lead`: the lead in points that decides a knock-out match after its games, below which up to `n_extra_games` are played. `separates_countries`: draws entrants of a country into different groups where possible. */
export interface StageOptions {
  form: "swiss" | "round-robin" | "groups" | "knock-out" | "arena" | "simul" | "gobble-cup" | "puzzle-race";
  n_games: number;
  n_rounds: number;
  group_size: number;
  n_through: number;
  days: number;
  has_third_place: boolean;
  plate: "none" | "others" | "losers";
  minutes: number;
  n_best: number;
  host_minutes: number;
  min_lead: number;
  n_extra_games: number;
  separates_countries: boolean;
}

/** The choices of an organiser, null for the preset's value. Times are in UTC, like `2026-11-22T19:00Z`. `form`: of doubles, teams and correspondence; groups lead to a knock-out, and `stages` replace the form. `starts_at`: null if the organiser starts it. `check_in_minutes`: how long before the start entrants must check in, 0 for never; null: 10 in live tournaments with rounds and a start, otherwise never. `repeats`: makes a series, whose first event starts at `starts_at`; the number of the event is added to its name. `password`: needed to enter; empty for none, null to keep the current one. `is_listed`: everyone can find it; otherwise only users with its address. `filler`: the robot that plays the player who would have a bye in a live round, empty for none; robots must be allowed to enter. `countdown_seconds`: how long the clock of a live game waits for players who have not come to the table, usually 120. `tile_set` and `start`: the rules of the games. `categories`: for side prizes, each a label such as `Junior` or a country such as `Country: PL`. The fields of a stage apply to all stages; `knockout_games` and `knockout_days` only to a knock-out after another stage. */
export interface TournamentOptions {
  preset: "open" | "championship" | "all-play-all" | "knock-out" | "teams" | "doubles" | "correspondence" | "arena" | "simul" | "gobble-cup" | "puzzle-race" | "club-evening" | "booklet";
  form: "round-robin" | "groups" | "knock-out" | "swiss" | null;
  name: string;
  text: string;
  stages: StageOptions[] | null;
  n_games: number | null;
  n_rounds: number | null;
  days: number | null;
  knockout_games: number | null;
  knockout_days: number | null;
  group_size: number | null;
  n_through: number | null;
  has_third_place: boolean | null;
  plate: "none" | "others" | "losers" | null;
  min_lead: number | null;
  n_extra_games: number | null;
  separates_countries: boolean | null;
  n_boards: number | null;
  minutes: number | null;
  n_best: number | null;
  host_minutes: number | null;
  control: string | null;
  starts_at: string | null;
  check_in_minutes: number | null;
  no_show_minutes: number | null;
  round_minutes: number | null;
  countdown_seconds: number | null;
  most: number;
  low: number | null;
  high: number | null;
  countries: string[];
  password: string | null;
  is_listed: boolean;
  allows_robots: boolean;
  filler: string;
  categories: string[];
  is_by_hand: boolean;
  tile_set: 56 | 64 | null;
  start: "draw-keep" | "draw-return" | "highest-in-hand" | "random-opening" | null;
  repeats: "no" | "daily" | "weekly" | "monthly";
}

/** Change the options, until the start. */
export interface EditTournament {
  type: "edit";
  options: TournamentOptions;
}

/** Open the entries. */
export interface OpenTournament {
  type: "open";
}

/** Enter yourself, or in a tournament by hand as its organiser enter others. `members`: the accounts of the other members of your pair or team, in the order of the boards; by hand the names of all members. `name`: of a team, or of a player entered by hand; a pair needs none. `categories`: those of the tournament that the entrant is in; the country in a single player's profile decides about those of countries. */
export interface EnterTournament {
  type: "enter";
  name: string;
  members: string[];
  country: string;
  categories: string[];
  password: string;
}

/** Leave the tournament; `entrant` is set by a controller. */
export interface WithdrawEntrant {
  type: "withdraw";
  entrant: string | null;
}

/** Pause: get no more pairings for now; or end the pause. `entrant` is set by a controller. */
export interface PauseEntrant {
  type: "pause";
  is_paused: boolean;
  entrant: string | null;
}

/** Confirm before the start that you are present; `entrant` is set by a controller. */
export interface CheckInEntrant {
  type: "check-in";
  entrant: string | null;
}

/** Set the line-up of your team, whose captain you are, for its matches that begin later. `members`: the names of the members at the boards, in board order; all others are reserves. `entrant` is set by a controller. */
export interface SetTeamLineUp {
  type: "line-up";
  members: string[];
  entrant: string | null;
}

/** Set the categories that you are in, until the start; `entrant` is set by a controller, at any time. After a controller's correction only controllers change them. From the start on they need a reason. */
export interface SetEntrantCategories {
  type: "categories";
  categories: string[];
  entrant: string | null;
  reason: string;
}

/** Start now. */
export interface StartTournament {
  type: "start";
}

/** End the tournament without a result. */
export interface CancelTournament {
  type: "cancel";
  reason: string;
}

/** Propose when to play the next game of your match. */
export interface ProposeMatchTime {
  type: "propose";
  match: string;
  at: string;
}

/** Accept a time that the other side has proposed. */
export interface AcceptMatchTime {
  type: "accept";
  match: string;
  at: string;
}

/** Play the next game of your match now; it begins when both sides are ready. */
export interface ReadyToPlay {
  type: "ready";
  match: string;
}

/** Decide a game by its scores and the penalties of the clock. In tournaments by hand, all games are entered like this. `reason` is required if the games are played on the server. `picture`: the SHA-256 of a picture of the table, which the players keep; `tiles`: what was read in it, as placements; `is_agreed`: both players agree to it, which a result from a picture needs. */
export interface EnterScores {
  type: "scores";
  match: string;
  number: number;
  board: number;
  first: number;
  second: number;
  first_penalty: number;
  second_penalty: number;
  reason: string;
  picture: string;
  tiles: string;
  is_agreed: boolean;
}

/** Decide a game that was not played: a win for the side that was there, a draw, or a win for neither. */
export interface AwardGame {
  type: "award";
  match: string;
  number: number;
  board: number;
  to: "first" | "second" | "nobody" | "both";
  reason: string;
}

/** Add points to an entrant's standing in the current stage, or subtract some; in tenths. */
export interface AdjustPoints {
  type: "adjust";
  entrant: string;
  tenths: number;
  reason: string;
}

/** Let another player replace a member of an entrant from the next game on. `member` leaves and `name` joins. Both are names of accounts unless the tournament is by hand. The entrant keeps its points. */
export interface ReplaceMember {
  type: "replace";
  entrant: string;
  member: string;
  name: string;
  reason: string;
}

/** Change the deadline of a round; `whole_stage`: of all rounds of its stage that are not over. */
export interface ExtendRound {
  type: "extend";
  round: string;
  until: string;
  whole_stage: boolean;
  reason: string;
}

/** Take back a ruling, a default or a withdrawal, given by its number in the log. */
export interface UndoRuling {
  type: "undo";
  sequence: number;
  reason: string;
}

/** Name the accounts that run the tournament together with its organiser. `organiser`: the account to which the organiser gives the tournament, and stays a controller. */
export interface NameControllers {
  type: "staff";
  names: string[];
  organiser: string | null;
}

/** A message for the chat of a tournament. */
export interface TournamentChatRequest {
  text: string;
}

/** A friend to invite: a player who follows you and whom you follow. */
export interface TournamentInvitation {
  name: string;
}

/** A tournament in a list. `url`: the address of its page. */
export interface TournamentListing {
  id: string;
  url: string;
  name: string;
  preset: "open" | "championship" | "all-play-all" | "knock-out" | "teams" | "doubles" | "correspondence" | "arena" | "simul" | "gobble-cup" | "puzzle-race" | "club-evening" | "booklet";
  state: "draft" | "open" | "running" | "over" | "cancelled";
  n_entrants: number;
  starts_at: string | null;
  ended_at: string | null;
}

/** The tournaments in play, those with open entries, and the last finished ones. */
export interface TournamentList {
  running: TournamentListing[];
  upcoming: TournamentListing[];
  past: TournamentListing[];
}

/** An entrant. `accounts`: the accounts of its members, null for members without one. `members`: of a team, in board order for its matches to come, reserves last. `face`: the face that its only account has composed. `robot`: the robot that fills an odd number. It has no place in the standings, and is withdrawn while the number is even. Null for everybody else. */
export interface EntrantView {
  id: string;
  name: string;
  members: string[];
  accounts: (string | null)[];
  robot: string | null;
  face: string | null;
  rating: number | null;
  country: string;
  categories: string[];
  state: "in" | "here" | "paused" | "withdrawn";
}

/** A game of a match; points are in tenths. `url`: the page of a game that is played on this server. `players`: in matches of teams, who plays at the board for the first and for the second team. */
export interface MatchGameView {
  number: number;
  board: number;
  players: string[];
  url: string | null;
  is_over: boolean;
  tenths: number[];
  scores: number[] | null;
  penalties: number[];
  is_played: boolean;
}

/** A proposed time for the next game of a match. */
export interface ProposalView {
  entrant: string;
  at: string;
}

/** A side that is ready to play at once, and until when. */
export interface ReadyView {
  entrant: string;
  until: string;
}

/** When a match is played: its appointment, proposed times that wait for an answer, and its deadline. `ready`: the sides that have said they could play at once, and until when. */
export interface MatchTimes {
  appointment_at: string | null;
  proposals: ProposalView[];
  deadline_at: string | null;
  ready: ReadyView[];
}

/** A match. `first` or `second` is null for a bye or while unknown. `winner`: of a knock-out match. */
export interface MatchView {
  id: string | null;
  first: string | null;
  second: string | null;
  tenths: number[];
  is_over: boolean;
  winner: string | null;
  games: MatchGameView[];
  times: MatchTimes | null;
}

/** An entrant without an opponent in a round, and the points that it gets in tenths. */
export interface ByeView {
  entrant: string;
  tenths: number;
}

/** A table of a Gobble cup; `ranks` and `tenths` are in the order of `entrants`, empty until its end. */
export interface CupTableView {
  id: string;
  entrants: string[];
  url: string | null;
  ranks: number[];
  tenths: number[];
}

/** A round of a section; a Gobble cup has tables instead of matches. `begins_at`: when the clocks of a live round start; those of a game earlier if everybody comes to its table. */
export interface RoundView {
  id: string;
  number: number;
  matches: MatchView[];
  tables: CupTableView[];
  byes: ByeView[];
  is_over: boolean;
  deadline_at: string | null;
  begins_at: string | null;
}

/** A row of standings; `points` and `tie_break` in tenths, `percent` of the points in the games played. `is_by_lot`: only the lot puts it behind the row before. `adjusted`: the part of `points` that controllers have added. `form`: the results of its last five games, oldest first, by rounds; empty in a Gobble cup and a puzzle race. */
export interface StandingView {
  place: number;
  entrant: string;
  points: number;
  n_games: number;
  won: number;
  drawn: number;
  lost: number;
  percent: number;
  tie_break: number;
  is_by_lot: boolean;
  adjusted: number;
  form: ("won" | "drawn" | "lost")[];
}

/** A Swiss, a round robin, a group, a bracket, a puzzle race or an arena, whose waves are its rounds. `standings` is empty for a bracket; in a race `won` and `lost` are the puzzles solved and missed. `ends_at`: when an arena stops pairing or a race ends; null for other forms. `host`: the entrant that plays all others in a simul; `host_tenths`: the points of the host, and of the others together. */
export interface SectionView {
  stage: number;
  section: string;
  is_bracket: boolean;
  ends_at: string | null;
  host: string | null;
  host_tenths: number[];
  standings: StandingView[];
  rounds: RoundView[];
}

/** An entry of the log that participants should know about; `by`: null for the server. `what`: a ruling on a game, a default, a withdrawal or pause, a deadline, a correction of categories, or an entry that was taken back. `about`: the match, the round, the entrant or the number of the entry. `tenths`: the points of a game, or the single number by which points were adjusted. `picture` and `tiles`: the SHA-256 of a picture from which scores were counted, and the tiles read in it. */
export interface RulingView {
  sequence: number;
  at: string;
  by: string | null;
  what: "rule" | "default" | "withdraw" | "pause" | "return" | "extend" | "undo" | "cancel" | "staff" | "organiser" | "adjust" | "replace" | "categories";
  about: string;
  number: number | null;
  tenths: number[] | null;
  reason: string;
  picture: string;
  tiles: string;
  is_undone: boolean;
  may_undo: boolean;
}

/** A category for a side prize: a label, or a country such as `Country: PL`. `entrants`: those in it, in the order of all entrants: the final one, that so far, or that of entry. `first`: who has won the category; null before the tournament is over, and if nobody in it has a place. */
export interface CategoryView {
  name: string;
  entrants: string[];
  first: string | null;
}

/** The current state of a tournament. `passes_at`: when somebody else becomes the organiser, who is away; null while nobody would. `commitment`: the hash of the secret for drawing lots, which is revealed at the end. `places`: the final order of entrants. */
export interface TournamentView {
  id: string;
  version: number;
  name: string;
  preset: "open" | "championship" | "all-play-all" | "knock-out" | "teams" | "doubles" | "correspondence" | "arena" | "simul" | "gobble-cup" | "puzzle-race" | "club-evening" | "booklet";
  state: "draft" | "open" | "running" | "over" | "cancelled";
  text: string;
  control: string;
  kind: "single" | "pair" | "team";
  n_boards: number;
  is_by_hand: boolean;
  tile_set: 56 | 64;
  start: "draw-keep" | "draw-return" | "highest-in-hand" | "random-opening";
  is_listed: boolean;
  has_password: boolean;
  organiser: string | null;
  passes_at: string | null;
  controllers: string[];
  starts_at: string | null;
  check_in_from: string | null;
  stages: StageOptions[];
  low: number | null;
  high: number | null;
  countries: string[];
  most: number;
  filler: string;
  entrants: EntrantView[];
  sections: SectionView[];
  places: string[];
  categories: CategoryView[];
  rulings: RulingView[];
  commitment: string;
  secret: string | null;
}

/** The tournament rating of an account; `place` null while it is provisional, under 36 games. `face`: the face that the account has composed. */
export interface TournamentRatingView {
  place: number | null;
  name: string;
  face: string | null;
  points: number;
  n_games: number;
}

/** Tournament ratings, best first, provisional ones last. */
export interface TournamentRatingList {
  ratings: TournamentRatingView[];
}

/** The next match of an account, in a tournament in play. `url`: the page of the game if it is in play, otherwise that of the match. `at`: the time of the appointment. `face`: the face of a single opponent: of a robot, or one that the opponent has composed. `called_until`: when a live game that the account has not come to is forfeited, else null. `clock_at`: when the clock of the game in play starts if not everybody comes before; null once it runs. */
export interface NextMatch {
  tournament: string;
  tournament_url: string;
  opponent: string;
  face: string | null;
  url: string;
  is_in_play: boolean;
  at: string | null;
  called_until: string | null;
  clock_at: string | null;
}

/** The next match of the requesting account, null if it has none. */
export interface NextMatchAnswer {
  match: NextMatch | null;
}

/** A game in play. `first` and `second`: the names of its players. `is_my_turn`: of the requester. */
export interface TournamentBoard {
  url: string;
  first: string;
  second: string;
  n_tiles: number;
  is_mine: boolean;
  is_my_turn: boolean;
}

/** The games of a tournament that are in play, in the order of its rounds and matches. */
export interface TournamentBoards {
  boards: TournamentBoard[];
}

/** A tournament has changed; `version` and the numbers of games and messages identify its new state. `n_watching`: how many clients follow it at this server; they should spread their requests over some time. `is_passing`: the organiser is away, and somebody else becomes the organiser if that lasts. */
export interface TournamentChanged {
  type: "tournament_changed";
  id: string;
  version: number;
  n_games: number;
  n_over: number;
  n_messages: number;
  n_watching: number;
  is_passing: boolean;
}

export type AccountMessage = GameStarted | YourTurn | GameFinished | GameOffers | Challenged | ChallengeClosed;
export type AnalysisServerMessage = Analysing | Analysed | Suggested | Refused | Pong;
export type AnalysisClientMessage = AnalyseGame | SuggestAt | SuggestFor | StopThinking | Ping;
export type ClientMessage = Place | Resign | Offer | Reply | Abort | Claim | Return | Sync | Ping | Echo | SendChat | ReadChat;
export type ServerMessage = Welcome | Waiting | Placed | TakenBack | SeatChanged | Paused | Resumed | Over | Offers | Rematch | Closed | Ack | Refused | Thinking | Stale | Presence | Probe | Pong | ChatMessage | ChatSent | ChatHistory;
export type GobbleClientMessage = TurnTile | LayTile | PutTileAside | GiveTile | LeaveRush | Sync | Ping;
export type GobbleServerMessage = RushWelcome | Rushed | Ack | Refused | RushPresence | Stale | Pong;
export type LobbyClientMessage = Sync | Ping;
export type LobbyServerMessage = LobbyWelcome | LobbyChanged | Begun | Pong | Refused;
export type NoticeClientMessage = Sync | Ping;
export type NoticeServerMessage = Bell | Pong | Refused;
