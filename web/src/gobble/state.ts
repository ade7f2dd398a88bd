/**
 * A rush of Gobble as one immutable value: what the server has sent, the player's unanswered commands, and the tile
 * in hand.
 *
 * Commands take effect at once: `withPendingApplied` is the rush as the server sent it with all unanswered commands applied. An
 * accepted command comes back as an event; a refused one is dropped, and the tile is back where it was.
 */
import type { Rushed, RushHolding } from "../generated/protocol";
import { FORCED_SIDES, type LaidTile } from "../tiles/golden-rule";
import { type Cell, isSameCell } from "../tiles/hexes";
import { fittingRotation, nextRotation } from "../tiles/legal-placements";
import {
  type Edges,
  facingInRush,
  laidAt,
  MIN_SIDES,
  type Misfit,
  misfit,
  rotationsIn,
  type Space,
  spacesWith,
  tileFits,
} from "./table";

/** A tile of the rush and the seat that laid it, null for the core. */
export interface LaidBySeat extends LaidTile {
  seat: number | null;
}

/** The player's open tiles; nobody else sees the turned one. */
export interface OwnTiles {
  turned: number | null;
  /** The penalty pile, the oldest first. */
  pile: readonly number[];
}

export type RushCommand =
  | { name: "turn" }
  | { name: "lay"; placement: LaidTile }
  | { name: "aside" }
  | { name: "give"; to: number; tile: number | null };

/** A command sent and not yet answered. */
export interface Pending {
  id: string;
  command: RushCommand;
}

/** How much the page helps: not at all, by turning the tile, or also by showing where it fits. */
export type HelpLevel = "none" | "turn" | "show";

export interface Rush {
  /** The version of the last update. */
  version: number;
  /** How many sides a space must have for a tile of the penalty pile. */
  penaltySides: number;
  edges: Edges;
  /** The player's seat; null for spectators. */
  seat: number | null;
  laid: readonly LaidBySeat[];
  holdings: readonly RushHolding[];
  own: OwnTiles;
  pending: readonly Pending[];
  /** The selected tile of the pile; null for the turned one. */
  chosen: number | null;
  /** The cell under the tile in hand. */
  over: Cell | null;
  /** The rotations of open tiles; 0 where absent. */
  turns: Readonly<Record<number, number>>;
}

export type RushEvent = Rushed["events"][number];

export const NO_OPEN_TILES: OwnTiles = { turned: null, pile: [] };

/** Return how many tiles a player has left. */
export function nTiles(holding: RushHolding): number {
  return holding.n_stock + holding.pile.length + (holding.has_turned ? 1 : 0);
}

/** Return whether a player is still in the rush. */
export function isActive(holding: RushHolding | null | undefined): boolean {
  return holding != null && holding.rank === null && !holding.has_left;
}

// The rush as shown.

const known = new WeakMap<Rush, Rush>();

/** Return the rush with all unanswered commands applied. */
export function withPendingApplied(rush: Rush): Rush {
  if (rush.pending.length === 0) return rush;
  const found = known.get(rush) ?? rush.pending.reduce(withCommand, rush);
  known.set(rush, found);
  return found;
}

/** Return whether a tile was requested and has not arrived yet. */
export function isTurning(rush: Rush): boolean {
  return rush.pending.some(({ command }) => command.name === "turn");
}

/** Return the tiles that the player laid and the server has not confirmed yet. */
export function unconfirmed(rush: Rush): LaidTile[] {
  return rush.pending.flatMap(({ command }) => (command.name === "lay" ? [command.placement] : []));
}

function withCommand(rush: Rush, { command }: Pending): Rush {
  switch (command.name) {
    case "turn":
      return rush;
    case "aside":
      return rush.own.turned === null ? rush : withOwn(rush, movedAside(rush.own), { hasTurned: false });
    case "lay":
      return withLay(rush, command.placement);
    case "give":
      return withGift(rush, command.tile);
  }
}

function withLay(rush: Rush, placement: LaidTile): Rush {
  if (laidAt(rush.laid, placement)) return rush;
  const { turned } = rush.own;
  const isTurned = placement.tile === turned;
  if (!isTurned && !rush.own.pile.includes(placement.tile)) return rush;
  const after = withOwn(rush, without(rush.own, placement.tile), isTurned ? { hasTurned: false } : {});
  return { ...after, laid: [...rush.laid, { ...placement, seat: rush.seat }] };
}

function withGift(rush: Rush, tile: number | null): Rush {
  const own = tile === null ? rush.own : without(rush.own, tile);
  return withOwn(rush, own, tile === null ? { nStock: -1, nPaid: 1 } : { nPaid: 1 });
}

/** A change of a player's holding. */
interface HoldingChange {
  nStock?: number;
  hasTurned?: boolean;
  nPaid?: number;
}

function withOwn(rush: Rush, own: OwnTiles, change: HoldingChange): Rush {
  const patch = (one: RushHolding): RushHolding => ({
    ...one,
    n_stock: one.n_stock + (change.nStock ?? 0),
    pile: [...own.pile],
    has_turned: change.hasTurned ?? one.has_turned,
    dues: one.dues.slice(change.nPaid ?? 0),
  });
  return { ...rush, own, holdings: rush.holdings.map((one) => (one.seat === rush.seat ? patch(one) : one)) };
}

function movedAside(own: OwnTiles): OwnTiles {
  return own.turned === null ? own : { turned: null, pile: [...own.pile, own.turned] };
}

function without(own: OwnTiles, tile: number): OwnTiles {
  return { turned: own.turned === tile ? null : own.turned, pile: own.pile.filter((one) => one !== tile) };
}

