/**
 * The state of a game's page, one immutable object.
 *
 * `applyMessage` applies a message from the server, the other functions apply actions of the player.
 */
import type {
  AwayView,
  ClockView,
  ColourLetter,
  GameView,
  LaidView,
  OfferView,
  Place,
  PositionView,
  SeatView,
  ServerMessage,
  TakenBack,
  Welcome,
} from "../generated/protocol";
import type { ConnectionState } from "../page/socket";
import type { ReceivedClock } from "../page/time/left";
import { cellsByColour, rotationsByColour } from "../tiles/golden-rule";
import { type Cell, isSameCell } from "../tiles/hexes";
import { fittingRotation, legalCells, legalRotations, nextRotation, spaceAt, targets } from "../tiles/legal-placements";
import { type Placement, printPlacement } from "../tiles/placement";

const ROTATIONS = [0, 1, 2, 3, 4, 5];

/** A placement queued during another player's turn; it is sent when its seat is to play. */
export interface QueuedPlacement extends Placement {
  seat: number;
}

/** Who is away, and when this page received it. */
export interface Absences {
  views: readonly AwayView[];
  receivedAtMs: number;
}

/**
 * Where tiles may be tried: where they are legal; in lessons, where they fit by colour or on every space, so that the
 * lesson can explain a refusal; or nowhere, once the task of a lesson is done.
 */
export type Aiming = "legal" | "fitting" | "any" | "none";

/** The selected tile: `cell` is null until it is over one; `isSet` once it lies there and waits for confirmation. */
export interface Draft {
  tile: number;
  cell: Cell | null;
  rotation: number;
  isSet: boolean;
}

export interface TableState {
  /** Number of the last event seen. */
  version: number;
  game: GameView;
  /** All tiles laid, in order. */
  laid: readonly LaidView[];
  /** The current position of the game. */
  position: PositionView;
  /** The secret of the shuffle, once the game is over. */
  secret: string | null;
  connection: ConnectionState;
  /** The seat of the robot that is thinking. */
  thinking: number | null;
  /** The placement sent but not yet acknowledged. */
  pending: Place | null;
  /** The selected tile. */
  draft: Draft | null;
  /** The placement queued for the next turn. */
  queued: QueuedPlacement | null;
  /** The ply under review; null for the current position. */
  reviewPly: number | null;
  /** The position at that ply, null until it has arrived. */
  reviewed: PositionView | null;
  /** Colours whose best line is traced. */
  traced: readonly ColourLetter[];
  aiming: Aiming;
  /** Whether an event was missed, so that the page must ask for it. */
  hasGap: boolean;
  /** The clock as last received; null in a game without one. */
  clock: ReceivedClock | null;
  /** When a pause ends at the latest, on the clock of `performance.now()`; null if there is none. */
  pauseEndsAtMs: number | null;
  /** The seat that has left a game of a tournament; the other side chooses whether a robot plays on. */
  left: number | null;
  /** The open offers. */
  offers: readonly OfferView[];
  /** Whether the game may still be aborted. */
  mayAbort: boolean;
  /** The address of the rematch. */
  rematch: string | null;
  /** Which players are connected; null until the server has said so. */
  isHere: readonly boolean[] | null;
  away: Absences;
  /** How many spectators there are. */
  nSpectators: number;
}

export function stateOf(welcome: Welcome, receivedAtMs = performance.now()): TableState {
  return {
    ...known(welcome, receivedAtMs),
    connection: "connecting",
    thinking: null,
    pending: null,
    draft: null,
    queued: null,
    reviewPly: null,
    reviewed: null,
    traced: [],
    aiming: "legal",
    isHere: null,
    away: { views: [], receivedAtMs },
    nSpectators: 0,
  };
}

