/**
 * Everything the page knows of a game, as one object that is never changed in place.
 *
 * `receive` takes a message of the server, the other functions something the person did.
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
import { cellsByColour, rotationsByColour } from "../tiles/golden-rule";
import { type Cell, isSameCell } from "../tiles/hexes";
import { fittingRotation, legalCells, legalRotations, nextRotation, spaceAt, targets } from "../tiles/legal";
import type { Placement } from "../tiles/placement";
import type { ReceivedClock } from "./clock";

const ROTATIONS = [0, 1, 2, 3, 4, 5];

/** A placement queued while another is to play: it is sent when the turn of its seat comes. */
export interface QueuedPlacement extends Placement {
  seat: number;
}

/** What is afterMessage of people who are away, and when this page clockOf of it. */
export interface Absences {
  views: readonly AwayView[];
  receivedAtMs: number;
}

/**
 * Where tiles may be tried: where they may be laid by the rules; where they fit by colour, or on every space, so that a
 * lesson can tell why they may not be laid; or nowhere, as a lesson's task is done.
 */
export type Aiming = "legal" | "fitting" | "any" | "none";

/** A tile taken up: not yet over a cell while `cell` is null; `isSet` once it lies there waiting to be confirmed. */
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
  /** The position of the game as it stands. */
  position: PositionView;
  /** The secret of the bag, once the game is over. */
  secret: string | null;
  connection: ConnectionState;
  /** The seat of the robot that is choosing. */
  thinking: number | null;
  /** A placement sent and not yet acknowledged. */
  pending: Place | null;
  /** The tile taken up. */
  draft: Draft | null;
  /** The placement queued for the next turn. */
  queued: QueuedPlacement | null;
  /** The ply under review; null for the game as it stands. */
  reviewPly: number | null;
  /** The position of that ply, null until it has come. */
  reviewed: PositionView | null;
  /** Colours whose best line is traced. */
  traced: readonly ColourLetter[];
  aiming: Aiming;
  /** Whether an event was missed and must be asked for. */
  hasGap: boolean;
  /** The clock as last clockOf of; null for a game without one. */
  clock: ReceivedClock | null;
  /** When a pause ends at the latest, by this page's own time; null while the game goes on. */
  pauseEndsAtMs: number | null;
  /** What is proposed now. */
  offers: readonly OfferView[];
  /** Whether the game may still be ended without a result. */
  mayAbort: boolean;
  /** The address of the game that followed this one. */
  rematch: string | null;
  /** Which seats are at the table; null until it was afterMessage. */
  isHere: readonly boolean[] | null;
  away: Absences;
  /** How many look on. */
  nWatching: number;
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
    nWatching: 0,
  };
}

/** Take in a message of the server that afterMessage how things stood at `receivedAtMs` of this page's own time. */
export function receive(state: TableState, message: ServerMessage, receivedAtMs = performance.now()): TableState {
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

/** Take in the next event of the game. */
function afterEvent(state: TableState, message: Event, receivedAtMs: number): TableState {
  switch (message.type) {
    case "placed": {
      const laid = [...state.laid.slice(0, message.ply - 1), message.laid];
      const { position, may_abort: mayAbort } = message;
      return withValidDraft({ ...state, laid, position, mayAbort, thinking: null });
    }
    case "taken_back":
      return takenBack(state, message);
    case "seat_changed":
      return { ...state, thinking: null, game: withStandIn(state.game, message.seat, message.stand_in) };
    case "paused":
      return { ...state, thinking: null, draft: null, pauseEndsAtMs: receivedAtMs + message.pause_left_ms };
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
        mayAbort: false,
      };
    default:
      return state;
  }
}

/** Take back tiles; a review of one of them goes to the last that lies. */
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

function withStandIn(game: GameView, number: number, stand_in: string | null): GameView {
  return { ...game, seats: game.seats.map((seat) => (seat.seat === number ? { ...seat, stand_in } : seat)) };
}

/** Take in what is no event of the game. */
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
        nWatching: message.n_watching,
        away: { views: message.away, receivedAtMs },
      };
    case "offers":
      return { ...state, offers: message.offers };
    case "rematch":
      return { ...state, rematch: message.url };
    case "thinking":
      return { ...state, thinking: message.seat };
    default:
      return state;
  }
}