/** Deselect a tile that is no longer in the pile, and a cell that somebody has filled. */
export function withValidHand(rush: Rush): Rush {
  const { own, laid } = withPendingApplied(rush);
  const isGone = rush.chosen !== null && !own.pile.includes(rush.chosen);
  const isFilled = rush.over !== null && laidAt(laid, rush.over) !== undefined;
  if (!isGone && !isFilled) return rush;
  return { ...rush, chosen: isGone ? null : rush.chosen, over: isFilled ? null : rush.over };
}

// The player's options and actions.

/** Return the tile in hand: the selected one of the pile, else the turned one; null if there is none. */
export function handTile(rush: Rush): number | null {
  return rush.chosen ?? withPendingApplied(rush).own.turned;
}

/** Return how many sides a space must have for one of the player's tiles. */
export function leastSides(rush: Rush, tile: number): number {
  return withPendingApplied(rush).own.turned === tile ? MIN_SIDES : rush.penaltySides;
}

export function mayTurn(rush: Rush): boolean {
  const mine = myHolding(rush);
  return isActive(mine) && mine !== null && mine.n_stock > 0 && !mine.has_turned && !isTurning(rush);
}

export function mayPutAside(rush: Rush): boolean {
  return isActive(myHolding(rush)) && withPendingApplied(rush).own.turned !== null;
}

export function myHolding(rush: Rush): RushHolding | null {
  return rush.seat === null ? null : (withPendingApplied(rush).holdings[rush.seat] ?? null);
}

/** Return the seats that can be given a tile. */
export function recipients(rush: Rush): number[] {
  return rush.holdings.filter((one) => one.seat !== rush.seat && isActive(one)).map((one) => one.seat);
}

/** Return the spaces of two sides or more. */
export function spaces(rush: Rush): Space[] {
  return spacesWith(rush.edges, withPendingApplied(rush).laid, MIN_SIDES);
}

/** Return the forced spaces: filling one is a Gobble. */
export function forcedSpaces(rush: Rush): Space[] {
  return spaces(rush).filter((space) => space.sides >= FORCED_SIDES);
}

/** Return the spaces where one of the player's tiles fits in some rotation. */
export function fittingSpaces(rush: Rush, tile: number): Space[] {
  const least = leastSides(rush, tile);
  return spaces(rush).filter((space) => space.sides >= least && fittingRotationsAt(rush, tile, space).length > 0);
}

export function fittingRotationsAt(rush: Rush, tile: number, cell: Cell): number[] {
  return rotationsIn(rush.edges, tile, facingInRush(rush.edges, withPendingApplied(rush).laid, cell));
}

export function rotationOf(rush: Rush, tile: number): number {
  return rush.turns[tile] ?? 0;
}

/** Select a tile of the pile, or the turned one with null. */
export function selectTile(rush: Rush, tile: number | null): Rush {
  return { ...rush, chosen: tile !== null && withPendingApplied(rush).own.pile.includes(tile) ? tile : null };
}

/** Hold the tile over a cell, or over none; with help it turns so that it fits, if it can. */
export function aim(rush: Rush, cell: Cell | null, help: HelpLevel): Rush {
  const tile = handTile(rush);
  const isFree = cell !== null && laidAt(withPendingApplied(rush).laid, cell) === undefined;
  const over = isFree ? { q: cell.q, r: cell.r } : null;
  const after = isSameCell(over, rush.over) || over === rush.over ? rush : { ...rush, over };
  if (tile === null || over === null || help === "none") return after;
  const fitting = fittingRotationsAt(rush, tile, over);
  return fitting.length === 0 ? after : turnedTo(after, tile, fittingRotation(fitting, rotationOf(rush, tile)));
}

/** Turn the tile in hand; with help, over a cell where it fits, to the next fitting rotation. */
export function rotateTile(rush: Rush, step: 1 | -1, help: HelpLevel): Rush {
  const tile = handTile(rush);
  if (tile === null) return rush;
  const fitting = rush.over && help !== "none" ? fittingRotationsAt(rush, tile, rush.over) : [];
  const from = rotationOf(rush, tile);
  return turnedTo(rush, tile, fitting.length > 0 ? nextRotation(fitting, from, step) : (from + step + 6) % 6);
}

function turnedTo(rush: Rush, tile: number, rotation: number): Rush {
  return rotationOf(rush, tile) === rotation ? rush : { ...rush, turns: { ...rush.turns, [tile]: rotation } };
}

/** Return the placement of the tile in hand where it is held; null if there is none. */
export function aimed(rush: Rush): LaidTile | null {
  const tile = handTile(rush);
  return tile === null || rush.over === null ? null : { tile, ...rush.over, rotation: rotationOf(rush, tile) };
}

/** Return why a placement would be refused; null if, as far as the page knows, it would not. */
export function misfitOf(rush: Rush, placement: LaidTile): Misfit | null {
  return misfit(rush.edges, withPendingApplied(rush).laid, placement, leastSides(rush, placement.tile));
}

/** Return whether a placement obeys the golden rule. */
export function isFitting(rush: Rush, placement: LaidTile): boolean {
  return tileFits(
    rush.edges,
    placement.tile,
    placement.rotation,
    facingInRush(rush.edges, withPendingApplied(rush).laid, placement),
  );
}

/** Record that a command was sent. */
export function withSentCommand(rush: Rush, pending: Pending): Rush {
  const after = { ...rush, pending: [...rush.pending, pending] };
  if (pending.command.name === "lay") return { ...after, chosen: null, over: null };
  return pending.command.name === "turn" ? { ...after, chosen: null } : withValidHand(after);
}

/** List the seats that have left the rush. */
export function seatsLeft(rush: Rush): number[] {
  return rush.holdings.filter((one) => one.has_left).map((one) => one.seat);
}
