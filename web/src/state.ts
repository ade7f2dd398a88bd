/**
 * Everything the page knows of a game, as one object that is never changed in place.
 *
 * `receive` takes a message of the server, the other functions something the person did.
 */
import type { HeardClock } from "./clock";
import { type Cell, cellText, isSameCell } from "./hexes";
import { fittingRotation, legalCells, legalRotations, nextRotation } from "./legal";
import type { Placement } from "./placement";
import type {
  ClockView,
  ColourLetter,
  GameView,
  LaidView,
  Place,
  PositionView,
  SeatView,
  ServerMessage,
  Welcome,
} from "./protocol";

export type Connection = "connecting" | "live" | "lost";

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
  connection: Connection;
  /** The seat of the robot that is choosing. */
  thinking: number | null;
  /** A placement sent and not yet acknowledged. */
  pending: Place | null;
  /** The tile taken up. */
  draft: Draft | null;
  /** The ply under review; null for the game as it stands. */
  reviewPly: number | null;
  /** The position of that ply, null until it has come. */
  reviewed: PositionView | null;
  /** Colours whose best line is traced. */
  traced: readonly ColourLetter[];
  /** Whether an event was missed and must be asked for. */
  hasGap: boolean;
  /** The clock as last heard of; null for a game without one. */
  clock: HeardClock | null;
  /** Which seats are at the table; null until it was told. */
  isHere: readonly boolean[] | null;
  /** How many look on. */
  nWatching: number;
}

export function stateOf(welcome: Welcome): TableState {
  return {
    ...known(welcome),
    connection: "connecting",
    thinking: null,
    pending: null,
    draft: null,
    reviewPly: null,
    reviewed: null,
    traced: [],
    isHere: null,
    nWatching: 0,
  };
}

/** Take in a message of the server. */
export function receive(state: TableState, message: ServerMessage): TableState {
  const after = received(state, message);
  const isNews = after.version !== state.version;
  return isNews && "clock" in message ? { ...after, clock: heard(message.clock) } : after;
}

function heard(view: ClockView | null): HeardClock | null {
  return view && { view, heardAtMs: performance.now() };
}

function received(state: TableState, message: ServerMessage): TableState {
  switch (message.type) {
    case "welcome":
      return withValidDraft({ ...state, ...known(message), thinking: null });
    case "placed":
      if (message.version !== state.version + 1) return missed(state, message.version);
      return withValidDraft({
        ...state,
        version: message.version,
        laid: [...state.laid.slice(0, message.ply - 1), message.laid],
        position: message.position,
        thinking: null,
        draft: null,
      });
    case "over":
      if (message.version !== state.version + 1) return missed(state, message.version);
      return {
        ...state,
        version: message.version,
        position: message.position,
        secret: message.secret,
        thinking: null,
        draft: null,
      };
    case "ack":
      return state.pending?.id === message.id ? { ...state, pending: null } : state;
    case "refused":
      return message.id !== null && state.pending?.id === message.id ? { ...state, pending: null } : state;
    case "presence":
      return { ...state, isHere: message.is_here, nWatching: message.n_watching };
    case "thinking":
      return { ...state, thinking: message.seat };
    default:
      return state;
  }
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

/** Tell whether a person at this browser is to play on the position shown. */
export function canPlay(state: TableState): boolean {
  return !isReviewing(state) && !isOver(state) && state.pending === null && seatToPlay(state).is_mine;
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

/** Take up a tile of the hand to play, or put it down if it is already up. */
export function choose(state: TableState, tile: number): TableState {
  if (!canPlay(state)) return state;
  if (state.draft?.tile === tile) return { ...state, draft: null };
  return { ...state, draft: { tile, cell: null, rotation: 0, isSet: false } };
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
  const rotations = cell ? legalRotations(state.position, draft.tile, cell) : [];
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
  const rotations = draft.cell ? legalRotations(state.position, draft.tile, draft.cell) : [0, 1, 2, 3, 4, 5];
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

function known(welcome: Welcome) {
  const { version, game, laid, position, secret, clock } = welcome;
  return { version, game, laid, position, secret, hasGap: false, clock: heard(clock) };
}

/** An event seen before changes nothing; one from beyond a gap asks for what lies between. */
function missed(state: TableState, version: number): TableState {
  return version <= state.version ? state : { ...state, hasGap: true };
}

/** Drop a draft that the new position does not allow. */
function withValidDraft(state: TableState): TableState {
  const { draft } = state;
  if (!draft) return state;
  const cells = legalCells(state.position, draft.tile).map(cellText);
  const holds = state.position.hands[state.position.to_play]?.includes(draft.tile) && seatToPlay(state).is_mine;
  if (!holds) return { ...state, draft: null };
  return draft.cell && !cells.includes(cellText(draft.cell)) ? { ...state, draft: null } : state;
}
