// Written by scripts/make_types.py from src/tantrix/server/protocol/. Do not edit.

export type ColourLetter = "R" | "Y" | "G" | "B";
export type PhaseName = "fill" | "free" | "refill" | "over";
export type VerdictName = "GAME_OVER" | "NOT_IN_HAND" | "OCCUPIED" | "DETACHED" | "MISMATCH" | "FORCED_FIRST" | "TRIPLE" | "FOURTH_SIDE" | "CONTROLLED";
export type GradeName = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

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

/** The body of every error answer. */
export interface Problem {
  code: string;
  detail: string;
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

/** How a game ended. `termination`: played-out, deadlock, resignation, time or abandoned; `ranks`: one a seat, 1 the best, equal when shared. */
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

/** `kind`: person, robot, or open while nobody has taken the seat; `is_mine`: this session plays it. `account`: the name of the account that sits here, null for guests and robots. */
export interface SeatView {
  seat: number;
  colour: ColourLetter;
  name: string;
  kind: "person" | "robot" | "open";
  robot: string | null;
  is_mine: boolean;
  account: string | null;
}

/** What does not change while a game is played. `rules` is the one-line notation of the rule set. `control`: the time control as text, like "15 tournament", "10", "5+3", "5+20 credit" or "2 days"; null for none. `drawn` is empty as long as the table waits for players. */
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
}

/** The time each seat has left as this is sent, less than 0 only in a tournament game. `running`: the seat whose time runs. `penalties`: tournament points that time over has cost (R8.1). */
export interface ClockView {
  left_ms: number[];
  running: number | null;
  penalties: number[];
}

export interface Welcome {
  type: "welcome";
  version: number;
  game: GameView;
  laid: LaidView[];
  position: PositionView;
  secret: string | null;
  clock: ClockView | null;
}

/** The table waits for players; a `Welcome` follows when the last seat is taken. */
export interface Waiting {
  type: "waiting";
  game: GameView;
}

/** Which seats are here, robots always, and how many look on; not an event of the game. */
export interface Presence {
  type: "presence";
  is_here: boolean[];
  n_watching: number;
}

/** A tile was laid and the next one drawn; `position` is the table after it. */
export interface Placed {
  type: "placed";
  version: number;
  ply: number;
  laid: LaidView;
  position: PositionView;
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

/** Who sits at a seat of a new game. `robot` names one when `kind` is robot; `open` leaves it to others. Controls and formats (Unicode's Cc and Cf) are taken out of the name. */
export interface SeatChoice {
  colour: ColourLetter;
  kind: "person" | "robot" | "open";
  name: string;
  robot: string | null;
}

/** Seats in turn order, the rule set's options, and the time control as text, null for none. `listing`: an open table is shown in the lobby, a private one is found by its address alone. */
export interface NewGame {
  seats: SeatChoice[];
  tile_set: 56 | 64;
  start: "draw-keep" | "draw-return" | "draw-then-six" | "highest-in-hand" | "random-opening";
  forced_sides: "three-or-more" | "exactly-three";
  deadlock: "draw" | "pass";
  teams: boolean;
  control: string | null;
  listing: "private" | "open";
}

/** Take an open seat, under a name if one is given. */
export interface SitRequest {
  seat: number;
  name: string;
}

/** A table as the lobby lists it. */
export interface TableView {
  id: string;
  url: string;
  seats: SeatView[];
  rules: string;
  control: string | null;
  ply: number;
  n_tiles: number;
  scores: number[];
  started_at: string;
}

/** The open tables that wait for players and those in play, the newest first. */
export interface Lobby {
  waiting: TableView[];
  in_play: TableView[];
}

export interface Created {
  id: string;
  url: string;
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

export type AnalysisServerMessage = Analysing | Analysed | Suggested | Refused | Pong;
export type AnalysisClientMessage = AnalyseGame | SuggestAt | SuggestFor | StopThinking | Ping;
export type ClientMessage = Place | Resign | Sync | Ping;
export type ServerMessage = Welcome | Waiting | Placed | Over | Ack | Refused | Thinking | Presence | Pong;