/** Return the state of a table that no server keeps: of a lesson, or of the analysis board. */
export function localState(game: GameView, laid: readonly LaidView[], position: PositionView): TableState {
  const none = {
    secret: null,
    clock: null,
    offers: [],
    pause_left_ms: null,
    left: null,
    may_abort: false,
    rematch: null,
    is_stale: false,
  };
  const welcome: Welcome = { type: "welcome", version: 0, game, laid: [...laid], position, ...none };
  return { ...stateOf(welcome), connection: "live" };
}

/** Apply a message from the server, valid at `receivedAtMs` on the clock of `performance.now()`. */
export function applyMessage(state: TableState, message: ServerMessage, receivedAtMs = performance.now()): TableState {
  if (!("version" in message) || message.type === "ack") return afterMessage(state, message, receivedAtMs);
  if (message.type === "welcome") {
    return withValidDraft({ ...state, ...known(message, receivedAtMs), thinking: null });
  }
  if (message.version !== state.version + 1) return missed(state, message.version);
  const next = { ...state, version: message.version, offers: [] };
  const after = afterEvent(next, message, receivedAtMs);
  return "clock" in message ? { ...after, clock: clockOf(message.clock, receivedAtMs) } : after;
}

type Event = Extract<ServerMessage, { version: number }>;

/** Apply the next event of the game. */
function afterEvent(state: TableState, message: Event, receivedAtMs: number): TableState {
  switch (message.type) {
    case "placed": {
      const laid = [...state.laid.slice(0, message.ply - 1), message.laid];
      const { position, may_abort: mayAbort } = message;
      const pending = isOf(message.laid, state.pending) ? null : state.pending;
      return withValidDraft({ ...state, laid, position, mayAbort, pending, thinking: null });
    }
    case "taken_back":
      return takenBack(state, message);
    case "seat_changed":
      return withSeatChanged(state, message.seat, message.stand_in);
    case "paused":
      return {
        ...state,
        thinking: null,
        draft: null,
        pauseEndsAtMs: receivedAtMs + message.pause_left_ms,
        left: message.left,
      };
    case "resumed":
      return { ...state, pauseEndsAtMs: null };
    case "over":
      return {
        ...state,
        position: message.position,
        secret: message.secret,
        thinking: null,
        draft: null,
        pauseEndsAtMs: null,
        left: null,
        mayAbort: false,
      };
    default:
      return state;
  }
}

/** Return whether a tile was laid as the player has asked: the acknowledgement may be shown later. */
function isOf(laid: LaidView, pending: Place | null): boolean {
  const { tile, q, r, rotation } = laid;
  return pending !== null && pending.placement === printPlacement({ tile, cell: { q, r }, rotation });
}

/** Take back tiles; a review of one of them moves to the last one left. */
function takenBack(state: TableState, message: TakenBack): TableState {
  const { ply, position, may_abort: mayAbort } = message;
  const wasSeen = state.reviewPly !== null && state.reviewPly > ply;
  return withValidDraft({
    ...state,
    laid: state.laid.slice(0, ply),
    position,
    mayAbort,
    thinking: null,
    pending: null,
    reviewPly: wasSeen ? ply : state.reviewPly,
    reviewed: wasSeen ? position : state.reviewed,
  });
}

/** Let a robot play on, or the person again; a game that waited for this choice goes on. */
function withSeatChanged(state: TableState, seat: number, standIn: string | null): TableState {
  const next = { ...state, thinking: null, game: withStandIn(state.game, seat, standIn) };
  return state.left === seat ? { ...next, pauseEndsAtMs: null, left: null } : next;
}

function withStandIn(game: GameView, number: number, stand_in: string | null): GameView {
  return { ...game, seats: game.seats.map((seat) => (seat.seat === number ? { ...seat, stand_in } : seat)) };
}

