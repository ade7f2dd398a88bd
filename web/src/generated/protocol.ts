// Written by scripts/make_types.py from src/tantrix/server/protocol/. Do not edit.

export type ColourLetter = "R" | "Y" | "G" | "B";
export type PhaseName = "fill" | "free" | "refill" | "over";
export type VerdictName = "GAME_OVER" | "NOT_IN_HAND" | "OCCUPIED" | "DETACHED" | "MISMATCH" | "FORCED_FIRST" | "TRIPLE" | "FOURTH_SIDE" | "CONTROLLED";
export type GradeName = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** Who sends this request: the name is null for a guest. `scopes`: of the token, null without one. `is_robot`: a program plays as this account, so its games count as a robot's. */
export interface AccountView {
  name: string | null;
  since: string | null;
  is_robot: boolean;
  scopes: ("read" | "play" | "challenge" | "chat" | "records")[] | null;
}

/** The games of who asks that are not over, the newest first. */
export interface OwnGames {
  games: TableView[];
}

/** A game in which the account plays `my_seats` has begun, or goes on as the stream begins. */
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

/** The account is to lay a tile at `seat`; `ply` tiles lie, and the game is at `version`. */
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

/** What a robot expects of a placement. `margin`: the final margin of the seat to play; `share`: its share of the points, 0 to 1; `line`: what is expected to follow, the placement itself first. */
export interface JudgedView {
  placement: string;
  margin: number;
  share: number;
  n_playouts: number;
  line: string[];
}

/** A loop of the own colour that could have been closed; `loss`: the margin given away by not doing so. */
export interface MissedLoopView {
  placement: string;
  score: number;
  loss: number;
}

/** A placement where there was another: what was played and the best, and what it cost. */
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
}

/** A tile drawn, and what it was worth beyond the mean of all that could be drawn, +- one `error`. */
export interface DrawView {
  tile: number;
  luck: number;
  error: number;
}

/** The `ply`-th tile laid; null where there was nothing to choose, or nothing to draw. */
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

/** A grade is given from so many points and so much of the share of the points. */
export interface ThresholdView {
  grade: GradeName;
  margin: number;
  share: number;
}

/** A curve: expected margins of a seat as [tiles that lie, points]; only seat 0's where two sides play. */
export interface TrackView {
  seat: number;
  points: number[][];
}

/** A finished game, judged. `margins`: how it ended for each seat. */
export interface AnalysisView {
  rules: string;
  robot: string;
  seed: number;
  n_plies: number;
  is_whole: boolean;
  margins: number[] | null;
  thresholds: ThresholdView[];
  seats: TotalsView[];
  steps: StepView[];
  tracks: TrackView[];
}

/** An analysis is under way: `done` of `total` placements; `ahead`: how many are worked on before it. */
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

/** What a robot thinks so far of a position, best first; `judged` holds the best few of `n_placements`. */
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

/** Ask what to play in a finished game when `ply` tiles lay; ends what was asked before. */
export interface SuggestAt {
  type: "suggest_at";
  id: string;
  game: string;
  ply: number;
}

/** Ask what to play in a position given as text; ends what was asked before. */
export interface SuggestFor {
  type: "suggest_for";
  id: string;
  position: string;
}

/** Ask for no more suggestions. */
export interface StopThinking {
  type: "stop";
}

/** A position for the analysis board, as the one-line notation has it. */
export interface SetUp {
  position: string;
}

/** A placement tried in a position, and the tile that is drawn for it, null once the bag is empty. */
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

/** Positions that follow each other: `texts`, the first with `n_before` tiles laid, each with one more. `laid`: the tiles of the last one, in order. */
export interface StudyView {
  game: GameView;
  texts: string[];
  laid: LaidView[];
  n_before: number;
}

/** A seat of a finished game. `account`: the name of the account that played it; None for all others. `is_robot_account`: somebody's program plays as this account. */
export interface ArchiveSeat {
  name: string;
  account: string | null;
  robot: string | null;
  colour: ColourLetter;
  score: number;
  rank: number;
  has_loop: boolean;
  is_robot_account: boolean;
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

/** Games that were found; `next` is the cursor of those after them, None if there are none. */
export interface ArchivePage {
  games: ArchiveGame[];
  next: string | null;
}

/** How many finished games everybody may find, and the day of the first one. */
export interface ArchiveFigures {
  n_games: number;
  first_day: string | null;
}

/** A record that was taken into the archive, or was there already. */
export interface ImportedGame {
  game: number;
  line: number;
  id: string;
  url: string;
}

/** What is wrong with a record of the text, counted from 1, and the line where it shows. */
export interface ImportProblem {
  game: number;
  line: number;
  problem: string;
}

/** What came of a text of records: those taken, those that were there already, and what is wrong. */
export interface ImportReport {
  imported: ImportedGame[];
  known: ImportedGame[];
  problems: ImportProblem[];
}

/** Records as text, one after the other. `listing`: found by everybody, or by who imports them alone. */
export interface ImportRequest {
  text: string;
  listing: "private" | "open";
}

export interface CellView {
  q: number;
  r: number;
}

/** The message `id` is durable; `version` is the event it caused. */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}