function clockOf(view: ClockView | null, receivedAtMs: number): ReceivedClock | null {
  return view && { view, receivedAtMs };
}

/** Return the position that is on the screen. */
export function shownPosition(state: TableState): PositionView {
  return state.reviewed ?? state.position;
}

/** Return the tiles that are on the screen. */
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

/** Tell whether a person at this browser is to play, whatever the screen shows. */
export function isMyTurn(state: TableState): boolean {
  const seat = seatToPlay(state);
  return !isOver(state) && !isPaused(state) && seat.is_mine && seat.stand_in === null;
}

/** Tell whether a person at this browser is to play on the position shown. */
export function canPlay(state: TableState): boolean {
  return !isReviewing(state) && state.pending === null && isMyTurn(state) && state.aiming !== "none";
}

/** Tell whether a placement may be queued: another is to play. */
export function canQueue(state: TableState): boolean {
  const docked = dockedSeat(state);
  const isBarred = isReviewing(state) || isOver(state) || isPaused(state) || state.pending !== null;
  if (state.aiming !== "legal") return false;
  return !isBarred && docked !== null && docked.stand_in === null && docked.seat !== state.position.to_play;
}

/** Tell whether tiles of the rack may be taken up: to lay them now, or to queue one. */
export function canAim(state: TableState): boolean {
  return canPlay(state) || canQueue(state);
}

/** Return the cells where the tile may be laid now, or, while another is to play, where it fits by colour. */
export function aimCells(state: TableState, tile: number): Cell[] {
  if (state.aiming === "any") return targets(state.position);
  return state.aiming === "fitting" || canQueue(state)
    ? cellsByColour(state.position, tile)
    : legalCells(state.position, tile);
}

/** Return the rotations in which the tile may be laid on a cell now, or fits there while another is to play. */
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

/** Return the seat whose rack lies in front of the person: theirs that is to play, else their first. */
export function dockedSeat(state: TableState): SeatView | null {
  const mine = state.game.seats.filter((seat) => seat.is_mine);
  return mine.find((seat) => seat.seat === state.position.to_play) ?? mine[0] ?? null;
}

/** Take up a tile of the hand in front of the person, or put it down if it is already up; the one queued is taken off. */
export function choose(state: TableState, tile: number): TableState {
  if (!canAim(state)) return state;
  if (state.draft?.tile === tile) return { ...state, draft: null };
  const queued = state.queued?.tile === tile ? null : state.queued;
  return { ...state, queued, draft: { tile, cell: null, rotation: 0, isSet: false } };
}

export function putDown(state: TableState): TableState {
  return { ...state, draft: null };
}

/** Take a tile that was set off its cell again, still taken up. */
export function lift(state: TableState): TableState {
  const { draft } = state;
  return draft?.isSet ? { ...state, draft: { ...draft, cell: null, isSet: false } } : state;
}

/** Hold the tile over a cell, turned so that it may be laid there; over any other cell it only hovers nowhere. */
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

/** Turn the tile taken up: over a cell to the next rotation that is legal there, else by a sixth. */
export function rotate(state: TableState, step: 1 | -1): TableState {
  const { draft } = state;
  if (!draft) return state;
  const rotations = draft.cell ? aimRotations(state, draft.tile, draft.cell) : ROTATIONS;
  return { ...state, draft: { ...draft, rotation: nextRotation(rotations, draft.rotation, step) } };
}

/** Return the placement that would count if the person confirmed now. */
export function draftedPlacement(state: TableState): Placement | null {
  const { draft } = state;
  return draft?.cell ? { tile: draft.tile, cell: draft.cell, rotation: draft.rotation } : null;
}

/** Remember a placement as sent. */
export function sent(state: TableState, place: Place): TableState {
  return { ...state, pending: place };
}

/** Review a ply; null returns to the game as it stands. `reviewed` is null until the position has come. */
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
  };
}

/** An event seen before changes nothing; one from beyond a gap asks for what lies between. */
function missed(state: TableState, version: number): TableState {
  return version <= state.version ? state : { ...state, hasGap: true };
}

/** Drop a draft that the new position does not allow; one whose rotation it does not allow is turned on. */
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