/** Apply a message that is not an event of the game. */
function afterMessage(state: TableState, message: ServerMessage, receivedAtMs: number): TableState {
  switch (message.type) {
    case "ack":
      return state.pending?.id === message.id ? { ...state, pending: null } : state;
    case "refused":
      return message.id !== null && state.pending?.id === message.id ? { ...state, pending: null } : state;
    case "presence":
      return {
        ...state,
        isHere: message.is_here,
        nSpectators: message.n_spectators,
        away: { views: message.away, receivedAtMs },
      };
    case "offers":
      return { ...state, offers: message.offers };
    case "rematch":
      return { ...state, rematch: message.url };
    case "stale":
      return { ...state, connection: message.is_stale ? "stale" : "live" };
    case "thinking":
      return { ...state, thinking: message.seat };
    default:
      return state;
  }
}

function clockOf(view: ClockView | null, receivedAtMs: number): ReceivedClock | null {
  return view && { view, receivedAtMs };
}

/** Return the position on the screen. */
export function shownPosition(state: TableState): PositionView {
  return state.reviewed ?? state.position;
}

/** Return the tiles on the screen. */
export function shownLaid(state: TableState): readonly LaidView[] {
  return state.reviewPly === null ? state.laid : state.laid.slice(0, state.reviewPly);
}

export function isReviewing(state: TableState): boolean {
  return state.reviewPly !== null;
}

export function isOver(state: TableState): boolean {
  return state.position.phase === "over";
}

export function isPaused(state: TableState): boolean {
  return state.pauseEndsAtMs !== null;
}

/** Return whether a player at this browser is to play, whatever the screen shows. */
export function isMyTurn(state: TableState): boolean {
  const seat = seatToPlay(state);
  return !isOver(state) && !isPaused(state) && seat.is_mine && seat.stand_in === null;
}

/** Return whether a player at this browser can play in the position shown. */
export function canPlay(state: TableState): boolean {
  return !isReviewing(state) && state.pending === null && isMyTurn(state) && state.aiming !== "none";
}

/** Return whether a placement may be queued, as it is another player's turn. */
export function canQueue(state: TableState): boolean {
  const docked = dockedSeat(state);
  const isBarred = isReviewing(state) || isOver(state) || isPaused(state) || state.pending !== null;
  if (state.aiming !== "legal") return false;
  return !isBarred && docked !== null && docked.stand_in === null && docked.seat !== state.position.to_play;
}

/** Return whether tiles of the rack may be selected, to lay one now or to queue it. */
export function canAim(state: TableState): boolean {
  return canPlay(state) || canQueue(state);
}

/** Return the cells where a tile is legal now or, during another player's turn, fits by colour. */
export function aimCells(state: TableState, tile: number): Cell[] {
  if (state.aiming === "any") return targets(state.position);
  return state.aiming === "fitting" || canQueue(state)
    ? cellsByColour(state.position, tile)
    : legalCells(state.position, tile);
}

/** Return the rotations in which a tile is legal on a cell now or, during another player's turn, fits by colour. */
export function aimRotations(state: TableState, tile: number, cell: Cell): number[] {
  if (state.aiming === "any") return spaceAt(state.position, cell) ? ROTATIONS : [];
  const isByColour = state.aiming === "fitting" || canQueue(state);
  return isByColour ? rotationsByColour(state.position, tile, cell) : legalRotations(state.position, tile, cell);
}

export function seatToPlay(state: TableState): SeatView {
  const seat = state.game.seats[state.position.to_play];
  if (!seat) throw new Error(`expected a seat below ${state.game.seats.length}, got ${state.position.to_play}`);
  return seat;
}

/** Return the seat whose rack is shown large: of those at this browser, the one to play, else the first. */
export function dockedSeat(state: TableState): SeatView | null {
  const mine = state.game.seats.filter((seat) => seat.is_mine);
  return mine.find((seat) => seat.seat === state.position.to_play) ?? mine[0] ?? null;
}

/** Select a tile of the player's hand, or deselect it; if it is queued, it no longer is. */
export function choose(state: TableState, tile: number): TableState {
  if (!canAim(state)) return state;
  if (state.draft?.tile === tile) return { ...state, draft: null };
  const queued = state.queued?.tile === tile ? null : state.queued;
  return { ...state, queued, draft: { tile, cell: null, rotation: 0, isSet: false } };
}