/** Nothing changed. `code` is a verdict, or one of the codes below; `detail` is for people, in their language. */
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

/** `ready`: the rules are compiled, so that games can be played. */
export interface Health {
  status: "ok";
  ready: boolean;
}

/** The body of every error answer: `detail` is for people, in their language. `errors` are for programs, in English: what exactly was wrong with what was sent, and what would have been right; often empty. */
export interface Problem {
  code: string;
  detail: string;
  errors: string[];
}

/** Say something on a channel: words of one's own, or a phrase that all read in their own language. Sent again with the same `id` it is heard again and said once. */
export interface Say {
  type: "say";
  id: string;
  channel: "players" | "watchers";
  text: string | null;
  preset: "hello" | "good_luck" | "have_fun" | "well_played" | "nice_placement" | "thanks" | "sorry" | "one_moment" | "good_game" | "again" | "must_go" | "goodbye" | null;
}

/** Ask for what was said. */
export interface Listen {
  type: "listen";
}

/** The words of the message `id` are durable; they are the table's `number`-th. */
export interface Heard {
  type: "heard";
  id: string;
  number: number;
}

/** Somebody said something; `number` counts the words of a table from 1, gaps in it are words for others. `seat`: where the speaker sits, null for watchers. `name`: "" if the account is closed. `account`: that of the speaker, null for guests. Either `text` or `preset` is there. */
export interface Said {
  type: "said";
  number: number;
  channel: "players" | "watchers";
  seat: number | null;
  name: string;
  account: string | null;
  text: string | null;
  preset: "hello" | "good_luck" | "have_fun" | "well_played" | "nice_placement" | "thanks" | "sorry" | "one_moment" | "good_game" | "again" | "must_go" | "goodbye" | null;
}

/** What was said so far, the newest 200, as this session may read it. `reads`, `writes`: the channels that it may read and write now. `account`: the name of its account, null for guests. `may_act`: it may mute and report. `newest`: the number of the last words of the table. */
export interface Talk {
  type: "talk";
  newest: number;
  said: Said[];
  reads: ("players" | "watchers")[];
  writes: ("players" | "watchers")[];
  account: string | null;
  may_act: boolean;
}

/** Say why words, or a player, should be looked at by a moderator. */
export interface ReportRequest {
  reason: "insult" | "advertising" | "cheating" | "name" | "other";
  note: string;
}

/** Somebody whose words and invitations do not reach this session; `id` undoes it. */
export interface Mute {
  id: number;
  name: string;
}

/** All whom this session has muted, the newest first. */
export interface Mutes {
  muted: Mute[];
}

/** It is done. */
export interface Noted {
  status: "ok";
}

/** A tile on the table; `seat` is null for a random opening tile, `draw` null once the bag is empty. */
export interface LaidView {
  tile: number;
  q: number;
  r: number;
  rotation: number;
  seat: number | null;
  draw: number | null;
  forced: boolean;
  turn: number;
}

/** An empty cell that touches the Tantrix. `facing`: six letters clockwise from east, "." where no tile. `holders`: seats that hold a fitting tile. `n_unseen_fitting`: tiles of the bag that fit. Both are filled for forced spaces only. */
export interface SpaceView {
  q: number;
  r: number;
  facing: string;
  is_forced: boolean;
  is_controlled: boolean;
  holders: number[];
  n_unseen_fitting: number;
}

/** The best line or loop of a colour, its cells in order along it. */
export interface LineView {
  colour: ColourLetter;
  is_loop: boolean;
  score: number;
  cells: CellView[];
}

/** How a game ended. `termination`: played-out, deadlock, resignation, time, abandoned, agreement (a draw) or aborted (no result, counted nowhere); `ranks`: one a seat, 1 the best, equal when shared. */
export interface OutcomeView {
  termination: string;
  scores: number[];
  ranks: number[];
}

/** A position as it is shown: nothing in it that a person at the table could not see. `placements` are the legal ones of the seat to play, as text like "12@3,-1^4"; `refused` names, by verdict, those that fit by colour but are not legal now. Any other placement on a space is a mismatch. `forced_tiles`: tiles of the hand to play that may fill a forced space now (the arrow beside the tile). `unseen`: tiles still in the bag. `last_turn`: indices into all tiles laid of those of the last turn. Seats whose turn went by since the last tile was laid: `passed` had no legal free placement, `skipped` no tile. */
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