export function putDown(state: TableState): TableState {
  return { ...state, draft: null };
}

/** Take a set tile off its cell again; it stays selected. */
export function lift(state: TableState): TableState {
  const { draft } = state;
  return draft?.isSet ? { ...state, draft: { ...draft, cell: null, isSet: false } } : state;
}

/** Hold the selected tile over a cell, turned so that it may be laid there; over no cell if it may not. */
export function hold(state: TableState, cell: Cell | null, isSet: boolean): TableState {
  const { draft } = state;
  if (!draft || (draft.isSet && !isSet)) return state;
  const rotations = cell ? aimRotations(state, draft.tile, cell) : [];
  if (!cell || rotations.length === 0) {
    return draft.cell === null ? state : { ...state, draft: { ...draft, cell: null, isSet: false } };
  }
  if (isSameCell(draft.cell, cell) && draft.isSet === isSet) return state;
  return { ...state, draft: { ...draft, cell, rotation: fittingRotation(rotations, draft.rotation), isSet } };
}

/** Turn the selected tile: over a cell to the next allowed rotation, else by a sixth. */
export function rotate(state: TableState, step: 1 | -1): TableState {
  const { draft } = state;
  if (!draft) return state;
  const rotations = draft.cell ? aimRotations(state, draft.tile, draft.cell) : ROTATIONS;
  return { ...state, draft: { ...draft, rotation: nextRotation(rotations, draft.rotation, step) } };
}

/** Return the placement that confirming would make. */
export function draftedPlacement(state: TableState): Placement | null {
  const { draft } = state;
  return draft?.cell ? { tile: draft.tile, cell: draft.cell, rotation: draft.rotation } : null;
}

/** Record that a placement was sent. */
export function withSentPlacement(state: TableState, place: Place): TableState {
  return { ...state, pending: place };
}

/** Review a ply; null returns to the current position. `reviewed` is null until the position has arrived. */
export function review(state: TableState, ply: number | null, reviewed: PositionView | null): TableState {
  return { ...state, reviewPly: ply, reviewed, draft: null };
}

/** Trace the best line of a colour, or stop. */
export function toggleTrace(state: TableState, colour: ColourLetter): TableState {
  const isTraced = state.traced.includes(colour);
  return { ...state, traced: isTraced ? state.traced.filter((c) => c !== colour) : [...state.traced, colour] };
}

function known(welcome: Welcome, receivedAtMs: number) {
  const { version, game, laid, position, secret, clock, offers, rematch } = welcome;
  return {
    version,
    game,
    laid,
    position,
    secret,
    offers,
    rematch,
    hasGap: false,
    clock: clockOf(clock, receivedAtMs),
    mayAbort: welcome.may_abort,
    pauseEndsAtMs: welcome.pause_left_ms === null ? null : receivedAtMs + welcome.pause_left_ms,
    left: welcome.left,
  };
}

/** Handle an event out of order: a known one changes nothing, one after a gap asks for the missing ones. */
function missed(state: TableState, version: number): TableState {
  return version <= state.version ? state : { ...state, hasGap: true };
}

/** Drop a draft that the new position does not allow; turn it if only its rotation is not allowed. */
function withValidDraft(state: TableState): TableState {
  const { draft } = state;
  if (!draft) return state;
  const docked = dockedSeat(state);
  if (!docked || !state.position.hands[docked.seat]?.includes(draft.tile)) return { ...state, draft: null };
  if (!draft.cell || state.pending) return state;
  const rotations = aimRotations(state, draft.tile, draft.cell);
  if (rotations.length === 0) return { ...state, draft: null };
  const rotation = fittingRotation(rotations, draft.rotation);
  return rotation === draft.rotation ? state : { ...state, draft: { ...draft, rotation, isSet: false } };
}