/** What stands beside the name of who sits at a table. `points`: the rating with which an account sat down, in the pool in which the game counts or would count, null for guests and robots; `is_provisional`: it is still uncertain. `level`: how strong a robot of ours is, 1 the weakest. `is_guest`: the name is no account's, whatever it looks like. */
export interface Standing {
  points: number | null;
  is_provisional: boolean;
  level: number | null;
  is_guest: boolean;
}

/** `kind`: person, robot, or open while nobody has taken the seat; `is_mine`: this session plays it. `account`: the name of the account that sits here, null for guests and robots. `stand_in`: the robot that plays on for a person who left; the seat stays that person's. `wishes`: the colours wished for, first and second, while the table waits for players. `standing`: what stands beside the name, null where there is nothing to tell. */
export interface SeatView {
  seat: number;
  colour: ColourLetter;
  name: string;
  kind: "person" | "robot" | "open";
  robot: string | null;
  is_mine: boolean;
  account: string | null;
  stand_in: string | null;
  wishes: ColourLetter[];
  standing: Standing | null;
}

/** What does not change while a game is played. `rules` is the one-line notation of the rule set. `control`: the time control as text, like "15 tournament", "10", "5+3", "5+20 credit" or "2 days"; null for none. `drawn` is empty as long as the table waits for players. `is_imported`: the game was not played here, so nothing vouches for the names and the shuffle but its record; `commitment` is empty if that has none. */
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
}

/** The time each seat has left as this is sent, less than 0 only in a tournament game. `running`: the seat whose time runs. `penalties`: tournament points that time over has cost (R8.1). */
export interface ClockView {
  left_ms: number[];
  running: number | null;
  penalties: number[];
}

/** What somebody proposes; it is done once the seats in `missing` have agreed too. `by`: the seat that proposes. `accepted`: the seats that agree, `by` among them. `ply`: of a takeback, the number of tiles that will lie. `seat`: of an end, the absent seat that will rank last. */
export interface OfferView {
  kind: "draw" | "takeback" | "pause" | "resume" | "rematch" | "end";
  by: number;
  accepted: number[];
  missing: number[];
  ply: number | null;
  seat: number | null;
}

/** A person who is not connected to a live game that others wait to go on. `away_ms`: for how long by now; the server's own outages do not count. `n_absences`: how many absences of two minutes and more there were before this one. `claimable_in_ms`: how long until the others may claim, 0 when they may: after five minutes, from the third such absence on after two. */
export interface AwayView {
  seat: number;
  away_ms: number;
  n_absences: number;
  claimable_in_ms: number;
}

/** The whole of a game as it is now. `secret` is there when the game is over. `pause_left_ms`: how long a pause goes on at most, null when there is none. `may_abort`: fewer than two turns are complete. `rematch`: the address of the game that followed. */
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
}

/** The table waits for players; a `Welcome` follows when the last seat is taken. */
export interface Waiting {
  type: "waiting";
  game: GameView;
}

/** Which seats are here, robots always, and how many look on; not an event of the game. `away`: the absent people whose seats the others may claim, now or later; empty in games by correspondence, in a pause, and where nobody waits for them. */
export interface Presence {
  type: "presence";
  is_here: boolean[];
  n_watching: number;
  away: AwayView[];
}

/** A tile was laid and the next one drawn; `position` is the table after it. `may_abort`: as in `Welcome`. */
export interface Placed {
  type: "placed";
  version: number;
  ply: number;
  laid: LaidView;
  position: PositionView;
  clock: ClockView | null;
  may_abort: boolean;
}

/** The last tiles were taken back, the first `ply` lie. The next draws will be the same again. */
export interface TakenBack {
  type: "taken_back";
  version: number;
  ply: number;
  position: PositionView;
  clock: ClockView | null;
  may_abort: boolean;
}

/** A robot plays on for a person who left, or, `stand_in` null, the person plays again. */
export interface SeatChanged {
  type: "seat_changed";
  version: number;
  seat: number;
  stand_in: string | null;
}

/** No tile is laid and no clock runs. The game goes on after `pause_left_ms` at the latest. */
export interface Paused {
  type: "paused";
  version: number;
  pause_left_ms: number;
  clock: ClockView | null;
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

/** All that is proposed now; told whenever it changes. Offers lapse with every event of the game. */
export interface Offers {
  type: "offers";
  offers: OfferView[];
}

/** All have agreed to play again: `url` is the page of the new game, the seats moved on by one. */
export interface Rematch {
  type: "rematch";
  url: string;
}

/** Who opened the table has closed it before the game began: there is no such game any more. */
export interface Closed {
  type: "closed";
}

/** Asked of a player whose clock counts seconds: answer at once with an `Echo` of `nonce`. The server takes the time in between for the way there and back, and gives it back to the clock of who lays a tile: 500 ms a turn and 3 seconds a game at most. */
export interface Probe {
  type: "probe";
  nonce: number;
}

/** Lay a tile. `ply` is the number of tiles already laid, as the page sees it. */
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

/** Propose a draw, to take back one's last turn, a pause or its end, or, after the game, a rematch. Draws and takebacks are for casual games. Where nobody else must agree it is done at once: a takeback against robots alone. What was declined can be proposed again once the game has moved on. */
export interface Offer {
  type: "offer";
  id: string;
  kind: "draw" | "takeback" | "pause" | "resume" | "rematch";
}

/** Agree to what is proposed, or not; who proposed it takes it back by `accept` false. */
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

/** Of an absent person's seat: let a robot play on, or end the game, the absent one ranking last. If more than one other person is here, `end` is an offer to them (`Offers`), done when all agree. */
export interface Claim {
  type: "claim";
  id: string;
  seat: number;
  how: "end" | "robot";
}

/** Take one's own seat back from the robot that played on; in casual games. */
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

/** The options of a room's rush; see docs/play/gobble.md for what they mean. `penalty`: forced-only is the older booklet's penalty pile, anywhere the newer's open tiles; the newer also has `double_gobble`. `handicaps`: how many tiles more or fewer than an equal share each seat is dealt, missing ones 0. `share`: how many tiles a player gets for a short rush, null for all that there are. `choose_s`: how long the choice of whom to give a tile may take; `limit_s`: how long the rush, 0 for no limit. `pace`: how fast robots are in percent of a person's tempo, less is slower. `rated`: the ranks count for the ratings of all, robots' too; everybody needs an account, is dealt the same, and meets robots at their own pace. */
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

/** Open a room; who opens it owns it and sits at its first seat. `robots` take the seats after it. An open room is listed in the lobby, a private one found by its address. */
export interface NewRush {
  name: string;
  robots: ("calm" | "balanced" | "hasty")[];
  settings: RushSettings;
  listing: "private" | "open";
}

/** Take the next free seat of a room that has not begun, under a name if one is given. */
export interface RushSit {
  name: string;
}

/** Leave a seat of a room that has not begun: one's own, or any but one's own by the owner. */
export interface RushStand {
  seat: number;
}

/** Give the next free seat to a robot of some style; only the owner may. */
export interface RushRobot {
  temper: "calm" | "balanced" | "hasty";
}

/** Open a new room with the same players; with `handicap` who did better gets more tiles, others fewer. */
export interface RushRematch {
  handicap: boolean;
}

/** A seat: who sits there, and how many tiles it is dealt, or was. `account`: the name of the account that sits here, null for guests and robots. */
export interface RushSeatView {
  seat: number;
  name: string;
  robot: "calm" | "balanced" | "hasty" | null;
  is_mine: boolean;
  is_owner: boolean;
  account: string | null;
  handicap: number;
  n_dealt: number;
}

/** A room, whatever is going on in it. `phase`: waiting for the owner to start, countdown, running, over. `rules`: the one-line text of the rules, as records have it. `penalty_sides`: how many sides a space must have for a tile of the pile. `n_core`, `n_box`: tiles of the core, and tiles that are not in play. `is_owner`: this session may set things and start. `rematch`: the room of the rematch, once somebody asked for it. */
export interface RushRoomView {
  id: string;
  url: string;
  phase: "waiting" | "countdown" | "running" | "over";
  is_owner: boolean;
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

/** An empty cell beside the tiles: what it shows clockwise from east, and how many sides that are. */
export interface RushSpace {
  q: number;
  r: number;
  facing: string;
  n_sides: number;
}

/** What a player holds. `pile`: the numbers of the penalty pile, face up, the oldest first. `dues`: when each tile owed after a Gobble goes by itself, in rush time. `rank` is there from the last tile on; `has_left`: the player gave up. */
export interface RushHolding {
  seat: number;
  n_stock: number;
  pile: number[];
  has_turned: boolean;
  dues: number[];
  rank: number | null;
  has_left: boolean;
}

/** One's own open tiles: the turned one, and the penalty pile, the oldest first. */
export interface RushMine {
  seat: number;
  turned: RushTile | null;
  pile: RushTile[];
}

/** How a rush ended. `ending`: played-out, stalled (nobody can lay any tile any more, or nobody did anything for three minutes) or time. `ranks`: one a seat, equal when shared; `n_left`: tiles left; `out_ms`: when the last tile was laid, null where it was not. */
export interface RushOutcome {
  ending: "played-out" | "stalled" | "time";
  at_ms: number;
  ranks: number[];
  n_left: number[];
  out_ms: (number | null)[];
}

/** A player turned a tile; `tile` is null for all but that player. */
export interface RushTurned {
  kind: "turned";
  seat: number;
  tile: RushTile | null;
}

/** A player laid a tile, from the stock or the penalty pile. `gobble`: 0, or 1 for "Gobble!" and 2 for "Double Gobble!"; what is really owed is in the player's `dues`. `spaces`: the spaces around it that are new or show more now; the cell itself is no space any more. */
export interface RushPut {
  kind: "put";
  seat: number;
  laid: RushLaid;
  source: "stock" | "pile";
  n_sides: number;
  gobble: number;
  spaces: RushSpace[];
}

/** A player put the turned tile aside, face up for all. */
export interface RushAside {
  kind: "aside";
  seat: number;
  tile: RushTile;
}

/** A tile went face down to the bottom of an opponent's stock; `by_time`: the giver did not choose. `tile` is there if it came from the penalty pile, where all saw it; else nobody knows it. */
export interface RushGave {
  kind: "gave";
  seat: number;
  to: number;
  source: "stock" | "pile";
  tile: RushTile | null;
  by_time: boolean;
}

/** The last tile call: a player has none left, and this is the rank it earned. */
export interface RushOut {
  kind: "out";
  seat: number;
  rank: number;
}

/** A player gave up. */
export interface RushLeft {
  kind: "left";
  seat: number;
}

/** The rush has ended; the secret of the deal is revealed. */
export interface RushOver {
  kind: "over";
  outcome: RushOutcome;
  secret: string;
}

/** Everything there is to show: first on a socket, and again whenever the room changes but by a command. `at_ms` as this is sent; null while the room waits. `laid`, `spaces` and `holdings` are empty until the countdown begins: the core is shown during it, so that all see it equally long. `mine` is null for who watches; `seat` is the own seat, null for none. */
export interface RushWelcome {
  type: "rush_welcome";
  version: number;
  at_ms: number | null;
  room: RushRoomView;
  seat: number | null;
  laid: RushLaid[];
  spaces: RushSpace[];
  holdings: RushHolding[];
  mine: RushMine | null;
  outcome: RushOutcome | null;
  secret: string | null;
}

/** A command was accepted: what it caused, in order, and how matters stand after it. `holdings`: those that have changed. `mine`: one's own open tiles if they have changed, else null. */
export interface Rushed {
  type: "rushed";
  version: number;
  at_ms: number;
  events: (RushTurned | RushPut | RushAside | RushGave | RushOut | RushLeft | RushOver)[];
  holdings: RushHolding[];
  mine: RushMine | null;
}

/** Which seats are here, robots always, and how many look on; it has no version. */
export interface RushPresence {
  type: "rush_presence";
  is_here: boolean[];
  n_watching: number;
}

/** Turn the top tile of one's stock. */
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

/** Put the turned tile on one's penalty pile. */
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

/** Give the rush up. */
export interface LeaveRush {
  type: "leave";
  id: string;
}

/** A command of a replay: when, whose (null: time's), and what it caused. Nothing is hidden any more. */
export interface RushMoment {
  at_ms: number;
  seat: number | null;
  events: (RushTurned | RushPut | RushAside | RushGave | RushOut | RushLeft | RushOver)[];
  holdings: RushHolding[];
}

/** A whole rush, to be shown on a time axis; `record` is the same as text. `core`: the tiles that lay at the start. `stocks`: what each player was dealt, the top tile first. */
export interface RushReplay {
  id: string;
  rules: string;
  seats: RushSeatView[];
  core: RushLaid[];
  stocks: RushTile[][];
  moments: RushMoment[];
  outcome: RushOutcome;
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

/** The open rooms that wait for players and those in play, the newest first. `mine`: the newest ten that the one who asks has opened or played, private ones too. */
export interface RushLobby {
  waiting: RushRow[];
  in_play: RushRow[];
  mine: RushRow[];
}

/** A position and a task in it. `asked`: the placements that solve the task; where the goal is a refusal, those that are refused by `reason` and so show what the lesson is about. `praise` is said then, `nudge` after any other legal placement. `ring`: the cell that the words speak of. `draw`: the tile that follows one that is laid, null from an empty bag. `turns_freely`: the tile is not turned to fit by the page. */
export interface LessonStep {
  words: string;
  praise: string;
  nudge: string;
  goal: "refusal" | "lay" | "lengthen" | "fill" | "spot" | "loop";
  game: GameView;
  board: BoardView;
  asked: string[];
  reason: VerdictName | null;
  ring: CellView | null;
  draw: number | null;
  turns_freely: boolean;
}

/** A table of Gobble and a task on it: `stock` from the top, `pile` the open penalty tiles. */
export interface LessonRush {
  words: string;
  praise: string;
  nudge: string;
  goal: "lay" | "aside" | "gobble";
  laid: string[];
  stock: number[];
  pile: number[];
}

/** A lesson: its steps of strategy, then those of Gobble; it has one kind or the other. */
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

/** Who sits at a seat of a new game. `robot` names one when `kind` is robot; `open` leaves it to others. Controls and formats (Unicode's Cc and Cf) are taken out of the name. `wishes`: the colours a person would like best and second best; `colour` is what the seat gets if nobody wishes anything. */
export interface SeatChoice {
  colour: ColourLetter;
  kind: "person" | "robot" | "open";
  name: string;
  robot: string | null;
  wishes: ColourLetter[];
}

/** Seats in turn order, the rule set's options, and the time control as text, null for none. `listing`: an open table is shown in the lobby, a private one is found by its address alone. `rated`: the game counts for ratings; everybody at it needs an account, and one person alone plays at a browser. */
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

/** Take an open seat, under a name if one is given; `wishes` as at `SeatChoice`. */
export interface SitRequest {
  seat: number;
  name: string;
  wishes: ColourLetter[];
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

/** A game that somebody wishes for: one seat is a person's, his own, and at least one is open. `low` and `high`: ratings of those who may take a seat, in the pool of the game, null for any. `to`: the name of the one account that is invited; then there is one open seat, and no range. */
export interface NewChallenge {
  game: NewGame;
  low: number | null;
  high: number | null;
  to: string | null;
}

/** Take a free seat of a challenge, under a name if one is given; accounts go by their own. */
export interface TakeSeat {
  name: string;
  wishes: ColourLetter[];
}

/** A challenge as it is shown to somebody. `seats`: in the colours that would be given if nobody else wished for any. `points`: ratings by seat, null for guests, robots and free seats. `pool`: the ratings that `low` and `high` mean. `to`: who is invited. `is_slow`: by correspondence; other challenges go when their owner has left. `role`: what the one who looks has to do with it. */
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

/** What came of taking a seat: the address of the game, or null while a seat is free. */
export interface Met {
  url: string | null;
}

/** Wait in a pool, under a name if one is given; accounts go by their own. */
export interface SeekRequest {
  pool: string;
  name: string;
}

/** A pool of quick pairing, and how many wait in it. */
export interface PoolView {
  name: string;
  n_seats: number;
  control: string;
  is_rated: boolean;
  n_waiting: number;
}

/** An account that is in the lobby or at a table; `points`: the rating for two players. `is_provisional`: the rating is still uncertain. `is_robot_account`: somebody's program plays as this account. */
export interface PlayerHere {
  name: string;
  url: string;
  points: number;
  is_provisional: boolean;
  is_playing: boolean;
  is_robot_account: boolean;
}

/** Who looks: the account's name, null for guests; ratings in the two pools of the table game. `has_session`: a cookie came with the request. Who has none gets one with the first wish, and comes anew. */
export interface Me {
  account: string | null;
  has_session: boolean;
  two: number | null;
  many: number | null;
}

/** The lobby as it is shown to somebody, newest first: nothing of those he has muted or who muted him. `waiting` and `in_play`: open tables. `seek`: the pool that he waits in. */
export interface Lobby {
  challenges: ChallengeView[];
  waiting: TableView[];
  in_play: TableView[];
  players: PlayerHere[];
  n_guests: number;
  pools: PoolView[];
  seek: string | null;
  me: Me;
}

/** What any page of the site tells somebody: invitations, and addresses of games that have begun. */
export interface Notices {
  invitations: ChallengeView[];
  begun: string[];
}

/** The first message of the lobby's socket, and the answer to a `Sync` after a gap. */
export interface LobbyWelcome {
  type: "lobby_welcome";
  version: number;
  lobby: Lobby;
}

/** What has changed since the version before: rows that are new or otherwise, and what is gone. `gone` has ids of challenges and tables, `left` names of players. A table of `in_play` waits no more. */
export interface LobbyChanged {
  type: "lobby_changed";
  version: number;
  challenges: ChallengeView[];
  waiting: TableView[];
  in_play: TableView[];
  players: PlayerHere[];
  gone: string[];
  left: string[];
  n_guests: number;
  pools: PoolView[];
  seek: string | null;
}

/** A game has begun for who hears this: by a challenge, an invitation or a pool. */
export interface Begun {
  type: "begun";
  url: string;
}

export interface Created {
  id: string;
  url: string;
}

/** Results in a puzzle, null where there are none, and what lies on its table. `puzzle` and `query` are the name and query of a PuzzleView; a stack of fourteen has its results under the name without the number. `best_ms`: the shortest time of a solution without help, `solved_on`: the day (UTC) of the first one. `helped_by`: the least help that a solution had, `helped_on`: the day of the first such one. `best`: the best result of a solitaire. `laid`: placements with semicolons between them; `ms`: the time spent on them, `help`: the strongest help they had, `left_ms`: when one was moved last. */
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

/** What a browser or program knows of some puzzles. `account`: the name of the account that this is of, so that no other one takes it; null for whoever tells. */
export interface ProgressReport {
  account: string | null;
  puzzles: PuzzleProgress[];
}

/** What is kept of some puzzles. `n_puzzles`: of how many something is kept. */
export interface ProgressList {
  puzzles: PuzzleProgress[];
  n_puzzles: number;
}

/** What the page of a puzzle, or a list of them, is told of whoever is signed in. */
export interface PageProgress {
  account: string;
  puzzles: PuzzleProgress[];
}

/** How many puzzles of a group were solved, in all and without help. */
export interface GroupSolved {
  group: string;
  n_puzzles: number;
  n_solved: number;
  n_unaided: number;
}

/** What an account has solved: the puzzles with names, in groups, those of days, and others. `n_days`: the puzzles of days that were solved on the day and without help; `streak`: how many of these days lie in a row up to today or yesterday, `longest_streak`: at most. `n_others`: other puzzles of days, and puzzles that somebody made. */
export interface PuzzlesSolved {
  groups: GroupSolved[];
  n_days: number;
  streak: number;
  longest_streak: number;
  n_others: number;
}

/** A line or loop that a puzzle asks for: through all tiles, or through those that carry its colour. */
export interface StrandView {
  colour: ColourLetter;
  is_loop: boolean;
  is_of_all: boolean;
}

/** A puzzle. `edges`: the six letters of each of the tiles, unturned, clockwise from east. `goal` says it all in one line; `shape` is null on a free table, `holes` null if any number will do. `mode`: to be solved; laid for the best sum of four colours; or taken from a stack in order of `tiles`. `n_to_lay`: how many of the tiles are to be laid. `target`: the best result known, null if there is none. `query` belongs to every address of the puzzle, its page and the operations on it. */
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

/** Tiles on the table of a puzzle, which need not touch. */
export interface PuzzlePosition {
  placements: string[];
}

/** Whether a position solves its puzzle; `faults` are sentences for programs. */
export interface Checked {
  is_solved: boolean;
  faults: string[];
}

/** Ask whether the position can still be solved, for a pair that belongs together, a tile, or all. */
export interface HintRequest {
  placements: string[];
  strength: "solvable" | "pair" | "tile" | "solution";
}

/** `status` is of the position: solved (it can be), none (it cannot be) or unknown (no time to find out). `pair`: two tiles that lie side by side in a solution. `placements`: where a tile is to go, with those it is joined to. */
export interface Hint {
  status: "solved" | "none" | "unknown";
  pair: number[];
  placements: string[];
}

/** Some solutions of a puzzle, from the `first` on, no two of them alike when turned. `status` as in a Hint. `n_listed`: how many can be asked for. `count`: how many there are, null if they were not counted in time. */
export interface SolutionList {
  status: "solved" | "none" | "unknown";
  first: number;
  solutions: string[][];
  n_listed: number;
  count: number | null;
}

/** Somebody who played: `url` is there if there is a page of them, `robot` names a program of the server. The name of a closed account is a pseudonym. `is_robot_account`: somebody's program plays as this account. */
export interface PlayerRef {
  name: string;
  url: string | null;
  robot: string | null;
  is_robot_account: boolean;
}

/** A place on a list, shared by equals. `plus_minus`: the deviation of a rating; null on a ladder. */
export interface LeaderRow {
  place: number;
  player: PlayerRef;
  points: number;
  plus_minus: number | null;
  n_games: number;
  played_at: string;
  is_me: boolean;
}

/** A page of a list, the best first. `name`: a pool of ratings, `all` for the ladder of all time, or the month of a ladder like 2026-11. `mine`: the row of the account that asks, if it has a place. `lists`: all lists there are. */
export interface Leaderboard {
  name: string;
  page: number;
  n_pages: number;
  n_players: number;
  rows: LeaderRow[];
  mine: LeaderRow | null;
  lists: string[];
}

/** A rating in a pool: 1500 is a newcomer's. The true one is within `plus_minus` in two cases of three. `is_provisional`: too uncertain for a place on the list; `place` is null then, and for who has not played for three months. */
export interface RatingView {
  pool: "two" | "many" | "gobble" | "puzzles";
  points: number;
  plus_minus: number;
  is_provisional: boolean;
  n_games: number;
  played_at: string;
  place: number | null;
}

/** Points on a ladder; `period` is `all` or a month. `is_retired`: no play for three months. */
export interface RungView {
  period: string;
  points: number;
  n_games: number;
  is_retired: boolean;
  place: number | null;
}

/** A rating after a game, the points rounded as they are shown. */
export interface TrackPoint {
  game: string;
  finished_at: string;
  points: number;
  plus_minus: number;
  is_counted: boolean;
}

/** A rating in a pool after each game, the oldest first; the last 500 games. */
export interface RatingTrack {
  player: PlayerRef;
  pool: "two" | "many" | "gobble" | "puzzles";
  points: TrackPoint[];
}

/** Games counted. `share`: of the points, 0 to 1; `mean_score` is null where nothing was counted. */
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

/** Games of a kind: so many seats, in teams or not, and so many tiles. */
export interface RulesTally {
  n_seats: number;
  is_teams: boolean;
  tile_set: number;
  tally: Tally;
}

/** Games against somebody, as the player sees them. `mean_margin`: of the scores, positive if ahead. */
export interface OpponentTally {
  opponent: PlayerRef;
  url: string | null;
  tally: Tally;
  mean_margin: number;
}

/** A seat at the end. In a rush of Gobble there are no colours, and `score` is the tiles left, below 0. */
export interface FinishedSeat {
  player: PlayerRef;
  seat_name: string;
  colour: ColourLetter | null;
  score: number;
  rank: number;
  is_quitter: boolean;
}

/** A finished game of a player, who won, drew or lost it. `points`: what the rating gained or lost; `month_won`, `all_won`: the same of the ladders. All three are null where the game did not count. */
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

/** What a rated game changed for who sat at a seat: the rating before and after it, as it is shown. `is_counted`: the rating has taken notice; not so after too many games of the same players in a month. `month_won`, `all_won`: points won on the ladders; null for robots. */
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

/** What a game changed, seat by seat; no seats if it was not rated, was aborted, or is still played. */
export interface GameRatings {
  game: string;
  seats: SeatRating[];
}

/** What is told of an account, or of a robot of the server, of which `since` is null. Figures are of the games of strategy among the newest 1,000 finished ones, rated or not; rushes of Gobble are in `ratings` and `recent` alone. `form`: the last ten, the newest first. `recent`: games that anybody may see, and those that the one who asks has played. */
export interface Profile {
  player: PlayerRef;
  since: string | null;
  ratings: RatingView[];
  rungs: RungView[];
  total: Tally;
  form: ("won" | "drawn" | "lost")[];
  colours: ColourTally[];
  rules: RulesTally[];
  opponents: OpponentTally[];
  recent: FinishedGame[];
}

/** The games of a player against an opponent, as the player sees them; partners are no opponents. */
export interface HeadToHead {
  player: PlayerRef;
  opponent: PlayerRef;
  tally: Tally;
  mean_margin: number | null;
  form: ("won" | "drawn" | "lost")[];
  recent: FinishedGame[];
}

/** A solitaire played to its end: its tiles in the order in which they were laid. Guests go by `name`, unless it is that of an account or a robot, accounts by their own. */
export interface SolitairePlayed {
  placements: string[];
  name: string;
}

/** A table of all 56 tiles, in any order. Guests go by `name`, accounts by their own. */
export interface OpenSolitairePlayed {
  placements: string[];
  name: string;
}

/** A result: how many tiles the line or loop off a stack has, or the points of all four colours. */
export interface SolitaireRow {
  name: string;
  result: number;
  is_mine: boolean;
}

/** The best results of a day, and one's own: of a stack the first try, of all 56 tiles the best one. `game`: `stack` is the solitaire of the day, `open` all 56 tiles. `url`: where it is played. `is_today`: a result can still be entered. */
export interface SolitaireTable {
  game: "stack" | "open";
  day: string;
  is_today: boolean;
  url: string;
  rows: SolitaireRow[];
  mine: number | null;
}

export type AccountMessage = GameStarted | YourTurn | GameFinished | Challenged;
export type AnalysisServerMessage = Analysing | Analysed | Suggested | Refused | Pong;
export type AnalysisClientMessage = AnalyseGame | SuggestAt | SuggestFor | StopThinking | Ping;
export type ClientMessage = Place | Resign | Offer | Reply | Abort | Claim | Return | Sync | Ping | Echo | Say | Listen;
export type ServerMessage = Welcome | Waiting | Placed | TakenBack | SeatChanged | Paused | Resumed | Over | Offers | Rematch | Closed | Ack | Refused | Thinking | Presence | Probe | Pong | Said | Heard | Talk;
export type GobbleClientMessage = TurnTile | LayTile | PutTileAside | GiveTile | LeaveRush | Sync | Ping;
export type GobbleServerMessage = RushWelcome | Rushed | Ack | Refused | RushPresence | Pong;
export type LobbyClientMessage = Sync | Ping;
export type LobbyServerMessage = LobbyWelcome | LobbyChanged | Begun | Pong | Refused;
